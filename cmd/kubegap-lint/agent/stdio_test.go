package agent_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/agent"
)

const (
	hello       = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	ping        = `{"jsonrpc":"2.0","id":"last","method":"ping"}`
	lintCall    = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"lint"}}`
)

// pipe gives what a server of a program answers to an input that ends.
func pipe(t *testing.T, p agent.Program, input string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := agent.Serve(t.Context(), p, strings.NewReader(input), &out, nil); err != nil {
		t.Errorf("the server ends with %v", err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// outline gives the ids of an answer with the codes of errors.
func outline(t *testing.T, answer string) string {
	t.Helper()
	if strings.HasPrefix(answer, "[") {
		var answers []json.RawMessage
		if err := json.Unmarshal([]byte(answer), &answers); err != nil {
			t.Fatal(err)
		}
		texts := make([]string, len(answers))
		for i, one := range answers {
			texts[i] = outline(t, string(one))
		}
		return "[" + strings.Join(texts, ", ") + "]"
	}
	var m struct {
		JSONRPC string
		ID      json.RawMessage
		Result  json.RawMessage
		Error   struct {
			Code    int
			Message string
		}
	}
	if err := json.Unmarshal([]byte(answer), &m); err != nil || m.JSONRPC != "2.0" || (m.Result == nil) == (m.Error.Message == "") {
		t.Fatalf("%s is no answer: %v", answer, err)
	}
	if m.Error.Code != 0 {
		return fmt.Sprintf("%s: %d", m.ID, m.Error.Code)
	}
	return string(m.ID)
}

// The codes are those of https://www.jsonrpc.org/specification#error_object.
func TestWhatIsNoMessageIsAnswered(t *testing.T) {
	t.Parallel()
	const parseError, invalid = "null: -32700", "null: -32600"
	nested := strings.Repeat("[", 2000) + strings.Repeat("]", 2000)
	for _, tc := range []struct {
		name, line string
		want       []string
	}{
		{"text", "not the protocol", []string{parseError}},
		{"half of a message", `{"jsonrpc":"2.0",`, []string{parseError}},
		{"two messages", ping + ping, []string{parseError}},
		{"message on two lines", "{\"jsonrpc\":\"2.0\",\n\"id\":3,\"method\":\"ping\"}", []string{parseError, parseError}},
		{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"\xff\"}", []string{parseError}},
		{"UTF-16", "{\x00}\x00", []string{parseError}},
		{"number", "5", []string{invalid}},
		{"null", "null", []string{invalid}},
		{"no method", `{"jsonrpc":"2.0","id":3}`, []string{invalid}},
		{"no object", `{}`, []string{invalid}},
		{"other version", `{"jsonrpc":"1.0","id":3,"method":"ping"}`, []string{"3: -32600"}},
		{"method that is none", `{"jsonrpc":"2.0","id":"x","method":7}`, []string{`"x": -32600`}},
		{"nested", `{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":` + nested + `}}`, []string{"3: -32600"}},
		{"very nested", strings.Repeat("[", 500_000), []string{parseError}},
		{"null as id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, []string{invalid}},
		{"fraction as id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, []string{invalid}},
		{"id that a float cannot hold", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, []string{invalid}},
		{"list as id", `{"jsonrpc":"2.0","id":[],"method":"ping"}`, []string{invalid}},
		{"largest id", `{"jsonrpc":"2.0","id":9007199254740991,"method":"ping"}`, []string{"9007199254740991"}},
		{"zero as id", `{"jsonrpc":"2.0","id":0,"method":"ping"}`, []string{"0"}},
		{"empty id", `{"jsonrpc":"2.0","id":"","method":"ping"}`, []string{`""`}},
		{"unknown method", `{"jsonrpc":"2.0","id":3,"method":"nothing"}`, []string{"3: -32601"}},
		{"parameters by position", `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":[]}`, []string{"3: -32602"}},
		{"control character in an address", `{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"\u0000"}}`, []string{"3: -32602"}},
		{"second beginning", strings.Replace(hello, `"id":1`, `"id":3`, 1), []string{"3: -32600"}},
		{"unknown notification", `{"jsonrpc":"2.0","method":"notifications/nothing"}`, nil},
		{"notification with wrong parameters", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":5}`, nil},
		{"answer", `{"jsonrpc":"2.0","id":3,"result":{}}`, nil},
		{"answer to what could not be read", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`, nil},
		{"empty lines", "\n\r\n  \n", nil},
		{"CRLF", `{"jsonrpc":"2.0","id":3,"method":"ping"}` + "\r", []string{"3"}},
		{"empty batch", `[]`, []string{invalid}},
		{"batch of numbers", `[1,2]`, []string{"[" + invalid + ", " + invalid + "]"}},
		{"batch of notifications", "[" + initialized + "]", nil},
		{"batch", `[{"jsonrpc":"2.0","id":3,"method":"ping"},7,` + initialized + `]`, []string{"[" + invalid + ", 3]"}},
		{"large batch", "[" + strings.Repeat("1,", 100) + "1]", []string{invalid}},
		{"batch that is none", "[1,", []string{parseError}},
		{"long line", strings.Repeat("x", 3<<20), []string{invalid}},
		{"long message", `{"jsonrpc":"2.0","id":3,"method":"` + strings.Repeat("x", 1<<20) + `"}`, []string{invalid}},
		{"long method", `{"jsonrpc":"2.0","id":3,"method":"` + strings.Repeat("x", 1<<19) + `"}`, []string{"3: -32601"}},
		{"long parameters", `{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"` + strings.Repeat("x", 1<<19) + `"}}`, []string{"3: -32602"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, answer := range pipe(t, program(), hello+"\n"+initialized+"\n"+tc.line+"\n") {
				if len(answer) > 10_000 {
					t.Errorf("an answer has %d bytes", len(answer))
				}
				if o := outline(t, answer); o != "1" {
					got = append(got, o)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("the answers (-want +got):\n%s", diff)
			}
			// Whatever it was, the session goes on.
			answers := pipe(t, program(), hello+"\n"+tc.line+"\n"+ping)
			if !strings.Contains(strings.Join(answers, "\n"), `"id":"last","result"`) {
				t.Error("the server serves no more")
			}
		})
	}
}

func TestInputMayBeginWithAByteOrderMark(t *testing.T) {
	t.Parallel()
	if got := outline(t, pipe(t, program(), "\ufeff"+ping+"\n")[0]); got != `"last"` {
		t.Errorf("the answer is %s", got)
	}
}

func TestRequestBeforeTheBeginningIsRefused(t *testing.T) {
	t.Parallel()
	if got := outline(t, pipe(t, program(), lintCall+"\n")[0]); got != "2: -32600" {
		t.Errorf("the answer is %s", got)
	}
}

// FuzzInput sends what is no session: whatever it is, the server answers with
// messages, and ends when the input does.
func FuzzInput(f *testing.F) {
	for _, line := range []string{ping, lintCall, hello, "[" + ping + "," + ping + "]", "[[]]", `{"method":"","id":0,"jsonrpc":"2.0"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, "\ufeff\r\n"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, input string) {
		for _, answer := range pipe(t, program(), hello+"\n"+input+"\n") {
			if answer != "" && !json.Valid([]byte(answer)) {
				t.Errorf("%q is no message", answer)
			}
		}
	})
}
