package html

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// web is a chain from the internet to the nodes, with a link that passes a row and two
// objects that lead to the pods.
func web() *lint.Chain {
	object := func(kind string) lint.ChainNode {
		return lint.ChainNode{Type: lint.NodeObject, Object: lint.ObjectRef{Kind: kind, Namespace: "shop", Name: "web"}}
	}
	pods := object("Deployment")
	pods.Type, pods.Defect, pods.Location = lint.NodePods, true, manifest.Location{File: "apps/web/deployment.yaml", Line: 7}
	return &lint.Chain{
		Nodes: []lint.ChainNode{{Type: lint.NodeInternet}, object("Ingress"), object("Service"), object("HorizontalPodAutoscaler"), pods, {Type: lint.NodeMachine}},
		Edges: []lint.ChainEdge{
			{From: 0, To: 1, Relation: lint.RelationReaches}, {From: 0, To: 2, Relation: lint.RelationReaches},
			{From: 1, To: 2, Relation: "routes_to"}, {From: 2, To: 4, Relation: "selects"},
			{From: 3, To: 4, Relation: "scales"}, {From: 4, To: 5, Relation: lint.RelationRunsOn},
		},
		More: 2,
	}
}

func TestPictureHasTrafficGoingDown(t *testing.T) {
	t.Parallel()
	p := draw(web())
	rows := map[int][]string{}
	for _, b := range p.boxes {
		rows[b.y] = append(rows[b.y], b.kind+b.class)
	}
	var got [][]string
	for _, y := range slices.Sorted(maps.Keys(rows)) {
		got = append(got, rows[y])
	}
	want := [][]string{{"internet"}, {"Ingressobject"}, {"Serviceobject", "HorizontalPodAutoscalerobject"}, {"Deploymentpods defect"}, {"node"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestPictureKeepsInItsFrameAndApart(t *testing.T) {
	t.Parallel()
	crossed := web()
	for i := range 9 {
		crossed.Nodes = append(crossed.Nodes, lint.ChainNode{Type: lint.NodeObject, Object: lint.ObjectRef{Kind: "ConfigMap", Name: strings.Repeat("long-", i*9) + "name"}})
		crossed.Edges = append(crossed.Edges, lint.ChainEdge{From: i % 5, To: 6 + i, Relation: "uses"}, lint.ChainEdge{From: 6 + i, To: (i + 3) % 6, Relation: "configures"})
	}
	for name, c := range map[string]*lint.Chain{"plain": web(), "crossed": crossed} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := draw(c)
			for i, a := range p.boxes {
				if a.x < 0 || a.y < 0 || a.x+a.width > p.width || a.y+a.height > p.height {
					t.Errorf("box %d at %d,%d leaves the picture of %d by %d", i, a.x, a.y, p.width, p.height)
				}
				for k, b := range p.boxes[:i] {
					if a.x < b.x+b.width && b.x < a.x+a.width && a.y < b.y+b.height && b.y < a.y+a.height {
						t.Errorf("boxes %d and %d cover each other", k, i)
					}
				}
			}
			for i, a := range p.links {
				for k, b := range p.links[:i] {
					if a.y == b.y && abs(a.x-b.x) < (len(a.label)+len(b.label))*3 {
						t.Errorf("the labels of links %d and %d cover each other", k, i)
					}
				}
			}
		})
	}
}

func abs(n int) int { return max(n, -n) }

func TestPictureInWords(t *testing.T) {
	t.Parallel()
	want := "Deployment shop/web has the finding; clients outside the cluster reach Ingress shop/web; clients outside the cluster reach Service shop/web; " +
		"Ingress shop/web sends traffic to Service shop/web; Service shop/web selects Deployment shop/web; " +
		"HorizontalPodAutoscaler shop/web scales Deployment shop/web; Deployment shop/web runs on nodes"
	if p := draw(web()); p.text != want || p.More != 2 {
		t.Errorf("the picture shows %q and %d more", p.text, p.More)
	}
}

