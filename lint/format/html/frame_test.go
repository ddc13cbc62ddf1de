package html

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/format/source"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

func TestFrame(t *testing.T) {
	t.Parallel()
	const text = "\ufeffone\r\n  zwei: größe\r\n  - a\r\n  - b\r\nfive\r\nsix\r\n"
	for name, tc := range map[string]struct {
		at   manifest.Location
		want []sourceLine
	}{
		"the columns of a value": {
			manifest.Location{Line: 2, Column: 9, EndLine: 2, EndColumn: 14, Precision: manifest.PrecisionExact},
			[]sourceLine{{1, "one", "", "", false}, {2, "  zwei: ", "größe", "", true}, {3, "  - a", "", "", false}, {4, "  - b", "", "", false}},
		},
		"several lines": {
			manifest.Location{Line: 3, Column: 3, EndLine: 4, EndColumn: 4, Precision: manifest.PrecisionExact},
			[]sourceLine{{1, "one", "", "", false}, {2, "  zwei: größe", "", "", false}, {3, "  ", "- a", "", true}, {4, "  ", "-", " b", true}, {5, "five", "", "", false}, {6, "six", "", "", false}},
		},
		"a line without columns": {
			manifest.Location{Line: 6, Precision: manifest.PrecisionNearby},
			[]sourceLine{{4, "  - b", "", "", false}, {5, "five", "", "", false}, {6, "six", "", "", true}},
		},
		"columns beyond the line": {
			manifest.Location{Line: 1, Column: 90, EndLine: 1, EndColumn: 99, Precision: manifest.PrecisionExact},
			[]sourceLine{{1, "one", "", "", true}, {2, "  zwei: größe", "", "", false}, {3, "  - a", "", "", false}},
		},
		"a file alone":          {manifest.Location{Line: 1, Precision: manifest.PrecisionFile}, nil},
		"a line that is gone":   {manifest.Location{Line: 7, Precision: manifest.PrecisionExact}, nil},
		"a file that is gone":   {manifest.Location{File: "gone", Line: 1, Precision: manifest.PrecisionExact}, nil},
		"a place without lines": {manifest.Location{Precision: manifest.PrecisionExact}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sources := sourceTexts{source.New(map[string]string{"": text})}
			if diff := cmp.Diff(tc.want, sources.frame(tc.at)); diff != "" {
				t.Errorf("frame (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFrameOfALongLineShowsThePlace(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", 5000) + "HERE" + strings.Repeat("b", 5000)
	sources := sourceTexts{source.New(map[string]string{"f": text})}
	got := sources.frame(manifest.Location{File: "f", Line: 1, Column: 5001, EndLine: 1, EndColumn: 5005, Precision: manifest.PrecisionExact})
	if len(got) != 1 || got[0].Within != "HERE" || !strings.HasPrefix(got[0].Before, "…a") || !strings.HasSuffix(got[0].After, "b…") {
		t.Errorf("frame is %v", got)
	}
	if n := len([]rune(got[0].Before + got[0].Within + got[0].After)); n > maxColumns+2 {
		t.Errorf("%d code points are shown", n)
	}
}

func TestFrameOfALongPlaceIsCut(t *testing.T) {
	t.Parallel()
	sources := sourceTexts{source.New(map[string]string{"f": strings.Repeat("a\n", 100)})}
	got := sources.frame(manifest.Location{File: "f", Line: 10, Column: 1, EndLine: 90, EndColumn: 2, Precision: manifest.PrecisionExact})
	if len(got) != around+maxPlaceLines+around || got[0].Number != 10-around {
		t.Errorf("%d lines from %d", len(got), got[0].Number)
	}
}
