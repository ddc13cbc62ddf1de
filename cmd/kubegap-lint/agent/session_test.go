package agent_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/agent"
)

// slow gives a program whose runs tell that they have started, and then wait until
// they may go on or are cancelled.
func slow(started, goOn chan struct{}) agent.Program {
	p := program()
	p.Lint = func(ctx context.Context, _ agent.Selection, _ agent.Judgement, _ agent.Observer) (agent.Verdict, error) {
		started <- struct{}{}
		select {
		case <-goOn:
			return agent.Verdict{Root: "."}, nil
		case <-ctx.Done():
			return agent.Verdict{}, ctx.Err()
		}
	}
	return p
}

func TestInputEndsWhenAllIsAnswered(t *testing.T) {
	t.Parallel()
	started, goOn := make(chan struct{}), make(chan struct{})
	go func() {
		<-started
		time.Sleep(10 * time.Millisecond) // The input ends meanwhile.
		close(goOn)
	}()
	answers := pipe(t, slow(started, goOn), hello+"\n"+initialized+"\n"+lintCall)
	if got := outline(t, answers[len(answers)-1]); len(answers) != 2 || got != "2" {
		t.Errorf("the answers are %q", answers)
	}
}

// More requests than the server holds at once are all answered.
func TestManyRequestsAreAnswered(t *testing.T) {
	t.Parallel()
	var input strings.Builder
	input.WriteString(hello + "\n")
	for i := range 1000 {
		fmt.Fprintf(&input, `{"jsonrpc":"2.0","id":"%d","method":"tools/call","params":{"name":"lint"}}`+"\n", i)
	}
	if answers := pipe(t, program(), input.String()); len(answers) != 1001 {
		t.Errorf("%d answers, want 1001", len(answers))
	}
}

// Calls that are cancelled when they could just start hold no place for good: with
// one lost in a hundred, the last would wait for ever.
func TestCancelledCallsHoldNoPlace(t *testing.T) {
	t.Parallel()
	var input strings.Builder
	input.WriteString(hello + "\n" + initialized + "\n")
	for i := range 500 {
		fmt.Fprintf(&input, `{"jsonrpc":"2.0","id":"%d","method":"tools/call","params":{"name":"lint"}}`+"\n", i)
		fmt.Fprintf(&input, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"%d"}}`+"\n", i)
	}
	answers := pipe(t, program(), input.String()+lintCall+"\n")
	if got := outline(t, answers[len(answers)-1]); got != "2" {
		t.Errorf("the last answer is %q", answers[len(answers)-1])
	}
}

// There is nothing to listen to, so a client that does so does not keep the server.
func TestListeningEndsWithTheInput(t *testing.T) {
	t.Parallel()
	const listen = `{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["kubegap://case/IL-0001"]},"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	answers := pipe(t, program(), listen+"\n")
	if got := outline(t, answers[len(answers)-1]); got != "2" {
		t.Errorf("the answers are %q", answers)
	}
}

// session is a server that reads from a pipe.
type session struct {
	input *io.PipeWriter
	out   io.Reader
	ended chan error
	stop  context.CancelFunc
}

func startSession(t *testing.T, p agent.Program) session {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	in, input := io.Pipe()
	out, output := io.Pipe()
	s := session{input, out, make(chan error, 1), stop}
	go func() {
		s.ended <- agent.Serve(ctx, p, in, output, nil)
		output.Close()
	}()
	return s
}

func (s session) send(t *testing.T, lines ...string) {
	t.Helper()
	if _, err := io.WriteString(s.input, strings.Join(lines, "\n")+"\n"); err != nil {
		t.Fatal(err)
	}
}

func TestCancelledRequestIsNotAnswered(t *testing.T) {
	t.Parallel()
	const cancelled = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`
	for name, asked := range map[string]string{"request": lintCall, "batch": "[" + lintCall + "," + ping + "]"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			started := make(chan struct{}, 1)
			s := startSession(t, slow(started, nil))
			go func() {
				s.send(t, hello, initialized, asked)
				<-started
				s.send(t, cancelled)
				s.input.Close()
			}()
			answers, err := io.ReadAll(s.out)
			if err != nil || strings.Contains(string(answers), `"id":2`) || strings.Contains(string(answers), "last") != (name == "batch") {
				t.Errorf("the answers are %s, %v", answers, err)
			}
		})
	}
}

func TestIDInUseIsRefused(t *testing.T) {
	t.Parallel()
	started, goOn := make(chan struct{}, 1), make(chan struct{})
	s := startSession(t, slow(started, goOn))
	go func() {
		s.send(t, hello, initialized, lintCall)
		<-started
		s.send(t, strings.ReplaceAll(ping, `"last"`, "2"), ping)
		s.input.Close()
	}()
	var got []string
	for answers := bufio.NewScanner(s.out); answers.Scan(); {
		got = append(got, outline(t, answers.Text()))
		if got[len(got)-1] == `"last"` {
			close(goOn)
		}
	}
	if diff := cmp.Diff([]string{"1", "null: -32600", `"last"`, "2"}, got); diff != "" {
		t.Errorf("the answers (-want +got):\n%s", diff)
	}
}

// A line without an end is answered before it ends.
func TestEndlessLineIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	s := startSession(t, program())
	go func() { _, _ = io.Copy(s.input, strings.NewReader(strings.Repeat("x", 2<<20))) }()
	answer := make([]byte, 1000)
	n, err := s.out.Read(answer)
	if err != nil || outline(t, string(answer[:n])) != "null: -32600" {
		t.Errorf("the answer is %s, %v", answer[:n], err)
	}
}

func TestServerThatIsStoppedEndsAtOnce(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(t *testing.T, s session, started chan struct{}){
		"idle": func(*testing.T, session, chan struct{}) {},
		"in a run": func(t *testing.T, s session, started chan struct{}) {
			go func() { _, _ = io.Copy(io.Discard, s.out) }()
			s.send(t, hello, initialized, lintCall)
			<-started
		},
		"after the end of the input": func(t *testing.T, s session, started chan struct{}) {
			go func() { _, _ = io.Copy(io.Discard, s.out) }()
			s.send(t, hello, initialized, lintCall)
			<-started
			s.input.Close()
		},
		"with a client that does not read": func(t *testing.T, s session, _ chan struct{}) { s.send(t, ping, ping, ping, "x") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			started := make(chan struct{}, 1)
			s := startSession(t, slow(started, nil))
			begin(t, s, started)
			s.stop()
			if err := <-s.ended; err != nil {
				t.Errorf("the server ends with %v", err)
			}
		})
	}
}

func TestServerEndsWhenItsClientReadsNoMore(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{"request": ping, "no message": "x"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startSession(t, program())
			s.out.(io.Closer).Close()
			s.send(t, line)
			if err := <-s.ended; err == nil {
				t.Error("the server ends without an error")
			}
		})
	}
}
