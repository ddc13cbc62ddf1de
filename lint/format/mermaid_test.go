package format

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
)

// line is a chain of so many Services, of which each leads to the next, and the last has
// the finding.
func line(n int) lint.Chain {
	var c lint.Chain
	for i := range n {
		object := lint.ObjectRef{Kind: "Service", Namespace: "very-long-team-namespace-production-eu", Name: fmt.Sprintf("payments-gateway-frontend-internal-service-number-%d", i)}
		c.Nodes = append(c.Nodes, lint.ChainNode{Type: lint.NodeObject, Object: object, Defect: i == n-1})
		if i > 0 {
			c.Edges = append(c.Edges, lint.ChainEdge{From: i - 1, To: i, Relation: "selects"})
		}
	}
	return c
}

func TestMermaidGoesDownWhereItWouldBeTooWide(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "flowchart LR", 2: "flowchart LR", 4: "flowchart LR", 5: "flowchart TB"} {
		if got := mermaid(line(n))[0]; got != want {
			t.Errorf("%d boxes in a line are a %q, want %q", n, got, want)
		}
	}
}

func TestMermaidTellsLongNamesApart(t *testing.T) {
	t.Parallel()
	rows := mermaid(line(3))[1:4]
	for i, row := range rows {
		if want := fmt.Sprintf("-number-%d\"]", i); !strings.HasSuffix(row, want) || strings.Contains(row, "namespace") {
			t.Errorf("box %d is %q, want its name to end in %q, without the namespace of the finding", i, row, want)
		}
	}
	c := line(2)
	c.Nodes[0].Object.Namespace, c.Nodes[0].Object.Name = "edge", "web"
	if rows := mermaid(c); !slices.Contains(rows, `  n0["Service<br/>edge/web"]`) {
		t.Errorf("an object of another namespace is shown without it: %q", rows)
	}
}
