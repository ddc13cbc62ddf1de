package suppress

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

func TestComments(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, text string
		syntax     syntax
		want       []string
	}{
		{"a line and the end of a line", "# one\na: 1 # two\n  ## three\nb: x#y\n", yamlText, []string{"1:1 one", "2:6 two", "3:3 three"}},
		{"strings", "a: 'it''s # no' # one\nb: \"\\\" # no\" # two\n\"c # no\": 1 # three\n", yamlText, []string{"1:17 one", "2:14 two", "3:13 three"}},
		{"strings of several lines", "a: 'x\n  # no\n  y' # one\nb: \"\n  # no\n\n  \" # two\n", yamlText, []string{"3:6 one", "7:5 two"}},
		{"quotes in text", "a: it's # one\nb: 5\" wide # two\nc: [don't, \"# no\"] # three\n", yamlText, []string{"1:9 one", "2:12 two", "3:20 three"}},
		{"a quote that is not closed", "a: x\n  'tis y\nb: 1 # one\n", yamlText, []string{"3:6 one"}},
		{"blocks of text", "a: | # one\n  # no\n\n  x # no\n# two\nb: >-\n  # no\nc: 1 # three\n", yamlText, []string{"1:6 one", "5:1 two", "8:6 three"}},
		{"blocks in lists", "- |\n # no\n- a: |\n    # no\n  b: 1 # one\n- - >2+\n     # no\n- x # two\n", yamlText, []string{"5:8 one", "8:5 two"}},
		{"a comment below the text of a block", "a:\n  b: |\n      x\n    # one\n  c: 1\n", yamlText, []string{"4:5 one"}},
		{"blocks below keys in quotes and tags", "\"a\": |\n  # no\nb: !!str &x |\n  # no\nc: 1 # one\n", yamlText, []string{"5:6 one"}},
		{"an empty block", "a: |\nb: 1 # one\n", yamlText, []string{"2:6 one"}},
		{"documents", "--- # one\n--- |\n# no\n", yamlText, []string{"1:5 one"}},
		{"brackets", "a: {b: 1, # one\n  \"c\":\"# no\", d: [x,\n  # two\n  y]}\ne: |\n  # no\n", yamlText, []string{"1:11 one", "3:3 two"}},
		{"a template's actions", "a: {{ quote \"# no\" }} # one\nb: \"{{ .x | default \"y # no\" }} # no\" # two\n{{- /* three */ -}}\n{{ `# no` }}\n{{ dict \"a\" \"b\"\n  # no\n}}\n# four\n", templateText,
			[]string{"1:23 one", "2:39 two", "3:8 three", "8:1 four"}},
		{"a template's comments over several lines", "{{- /* one\n  two */}} # three\na: 1 {{/* four */}}\n", templateText, []string{"1:8 one", "2:3 two", "2:12 three", "3:11 four"}},
		{"a template's comments in blocks", "a: |\n  # no\n  {{- /* one */}}\n{{ include \"x\" . | indent 2 }}\n  # no\nb: 1 # two\n", templateText, []string{"3:10 one", "6:6 two"}},
		{"a template's quote that is not closed", "a: x\n  'tis {{ .y }}\nb: 1 # one\n", templateText, []string{"3:6 one"}},
		{"actions mean nothing outside of templates", "a: '{{/* no */}}'\nb: 1 # {{/* one */}}\n", yamlText, []string{"2:6 {{/* one */}}"}},
		{"another text", "x # no\n  # one\n", plainText, []string{"2:3 one"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, c := range scanText(tc.text, tc.syntax).comments {
				got = append(got, fmt.Sprintf("%d:%d %s", c.line, c.column, c.text))
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("comments (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLinesOfComments(t *testing.T) {
	t.Parallel()
	text := "# one\n\na: | # two\n  {{/* three */}}\n  x {{/* four */}}\n{{- /*\nfive */ -}}\nb: {{ .x }}\nc: 'y\n  z'\n"
	s := scanText(text, templateText)
	if diff := cmp.Diff([]bool{true, false, false, true, false, true, true, false, false, false, false}, s.bare); diff != "" {
		t.Errorf("lines with comments only (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0}, s.opener); diff != "" {
		t.Errorf("lines in blocks (-want +got):\n%s", diff)
	}
}

// FuzzScan looks for texts that the scanner loses lines of, or does not end on.
func FuzzScan(f *testing.F) {
	f.Add("a: 'x # y' # z\nb: |\n  # x\n# y\n")
	f.Add("- {a: \"#\", b: [c, # d\n e]}\n")
	f.Fuzz(func(t *testing.T, text string) {
		scanText(text, templateText)
		scanText(text, plainText)
		if got := len(scanText(text, yamlText).bare); got != strings.Count(text, "\n")+1 {
			t.Errorf("%d lines of %d", got, strings.Count(text, "\n")+1)
		}
	})
}

// TestCommentsOfCorpus compares the comments of real files with those that the
// YAML library leaves out of all scalars.
func TestCommentsOfCorpus(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..", "shared", "corpus")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the corpus is not here")
	}
	files, checked := 0, 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" && filepath.Ext(path) != ".yml" {
			return err
		}
		data, err := os.ReadFile(path)
		text, ok := manifest.Text(data)
		if err != nil || !ok || !strings.Contains(text, "#") {
			return err
		}
		if n, ok := compareComments(t, path, text); ok {
			files++
			checked += n
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d places in %d files", checked, files)
	if checked < 1000 {
		t.Errorf("only %d places were checked", checked)
	}
}

// compareComments marks each # that may begin a comment, and looks for the marks
// in scalars. It gives the number of marks, and false for a text that the library
// cannot read.
func compareComments(t *testing.T, path, text string) (int, bool) {
	t.Helper()
	ours := map[[2]int]bool{}
	for _, c := range scanText(text, yamlText).comments {
		ours[[2]int{c.line, c.column}] = true
	}
	var places [][2]int
	lines := strings.Split(text, "\n")
	for n, line := range lines {
		var marked strings.Builder
		for i := range len(line) {
			marked.WriteByte(line[i])
			if line[i] == '#' && (i == 0 || isBlank(line[i-1])) {
				fmt.Fprintf(&marked, "kgl%d;", len(places))
				places = append(places, [2]int{n + 1, i + 1})
			}
		}
		lines[n] = marked.String()
	}
	inScalar := map[string]bool{}
	decoder := yaml.NewDecoder(strings.NewReader(strings.Join(lines, "\n")))
	for {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if err != nil {
			if err.Error() == "EOF" {
				break
			}
			return 0, false
		}
		collectMarks(&doc, inScalar)
	}
	commented := 0
	for i, at := range places {
		if at[0] == commented {
			continue // The line is a comment from an earlier # on.
		}
		isComment := !inScalar[fmt.Sprintf("kgl%d;", i)]
		if isComment {
			commented = at[0]
		}
		if ours[at] != isComment {
			t.Errorf("%s:%d:%d: comment is %v, want %v: %s", path, at[0], at[1], ours[at], isComment, strings.Split(text, "\n")[at[0]-1])
		}
	}
	return len(places), true
}

func collectMarks(n *yaml.Node, found map[string]bool) {
	for _, part := range strings.Split(n.Value, "#")[min(1, strings.Count(n.Value, "#")):] {
		if end := strings.Index(part, ";"); end > 0 {
			found[part[:end+1]] = true
		}
	}
	for _, child := range n.Content {
		collectMarks(child, found)
	}
}
