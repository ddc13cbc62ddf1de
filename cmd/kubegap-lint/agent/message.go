package agent

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// refusal is the answer to what is no request, as JSON-RPC words it
// (https://www.jsonrpc.org/specification#error_object). The zero id is null.
type refusal struct {
	id  jsonrpc.ID
	err jsonrpc.Error
}

func refuse(id jsonrpc.ID, code int64, format string, args ...any) *refusal {
	return &refusal{id, jsonrpc.Error{Code: code, Message: clip(fmt.Sprintf(format, args...), maxText)}}
}

// invalid is the refusal of JSON that is no request, whose id is not known.
func invalid(format string, args ...any) *refusal {
	return refuse(jsonrpc.ID{}, jsonrpc.CodeInvalidRequest, "Invalid Request: "+format, args...)
}

// encode gives the answer as JSON. The SDK would leave out an id that is null.
func (r *refusal) encode() (json.RawMessage, error) {
	return json.Marshal(struct {
		Version string        `json:"jsonrpc"`
		ID      any           `json:"id"`
		Error   jsonrpc.Error `json:"error"`
	}{"2.0", r.id.Raw(), r.err})
}

// boundedError gives an answer with an error that is short, though it may repeat what
// was asked, and has a code: the SDK gives none to what comes too early in a session,
// or for a second time. Its data may be no JSON: the SDK quotes as Go does.
func boundedError(answer *jsonrpc.Response) *jsonrpc.Response {
	if answer.Error == nil {
		return answer
	}
	bounded := &jsonrpc.Error{Message: clip(answer.Error.Error(), maxText)}
	if coded, ok := errors.AsType[*jsonrpc.Error](answer.Error); ok {
		bounded.Code = coded.Code
		if len(coded.Data) <= maxText && json.Valid(coded.Data) {
			bounded.Data = coded.Data
		}
	}
	bounded.Code = cmp.Or(bounded.Code, jsonrpc.CodeInvalidRequest)
	return &jsonrpc.Response{ID: answer.ID, Error: bounded}
}

// maxBatch is how many messages a batch may have.
const maxBatch = 100

// split gives the messages of a line. Several are a batch, which clients of the
// revision 2025-03-26 may send (https://www.jsonrpc.org/specification#batch).
func split(line []byte) (messages []json.RawMessage, isBatch bool, refused *refusal) {
	if !utf8.Valid(line) {
		return nil, false, refuse(jsonrpc.ID{}, jsonrpc.CodeParseError, "Parse error: the line is not UTF-8")
	}
	var value json.RawMessage
	if err := json.Unmarshal(line, &value); err != nil {
		return nil, false, refuse(jsonrpc.ID{}, jsonrpc.CodeParseError, "Parse error: %v; a message is one line of JSON", err)
	}
	if line[0] != '[' {
		return []json.RawMessage{value}, false, nil
	}
	switch err := json.Unmarshal(line, &messages); {
	case err != nil:
		return nil, false, invalid("%v", err)
	case len(messages) == 0:
		return nil, false, invalid("a batch is empty")
	case len(messages) > maxBatch:
		return nil, false, invalid("a batch has %d messages, and at most %d are allowed", len(messages), maxBatch)
	}
	return messages, true, nil
}

// decode gives a message. It is nil for an answer that cannot be read: to answer
// answers would never end.
func decode(data json.RawMessage) (jsonrpc.Message, *refusal) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return nil, invalid("a message is an object")
	}
	method, isRequest := fields["method"]
	if !isRequest {
		if fields["result"] == nil && fields["error"] == nil {
			return nil, invalid("the message has no method")
		}
		answer, err := jsonrpc.DecodeMessage(data)
		if err != nil {
			return nil, nil
		}
		return answer, nil
	}
	id, err := requestID(fields["id"])
	if err != nil {
		return nil, invalid("%v", err)
	}
	if method[0] != '"' {
		return nil, refuse(id, jsonrpc.CodeInvalidRequest, "Invalid Request: method is not a string")
	}
	request, err := jsonrpc.DecodeMessage(data)
	if err != nil {
		return nil, refuse(id, jsonrpc.CodeInvalidRequest, "Invalid Request: %v", err)
	}
	return request, nil
}

// requestID gives the id of a request. That of a notification, which has none, is
// zero. The protocol wants a string or an integer, and not null
// (https://modelcontextprotocol.io/specification/2025-06-18/basic#requests). Larger
// integers than a float64 holds would come back as others.
func requestID(raw json.RawMessage) (jsonrpc.ID, error) {
	if raw == nil {
		return jsonrpc.ID{}, nil
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return jsonrpc.ID{}, fmt.Errorf("id: %w", err)
	}
	const maxInteger = 1<<53 - 1
	number, isNumber := value.(float64)
	_, isText := value.(string)
	if !isText && (!isNumber || number != math.Trunc(number) || math.Abs(number) > maxInteger) {
		return jsonrpc.ID{}, errors.New("id is neither a string nor an integer of at most 53 bits")
	}
	return jsonrpc.MakeID(value)
}
