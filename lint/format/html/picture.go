package html

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/kubegap/kubegap-lint/lint"
)

// The measures of a picture, in pixels where it is not scaled.
const (
	boxWidth, boxHeight = 196, 60
	endHeight           = 30 // of the boxes of the internet and the nodes
	laneWidth           = 20 // of a row's part through which a link passes
	columnGap           = 22
	labelHeight         = 15
	letterWidth         = 6.3 // of the labels, on average
	margin              = 4
	// maxBeside is the width up to which a picture stands beside the text: two boxes
	// and a lane.
	maxBeside = 2*boxWidth + 2*columnGap + laneWidth + 2*margin
	// maxLetters is how many code points of a name fit into a box.
	maxLetters = 25
)

// picture is a chain drawn: boxes in rows, traffic going down, and the links between.
type picture struct {
	width, height int
	boxes         []box
	links         []link
	// text says in words what the picture shows.
	text string
	// More counts the links to objects that the picture leaves out.
	More int
	// Wide is set for a picture that does not fit beside a text.
	Wide bool
}

// box is a node of the chain.
type box struct {
	x, y, width, height int
	// class is what the style knows the box by.
	class string
	// kind, name and place are cut so that they fit; full is all of it.
	kind, name, place, full string
}

// link is an edge of the chain: the lines of its path, and its label.
type link struct {
	path, label string
	x, y        int
}

// draw draws a chain; nil for one without nodes.
func draw(c *lint.Chain) *picture {
	if c == nil || len(c.Nodes) == 0 {
		return nil
	}
	p := &picture{text: inWords(*c), More: c.More}
	l := layOut(*c)
	l.place(p)
	for i, n := range c.Nodes {
		p.boxes = append(p.boxes, boxOf(n, l.slots[i]))
	}
	p.Wide = p.width > maxBeside
	return p
}

func boxOf(n lint.ChainNode, s slot) box {
	b := box{x: s.x, y: s.y, width: boxWidth, height: s.height, class: string(n.Type), full: n.Label()}
	if n.Defect {
		b.class += " defect"
	}
	if isEnd(n) {
		b.name = b.full
		return b
	}
	b.kind, b.name, b.place = n.Object.Kind, nameOf(n.Object), placeOf(n)
	if n.Defect {
		b.kind += " - the finding"
	}
	if n.Location.File != "" {
		b.full += ", " + n.Location.String()
	}
	return b
}

// isEnd tells whether a node is one of the two ends between which traffic flows.
func isEnd(n lint.ChainNode) bool {
	return n.Type == lint.NodeInternet || n.Type == lint.NodeMachine
}

// nameOf names an object in a box, without its namespace where both do not fit.
func nameOf(o lint.ObjectRef) string {
	if o.Namespace == "" {
		return shorten(o.Name)
	}
	for _, name := range []string{o.Namespace + "/" + o.Name, "…/" + o.Name} {
		if utf8.RuneCountInString(name) <= maxLetters {
			return name
		}
	}
	return shorten(o.Name)
}

// placeOf names the file of a node without its directory, and the line.
func placeOf(n lint.ChainNode) string {
	if n.Location.File == "" {
		return ""
	}
	place := path.Base(n.Location.File)
	if n.Location.Line > 0 {
		place += fmt.Sprintf(":%d", n.Location.Line)
	}
	return shorten(place)
}

// shorten takes the middle out of a name that does not fit into a box.
func shorten(name string) string {
	if utf8.RuneCountInString(name) <= maxLetters {
		return name
	}
	runes := []rune(name)
	half := (maxLetters - 1) / 2
	return string(runes[:half]) + "…" + string(runes[len(runes)-half:])
}

// inWords lists the links of a chain, for those who do not see the picture.
func inWords(c lint.Chain) string {
	parts := make([]string, 0, len(c.Edges))
	for _, e := range c.Edges {
		if valid(c, e) {
			parts = append(parts, fmt.Sprintf("%s %s %s", c.Nodes[e.From].Label(), e.Label(), c.Nodes[e.To].Label()))
		}
	}
	return strings.Join(parts, "; ")
}

// valid tells whether an edge joins two nodes of the chain.
func valid(c lint.Chain, e lint.ChainEdge) bool {
	n := len(c.Nodes)
	return e.From != e.To && e.From >= 0 && e.To >= 0 && e.From < n && e.To < n
}
