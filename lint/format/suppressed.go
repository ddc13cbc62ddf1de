package format

import (
	"github.com/kubegap/kubegap-lint/lint"
)

// suppressed lists the suppressed findings, each with who accepted it and why.
func (t textWriter) suppressed(findings []lint.Finding) {
	if len(findings) == 0 {
		return
	}
	t.heading("suppressed", "accepted, and not counted", len(findings))
	for _, f := range findings {
		t.line("  %s: %s %s %s", t.place(f.Location.String()), f.Level.String()+":", Printable(f.Message), t.dim("["+f.Rule+"]"))
		t.line("    %s %s", t.dim("object:"), Printable(subject(f)))
		s := *f.Suppression
		text := Printable(s.Reason)
		if s.Until != "" {
			text += " (until " + s.Until + ")"
		}
		if s.Location.File != "" {
			text += " " + t.place("("+s.Location.String()+")")
		}
		t.line("    %s%s", t.dim(suppressedBy(s.Kind)), text)
	}
	t.line("")
}

// fixed lists the findings of the baseline that are gone.
func (t textWriter) fixed() {
	b := t.report.Baseline
	if b == nil || len(b.Fixed) == 0 {
		return
	}
	t.heading("fixed", "in the baseline, and not found any more", len(b.Fixed))
	for _, f := range b.Fixed {
		t.line("  %s: %s %s", t.place(f.File), Printable(f.Object), t.dim("["+f.Rule+"]"))
	}
	t.line("")
}

// suppressedBy introduces the reason of a suppression.
func suppressedBy(kind lint.SuppressionKind) string {
	switch kind {
	case lint.SuppressedByComment:
		return "by comment: "
	case lint.SuppressedByAnnotation:
		return "by annotation: "
	case lint.SuppressedByConfig:
		return "by configuration: "
	default:
		return "known to the baseline"
	}
}
