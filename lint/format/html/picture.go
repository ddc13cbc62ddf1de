package html

import (
	"fmt"
	"path"
	"slices"
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
	stemHeight          = 22  // of the part that links with one label share
	letterWidth         = 6.3 // of the labels, on average
	margin              = 4
	// maxBeside is the width up to which a picture stands beside the text: two boxes
	// and a lane.
	maxBeside = 2*boxWidth + 2*columnGap + laneWidth + 2*margin
	// maxLetters is how many code points of a kind, a name or a place fit into a box.
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

// link is an edge of the chain: the lines of its path, and its label; "" for one that
// shares the label of another.
type link struct {
	path, label string
	x, y        int
}

// draw draws a chain; nil for one without nodes.
func draw(c *lint.Chain) *picture {
	if c == nil || len(c.Nodes) == 0 {
		return nil
	}
	seen := visibly(*c)
	p := &picture{text: inWords(seen), More: c.More}
	l := layOut(seen)
	l.place(p)
	for i, n := range seen.Nodes {
		p.boxes = append(p.boxes, boxOf(seen, n, l.slots[i]))
	}
	p.Wide = p.width > maxBeside
	return p
}

// visibly writes out what acts unseen in the names of a chain: what is written out takes
// room in the boxes.
func visibly(c lint.Chain) lint.Chain {
	written := func(text string) string { return writtenOut(inLine(text)) }
	c.Nodes = slices.Clone(c.Nodes)
	for i := range c.Nodes {
		n := &c.Nodes[i]
		n.Object = lint.ObjectRef{APIVersion: n.Object.APIVersion, Kind: written(n.Object.Kind), Namespace: written(n.Object.Namespace), Name: written(n.Object.Name)}
		n.Location.File = written(n.Location.File)
	}
	return c
}

func boxOf(c lint.Chain, n lint.ChainNode, s slot) box {
	b := box{x: s.x, y: s.y, width: boxWidth, height: s.height, class: string(n.Type), full: n.Label()}
	if n.Defect {
		b.class += " defect"
	}
	if isEnd(n) {
		b.name = b.full
		return b
	}
	b.kind, b.name, b.place = lint.Shortened(n.Object.Kind, maxLetters), c.ShortName(n.Object, maxLetters), placeOf(n)
	if n.Defect {
		b.place = theFinding(b.place)
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

// placeOf names the file of a node without its directory, and the line.
func placeOf(n lint.ChainNode) string {
	if n.Location.File == "" {
		return ""
	}
	place := path.Base(n.Location.File)
	if n.Location.Line > 0 {
		place += fmt.Sprintf(":%d", n.Location.Line)
	}
	return lint.Shortened(place, maxLetters)
}

// theFinding marks the place of the finding, as far as there is room for both.
func theFinding(place string) string {
	if text := "finding at " + place; place != "" && utf8.RuneCountInString(text) <= maxLetters {
		return text
	}
	return "the finding"
}

// inWords tells which object has the finding and lists the links of a chain, for those who do not see the picture.
func inWords(c lint.Chain) string {
	var parts []string
	for _, n := range c.Nodes {
		if n.Defect {
			parts = append(parts, n.Label()+" has the finding")
		}
	}
	for _, e := range c.Links() {
		parts = append(parts, fmt.Sprintf("%s %s %s", c.Nodes[e.From].Label(), e.Label(), c.Nodes[e.To].Label()))
	}
	return strings.Join(parts, "; ")
}
