package source_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/format/source"
)

func TestLines(t *testing.T) {
	t.Parallel()
	texts := source.New(map[string]string{"mark": "\ufeffa\r\nb\r\n", "no end": "a\n\nb", "empty": ""})
	for file, want := range map[string][]string{"mark": {"a", "b"}, "no end": {"a", "", "b"}, "empty": nil, "unknown": nil} {
		for range 2 {
			if diff := cmp.Diff(want, texts.Lines(file)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		}
	}
}
