package agent

import (
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// requests are those of a client that are not answered yet.
type requests struct {
	mu   sync.Mutex
	open map[jsonrpc.ID]*request
	// unsent counts the requests whose answer is not written yet. Each that is gets
	// told to sent, which has a place for one.
	unsent int
	sent   chan struct{}
}

// request is an open request.
type request struct {
	// batch is that in which it came, or nil.
	batch *batch
	// cancelled is set when the client does not want the answer any more.
	cancelled bool
}

// batch collects the answers to a batch of messages, which are one line.
type batch struct {
	// open counts the requests that are not answered yet.
	open    int
	answers []json.RawMessage
}

// begin remembers a request, or that a notification cancels one. It refuses the id of
// an open request: the client would take either answer for that to the other, which
// is why the refusal has none.
func (r *requests) begin(asked *jsonrpc.Request, b *batch) *refusal {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !asked.IsCall():
		if asked.Method == "notifications/cancelled" {
			r.cancel(asked.Params)
		}
	case r.open[asked.ID] != nil:
		return invalid("the id %v is that of a request that is not answered yet", asked.ID.Raw())
	default:
		r.open[asked.ID] = &request{batch: b}
		r.unsent++
		if b != nil {
			b.open++
		}
	}
	return nil
}

// cancel notes that a request is cancelled. An answer to it should not be sent
// (https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/cancellation).
func (r *requests) cancel(params json.RawMessage) {
	var named struct {
		RequestID json.RawMessage `json:"requestId"`
	}
	if json.Unmarshal(params, &named) != nil {
		return
	}
	id, err := requestID(named.RequestID)
	if open := r.open[id]; err == nil && open != nil {
		open.cancelled = true
	}
}

// settle ends a request, and gives the line to write: the answer, all of those of
// its batch, or nil while some are open or where none is wanted. Unless known is
// false, written must be called once that is done.
func (r *requests) settle(id jsonrpc.ID, answer json.RawMessage) (line json.RawMessage, known bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	asked := r.open[id]
	if asked == nil {
		return answer, false, nil
	}
	delete(r.open, id)
	if asked.cancelled {
		answer = nil
	}
	if asked.batch == nil {
		return answer, true, nil
	}
	asked.batch.open--
	if answer != nil {
		asked.batch.answers = append(asked.batch.answers, answer)
	}
	line, err = asked.batch.line()
	return line, true, err
}

// line gives the answers to a batch, or nil while some are open or where there are
// none.
func (b *batch) line() (json.RawMessage, error) {
	if b.open > 0 || len(b.answers) == 0 {
		return nil, nil
	}
	return json.Marshal(b.answers)
}

// written notes that the answer to a request is written.
func (r *requests) written() {
	r.mu.Lock()
	r.unsent--
	r.mu.Unlock()
	select {
	case r.sent <- struct{}{}:
	default:
	}
}

// await waits until the answers of at most some requests are not written yet, and
// gives io.EOF where closed is closed before. It may be called by one goroutine.
func (r *requests) await(most int, closed <-chan struct{}) error {
	for {
		r.mu.Lock()
		unsent := r.unsent
		r.mu.Unlock()
		if unsent <= most {
			return nil
		}
		select {
		case <-r.sent:
		case <-closed:
			return io.EOF
		}
	}
}
