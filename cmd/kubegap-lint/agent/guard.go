package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// endWith cancels calls when ctx is done, which the SDK does only where it cannot
// read any more.
func endWith(ctx context.Context) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(call context.Context, method string, r mcp.Request) (mcp.Result, error) {
			call, cancel := context.WithCancel(call)
			defer cancel()
			defer context.AfterFunc(ctx, cancel)()
			return next(call, method, r)
		}
	}
}

// guard keeps the server alive: a panic is an error of the tool, or of the request
// where no tool is called, and the log has its stack.
func guard(log *slog.Logger) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (result mcp.Result, err error) {
			called, isCall := r.(*mcp.CallToolRequest)
			defer func() {
				cause := recover()
				if cause == nil {
					return
				}
				log.Error("request panics", "method", method, "cause", cause, "stack", string(debug.Stack()))
				defect := &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: fmt.Sprintf("kubegap-lint has a defect: %s panics: %s", method, clip(fmt.Sprint(cause), maxText))}
				result, err = nil, defect
				if isCall {
					failed := &mcp.CallToolResult{}
					failed.SetError(defect)
					result, err = failed, nil
				}
			}()
			// The SDK panics where a call has no parameters, and where the arguments, into
			// which it fills defaults, are null.
			if isCall && called.Params == nil {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "tools/call needs the name of a tool"}
			}
			if isCall && bytes.Equal(bytes.TrimSpace(called.Params.Arguments), []byte("null")) {
				called.Params.Arguments = json.RawMessage("{}")
			}
			result, err = next(ctx, method, r)
			if err != nil {
				return nil, err
			}
			if answer, ok := result.(*mcp.CallToolResult); ok && answer.IsError {
				boundError(answer)
			}
			return result, nil
		}
	}
}

// boundError cuts an error, which may repeat the arguments.
func boundError(answer *mcp.CallToolResult) {
	for _, content := range answer.Content {
		if text, ok := content.(*mcp.TextContent); ok {
			text.Text = clip(text.Text, maxText)
		}
	}
}
