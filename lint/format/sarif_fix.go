package format

import (
	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/kubegap/kubegap-lint/lint"
)

// fixes gives the fix of a finding: for each file what to replace.
func fixes(f *lint.Fix) []*sarif.Fix {
	if f == nil {
		return nil
	}
	fix := sarif.NewFix().WithDescriptionText("Make the edits that were proved to remove the finding and to change no other field")
	var change *sarif.ArtifactChange
	file := ""
	for _, e := range f.Edits {
		if change == nil || file != e.Location.File {
			file = e.Location.File
			change = sarif.NewArtifactChange(sarif.NewArtifactLocation().WithUri(uri(file)))
			fix.AddArtifactChanges(change)
		}
		l := e.Location
		region := sarif.NewRegion().WithStartLine(l.Line).WithStartColumn(l.Column).WithEndLine(l.EndLine).WithEndColumn(l.EndColumn)
		inserted := sarif.NewArtifactContent().WithText(e.Text)
		change.WithReplacement(sarif.NewReplacement(region).WithInsertedContent(inserted))
	}
	return []*sarif.Fix{fix}
}
