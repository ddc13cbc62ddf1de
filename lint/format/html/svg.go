package html

import (
	"fmt"
	"html/template"
	"strings"
)

// SVG writes the picture. All of its texts are escaped: they are names that anybody may
// have chosen.
func (p *picture) SVG() template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg role="img" aria-label="%s" width="%d" height="%d" viewBox="0 0 %[2]d %[3]d">`, escaped(p.text), p.width, p.height)
	for _, l := range p.links {
		fmt.Fprintf(&b, `<path d="%s"/>`, l.path)
	}
	for _, x := range p.boxes {
		x.write(&b)
	}
	for _, l := range p.links {
		if l.label != "" {
			fmt.Fprintf(&b, `<text class="label" x="%d" y="%d">%s</text>`, l.x, l.y, escaped(l.label))
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// write writes a box with up to three lines of text.
func (x box) write(b *strings.Builder) {
	fmt.Fprintf(b, `<g class="%s" transform="translate(%d %d)"><title>%s</title>`, x.class, x.x, x.y, escaped(x.full))
	fmt.Fprintf(b, `<rect width="%d" height="%d"/>`, x.width, x.height)
	if x.kind == "" {
		fmt.Fprintf(b, `<text class="end" x="%d" y="20">%s</text></g>`, x.width/2, escaped(x.name))
		return
	}
	for i, text := range []string{x.kind, x.name, x.place} {
		if text != "" {
			class := [...]string{` class="kind"`, "", ` class="at"`}[i]
			fmt.Fprintf(b, `<text%s x="10" y="%d">%s</text>`, class, 18+17*i, escaped(text))
		}
	}
	b.WriteString("</g>")
}

func escaped(text string) string { return template.HTMLEscapeString(inLine(text)) }
