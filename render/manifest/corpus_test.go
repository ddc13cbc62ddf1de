package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	kjson "sigs.k8s.io/json"
	kyaml "sigs.k8s.io/yaml"
)

// corpusDir holds public GitOps repositories, where they are at hand.
const corpusDir = "../../../shared/corpus"

// eachCorpusFile calls use with every YAML and JSON file of the corpus.
func eachCorpusFile(t *testing.T, use func(name string, data []byte)) {
	t.Helper()
	if testing.Short() {
		t.Skip("the corpus takes long")
	}
	if _, err := os.Stat(corpusDir); err != nil {
		t.Skip("no corpus")
	}
	root := os.DirFS(corpusDir)
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		switch path.Ext(name) {
		case ".yaml", ".yml", ".json":
			data, err := os.ReadFile(filepath.Join(corpusDir, name))
			if err != nil {
				return err
			}
			use(name, data)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCorpusBodies compares every document of the corpus with what kubectl's
// YAML library makes of it.
func TestCorpusBodies(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	eachCorpusFile(t, func(name string, data []byte) {
		counts["files"]++
		counts[className(Classify(name, data))]++
		for _, d := range Parse(name, data) {
			counts["documents"]++
			if d.JSON {
				counts["json"]++
			}
			want, err := reference(d)
			switch {
			case d.Err != nil && err != nil:
				counts["invalid for both"]++
			case d.Err != nil:
				counts["invalid here only"]++
				t.Errorf("%v: the reference reads it", d.Err)
			case err != nil:
				counts["invalid for the reference only"]++
				t.Errorf("%s:%d: %v", name, d.line+1, err)
			default:
				counts["equal"]++
				if diff := cmp.Diff(want, d.Body); diff != "" {
					t.Errorf("%s:%d (-want +got):\n%s", name, d.line+1, diff)
				}
			}
		}
	})
	t.Log(counts)
}

func className(c Class) string {
	return [...]string{"other", "manifest", "template", "invalid"}[c]
}

// reference reads a document as kubectl does.
func reference(d *Document) (any, error) {
	data := []byte(d.text)
	if !d.JSON {
		var err error
		if data, err = kyaml.YAMLToJSON(data); err != nil {
			return nil, err
		}
	}
	var v any
	err := kjson.UnmarshalCaseSensitivePreserveInts(data, &v)
	return v, err
}

// TestCorpusNodes compares the quick reader with yaml.v3.
func TestCorpusNodes(t *testing.T) {
	t.Parallel()
	var quick, all, quickBytes, allBytes int
	eachCorpusFile(t, func(name string, data []byte) {
		text, ok := Text(data)
		if !ok {
			return
		}
		for _, c := range split(text) {
			var doc yaml.Node
			if err := yaml.Unmarshal([]byte(c.text), &doc); err != nil || len(doc.Content) == 0 {
				if _, ok := parseQuick(c.text, 0); ok && err != nil {
					t.Errorf("%s:%d: quick reads what yaml.v3 refuses: %v", name, c.line+1, err)
				}
				continue
			}
			all++
			allBytes += len(c.text)
			got, ok := parseQuick(c.text, 0)
			if !ok {
				continue
			}
			quick++
			quickBytes += len(c.text)
			if diff := diffNodes(doc.Content[0], got); diff != "" {
				t.Errorf("%s:%d: %s", name, c.line+1, diff)
			}
		}
	})
	t.Logf("quick reads %d of %d documents, %d of %d bytes", quick, all, quickBytes, allBytes)
}

// diffNodes gives the first difference in what quick promises to have in
// common with yaml.v3; "" if there is none. (cmp.Diff takes exponential time on
// trees that differ deep inside.)
func diffNodes(want, got *yaml.Node) string {
	w, g := describeNode(want), describeNode(got)
	if w != g {
		return "want " + w + ", got " + g
	}
	for i := range want.Content {
		if diff := diffNodes(want.Content[i], got.Content[i]); diff != "" {
			return diff
		}
	}
	return ""
}

func describeNode(n *yaml.Node) string {
	return fmt.Sprintf("kind %d style %d %s %q at %d:%d with %d children",
		n.Kind, n.Style, n.ShortTag(), n.Value, n.Line, n.Column, len(n.Content))
}

// TestCorpusLocate asks for the place of every value of the corpus.
func TestCorpusLocate(t *testing.T) {
	t.Parallel()
	located := 0
	eachCorpusFile(t, func(name string, data []byte) {
		if bytes.Count(data, []byte("\n")) > 5000 || strings.HasPrefix(path.Base(name), "package-lock") {
			return
		}
		lines := textLines(data)
		for _, d := range Parse(name, data) {
			if d.Err != nil {
				checkInside(t, lines, d.Err.Location)
				continue
			}
			eachPath(d.Body, nil, func(p Path, v any) {
				located++
				l := d.Locate(p)
				checkInside(t, lines, l)
				if l.Precision != PrecisionExact {
					t.Errorf("%v: %s is %s", l, p, l.Precision)
				}
				checkKey(t, lines, p, l)
			})
		}
	})
	t.Logf("%d values", located)
}

// checkKey makes sure that the line of a key holds the key.
func checkKey(t *testing.T, lines []string, p Path, l Location) {
	t.Helper()
	if len(p) == 0 || p[len(p)-1].IsIndex() {
		return
	}
	key := p[len(p)-1].Key()
	line := lines[l.Line-1]
	quoted, _ := json.Marshal(key)
	if !strings.Contains(line, key) && !strings.Contains(line, string(quoted)) && isWord(key) && !strings.ContainsAny(key, `\"'`) {
		t.Errorf("%v: %s is not on the line %q", l, p, line)
	}
}

// eachPath calls use with every value in v and the path to it.
func eachPath(v any, p Path, use func(Path, any)) {
	use(p, v)
	switch v := v.(type) {
	case map[string]any:
		for k, child := range v {
			eachPath(child, append(p[:len(p):len(p)], Key(k)), use)
		}
	case []any:
		for i, child := range v {
			eachPath(child, append(p[:len(p):len(p)], Index(i)), use)
		}
	}
}

// textLines gives the lines of a file as its readers count them.
func textLines(data []byte) []string {
	text, _ := Text(data)
	return strings.Split(text, "\n")
}

// checkInside makes sure that a location lies in the file.
func checkInside(t *testing.T, lines []string, l Location) {
	t.Helper()
	for _, p := range [][2]int{{l.Line, l.Column}, {l.EndLine, l.EndColumn}} {
		if p[0] < 1 || p[0] > len(lines) || p[1] < 1 || p[1] > len([]rune(lines[p[0]-1]))+1 {
			t.Errorf("%+v lies outside of the file", l)
			return
		}
	}
	if l.EndLine < l.Line || l.EndLine == l.Line && l.EndColumn < l.Column {
		t.Errorf("%+v ends before it starts", l)
	}
}
