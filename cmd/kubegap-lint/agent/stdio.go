package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// stdio is the transport of a process: one message a line
// (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#stdio).
// Unlike that of the SDK it answers a line that is no message, and goes on, and its
// input ends only once all requests are answered, so that they can be piped in.
type stdio struct {
	in  io.Reader
	out io.Writer
	// stop ends what is being written, also where the client does not read.
	stop <-chan struct{}
}

// Connect makes the connection. It may be called once.
func (s *stdio) Connect(context.Context) (mcp.Connection, error) {
	c := &connection{
		stdio: s, lines: make(chan line), turn: make(chan struct{}, 1), closed: make(chan struct{}),
		requests: requests{open: map[jsonrpc.ID]*request{}, sent: make(chan struct{}, 1)},
	}
	go c.readLines()
	return c, nil
}

// connection is the session with a client. The SDK calls Read from one goroutine,
// and the other methods from many.
type connection struct {
	*stdio
	lines chan line
	// queue holds the messages of the last line that are still to be read.
	queue    []jsonrpc.Message
	requests requests
	// turn has a place for the one who writes.
	turn      chan struct{}
	closeOnce sync.Once
	closed    chan struct{}
}

// line is what the method next of lines gives.
type line struct {
	text []byte
	err  error
}

// readLines reads the input. Close leaves it behind where the input blocks.
func (c *connection) readLines() {
	in := newLines(c.in)
	for {
		text, err := in.next()
		select {
		case c.lines <- line{text, err}:
		case <-c.closed:
			return
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return
		}
	}
}

// maxOpen is how many requests may be open when a line is read. A client that asks
// without waiting for answers has to wait then, rather than the server to hold all.
const maxOpen = 100

// Read gives the next message, and refuses what is none. Its error is io.EOF after
// Close, or when the input has ended and the requests are answered.
func (c *connection) Read(context.Context) (jsonrpc.Message, error) {
	for len(c.queue) == 0 {
		if err := c.requests.await(maxOpen-1, c.closed); err != nil {
			return nil, err
		}
		select {
		case l := <-c.lines:
			if err := c.accept(l); err != nil {
				return nil, err
			}
		case <-c.closed:
			return nil, io.EOF
		}
	}
	next := c.queue[0]
	c.queue = c.queue[1:]
	return next, nil
}

// accept queues the messages of a line.
func (c *connection) accept(l line) error {
	switch {
	case errors.Is(l.err, errLongLine):
		return c.refuse(invalid("a message has at most %d bytes", maxMessage))
	case errors.Is(l.err, io.EOF):
		if err := c.requests.await(0, c.closed); err != nil {
			return err
		}
		return io.EOF
	case l.err != nil:
		return fmt.Errorf("read messages: %w", fsys.Cause(l.err))
	}
	messages, isBatch, refused := split(l.text)
	if refused != nil {
		return c.refuse(refused)
	}
	if !isBatch {
		return c.refuse(c.admit(messages[0], nil))
	}
	together := &batch{}
	for _, data := range messages {
		if refused := c.admit(data, together); refused != nil {
			answer, err := refused.encode()
			if err != nil {
				return err
			}
			together.answers = append(together.answers, answer)
		}
	}
	text, err := together.line()
	if err != nil {
		return err
	}
	return c.send(text)
}

// admit queues a message, which is of a batch if that is not nil.
func (c *connection) admit(data json.RawMessage, b *batch) *refusal {
	message, refused := decode(data)
	if asked, ok := message.(*jsonrpc.Request); ok {
		refused = c.requests.begin(asked, b)
	}
	if message != nil && refused == nil {
		c.queue = append(c.queue, message)
	}
	return refused
}

// refuse writes a refusal, if there is one.
func (c *connection) refuse(refused *refusal) error {
	if refused == nil {
		return nil
	}
	text, err := refused.encode()
	if err != nil {
		return err
	}
	return c.send(text)
}

// Write writes a message. An answer waits for the others of its batch.
func (c *connection) Write(ctx context.Context, m jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	answer, isAnswer := m.(*jsonrpc.Response)
	if isAnswer {
		m = boundedError(answer)
	}
	text, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	if !isAnswer {
		return c.send(text)
	}
	text, known, err := c.requests.settle(answer.ID, text)
	if known {
		defer c.requests.written()
	}
	if err != nil {
		return fmt.Errorf("encode answers: %w", err)
	}
	return c.send(text)
}

// send writes a line, if it has a text. It leaves behind what the client does not
// read when the connection is stopped.
func (c *connection) send(text []byte) error {
	if text == nil {
		return nil
	}
	select {
	case c.turn <- struct{}{}:
	case <-c.stop:
		return io.ErrClosedPipe
	}
	done := make(chan error, 1)
	go func() {
		_, err := c.out.Write(append(text, '\n'))
		<-c.turn
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("write messages: %w", fsys.Cause(err))
		}
		return nil
	case <-c.stop:
		return io.ErrClosedPipe
	}
}

// Close ends Read.
func (c *connection) Close() error {
	c.closeOnce.Do(func() { close(c.closed) })
	return nil
}

// SessionID is empty, since a process has one session.
func (c *connection) SessionID() string { return "" }
