package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kubegap/kubegap-lint/lint/docs"
)

// The addresses of resources: the page of a case, and that of a rule, whose id is
// that of its case, a slash and a word.
const (
	caseAddress = "kubegap://case/"
	ruleAddress = "kubegap://rule/"
)

// addResources adds the pages of cases and rules. The cases are listed, so that
// people can choose among them; a rule is found through its case.
func (s *server) addResources() {
	for _, k := range s.Catalog.Cases {
		s.sdk.AddResource(&mcp.Resource{
			URI: caseAddress + k.ID, Name: k.ID, Title: k.Title, Description: k.Summary, MIMEType: "text/markdown",
		}, s.readPage)
	}
	s.sdk.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: caseAddress + "{case}", Name: "case", Title: "Incident", MIMEType: "text/markdown",
		Description: "What happened, what the rules of the incident look for, and how to fix it.",
	}, s.readPage)
	s.sdk.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: ruleAddress + "{case}/{rule}", Name: "rule", Title: "Rule", MIMEType: "text/markdown",
		Description: "What a rule looks for and leaves alone, and how to fix a finding.",
	}, s.readPage)
}

func (s *server) readPage(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	text, err := s.pageAt(r.Params.URI)
	if err != nil {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: "text/markdown", Text: text}}}, nil
}

func (s *server) pageAt(uri string) (string, error) {
	pages := docs.Pages{Catalog: s.Catalog, Link: func(id string) string { return caseAddress + id }}
	if id, ok := strings.CutPrefix(uri, ruleAddress); ok {
		if r, ok := s.findRule(id); ok {
			return pages.Rule(r, 1), nil
		}
		return "", fmt.Errorf("there is no rule %q", id)
	}
	k, err := s.findCase(strings.TrimPrefix(uri, caseAddress))
	if err != nil {
		return "", err
	}
	return pages.Case(k, 1), nil
}