func TestPictureEscapesNames(t *testing.T) {
	t.Parallel()
	c := web()
	c.Nodes[1].Object = lint.ObjectRef{Kind: `<a b="`, Name: "</svg>'&"}
	svg := string(draw(c).SVG())
	if strings.Contains(svg, "<a b") || strings.Count(svg, "</svg>") != 1 || strings.Contains(svg, `b="`) {
		t.Errorf("a name is markup: %s", svg)
	}
}

// A report may come from anywhere: a chain that makes no sense is drawn as far as it goes.
func TestPictureOfAFaultyChain(t *testing.T) {
	t.Parallel()
	c := &lint.Chain{Nodes: []lint.ChainNode{{Type: lint.NodeObject}, {Type: lint.NodePods}}, Edges: []lint.ChainEdge{{From: 0, To: 9}, {From: -1, To: 1}, {From: 1, To: 1}, {From: 1, To: 0, Relation: "uses"}, {From: 0, To: 1, Relation: "uses"}}}
	if p := draw(c); len(p.boxes) != 2 || len(p.links) != 2 {
		t.Errorf("%d boxes and %d links, want 2 and 2", len(p.boxes), len(p.links))
	}
	if draw(nil) != nil || draw(&lint.Chain{}) != nil {
		t.Error("nothing has a picture")
	}
}

// crossing is a chain in whose order links would cross: the Ingress of the second Service
// comes first.
func crossing() *lint.Chain {
	c := &lint.Chain{Nodes: []lint.ChainNode{{Type: lint.NodeInternet}}}
	add := func(kind, name string, from ...int) {
		to := len(c.Nodes)
		c.Nodes = append(c.Nodes, lint.ChainNode{Type: lint.NodeObject, Object: lint.ObjectRef{Kind: kind, Name: name}, Defect: kind == "Deployment"})
		for _, f := range from {
			relation := map[bool]string{true: lint.RelationReaches, false: "selects"}[f == 0]
			c.Edges = append(c.Edges, lint.ChainEdge{From: f, To: to, Relation: relation})
		}
	}
	add("Ingress", "b", 0)
	add("Ingress", "a", 0)
	add("Ingress", "c", 0)
	add("Service", "a", 2)
	add("Service", "b", 0, 1)
	add("Service", "c", 3)
	add("Deployment", "web", 4, 5, 6)
	return c
}

func TestPictureHasNoNeedlessCrossings(t *testing.T) {
	t.Parallel()
	l := layOut(*crossing())
	if n := l.crossings(); n != 0 {
		t.Errorf("%d links cross", n)
	}
	if l := layOut(*web()); l.crossings() != 0 {
		t.Error("links of a line cross")
	}
}

func TestPictureLabelsAFanOnce(t *testing.T) {
	t.Parallel()
	got := map[string]int{}
	for _, l := range draw(crossing()).links {
		got[l.label]++
	}
	// Four links leave the internet, three run straight down, and three come to the pods.
	if diff := cmp.Diff(map[string]int{"reach": 1, "selects": 4, "": 5}, got); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
}

func TestPictureMeasuresWhatIsWrittenOut(t *testing.T) {
	t.Parallel()
	c := web()
	c.Nodes[4].Object.Kind, c.Nodes[4].Object.Name = "ValidatingAdmissionPolicyBinding", strings.Repeat("\u202e", 9)
	for _, b := range draw(c).boxes {
		for _, text := range []string{b.kind, b.name, b.place} {
			if b.kind == "" {
				continue // an end, whose words are ours
			}
			if n := len([]rune(text)); n > maxLetters {
				t.Errorf("%q has %d code points, want at most %d", text, n, maxLetters)
			}
		}
	}
}

func TestPictureMarksTheFinding(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{"apps/web.yaml": "finding at web.yaml:7", "apps/deployment.yaml": "the finding", "": "the finding"} {
		c := web()
		c.Nodes[4].Location.File = file
		if got := draw(c).boxes[4].place; got != want {
			t.Errorf("in %q the finding is marked by %q, want %q", file, got, want)
		}
	}
}
