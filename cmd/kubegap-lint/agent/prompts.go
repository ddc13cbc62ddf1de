package agent

import (
	"cmp"
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addPrompts adds the tasks that people start by name.
func (s *server) addPrompts() {
	s.sdk.AddPrompt(&mcp.Prompt{
		Name: "fix_findings", Title: "Fix findings",
		Description: "Lint a path and fix what is found, one finding at a time.",
		Arguments:   []*mcp.PromptArgument{{Name: "path", Description: "directory or file to lint; the whole directory that is served if omitted"}},
	}, fixFindings)
	s.sdk.AddPrompt(&mcp.Prompt{
		Name: "could_it_happen_here", Title: "Could it happen here?",
		Description: "Find the public incidents that are like a problem, and look for their root causes in the repository.",
		Arguments:   []*mcp.PromptArgument{{Name: "problem", Description: "what happened, or what you fear", Required: true}},
	}, couldItHappen)
}

func fixFindings(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	path := cmp.Or(r.Params.Arguments["path"], ".")
	return prompt(fmt.Sprintf(`Call the tool lint of kubegap-lint with paths [%q]. Take the findings one by one, errors first:

1. Call explain with the rule, and decide whether it applies here. Where it does not, say why, and leave it.
2. Make the smallest edit at the location of the finding, or at the related place that the value comes from. Keep comments and order.
3. Call lint again on the same paths. The finding must be gone, and no new one may come up; undo the edit if not.

At the end, list what you changed and why, what you left and why, and what lint could not see: its failures and what it skipped.`, clip(path, maxArgument))), nil
}

func couldItHappen(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	problem := r.Params.Arguments["problem"]
	if problem == "" {
		return nil, fmt.Errorf("the prompt needs a problem")
	}
	return prompt(fmt.Sprintf(`Here is a problem with Kubernetes:

%s

Find the public incidents that are like it: call list_vocabulary of kubegap-lint, then list_cases with the words that fit, and search_cases with telling words. Read the nearest ones with explain, and look at similar_cases. Then call lint with only set to the ids of these cases, and pedantic. Tell which of the incidents are like the problem and why, whether their root causes are in the repository and at which lines, and what lint could not see.`, clip(problem, maxArgument))), nil
}

func prompt(text string) *mcp.GetPromptResult {
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}}
}
