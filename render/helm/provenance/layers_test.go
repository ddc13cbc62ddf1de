package provenance

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// below gives the place of a field of a mapping.
func below(p manifest.Place, path manifest.Path) manifest.Place {
	value, _ := manifest.Lookup(p.Value, path)
	return manifest.Place{In: p.In, Path: path, Value: value}
}

// testLayers are those of a chart with the subcharts sub and sub.deep, and two
// values files. The value of a field that decides says so.
func testLayers(t *testing.T) Layers {
	t.Helper()
	layer := func(file, text string, chart ...string) Layer {
		l := Layer{Chart: chart, Label: file}
		if docs := manifest.Parse(file, []byte(text)); len(docs) > 0 {
			l.Place = docs[0].Place()
		}
		return l
	}
	inline := layer("app.yaml", `
spec:
  values:
    inline: {a: 1}
  text: |
    written:
      a: 1
`)
	asText := inline
	inline.Place = below(inline.Place, manifest.Path{manifest.Key("spec"), manifest.Key("values")})
	asText.Place = below(asText.Place, manifest.Path{manifest.Key("spec"), manifest.Key("text")})
	return Layers{
		layer("deep.yaml", "x: 1\nglobal: {a: {b: {leaf: 1}}, deepOnly: 1, c: {b: {leaf: 1}}}\n", "sub", "deep"),
		layer("sub.yaml", "x: 1\nz: 1\ndeep: {x: 2}\nglobal: {region: sub, own: 1}\n", "sub"),
		layer("", "", "bare"),
		layer("top.yaml", `
image:
  tag: "1"
  pull: Always
list: [a, b]
resources: {}
gone: {a: 1}
replaced: {a: 1}
restored: {a: 1}
nothing:
sub:
  z: 2
global:
  region: top
  c: {b: {}}
scrape: {global: {region: none}}
`),
		layer("prod.yaml", `
image:
  tag: "2"
list: [c]
resources:
  limits: {cpu: 1}
gone: null
replaced: text
restored: null
`),
		layer("last.yaml", `
image: {}
resources: {}
restored: {b: 1}
sub: {global: {region: user}}
`),
		inline, asText,
	}
}

func TestLocate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, want string }{
		{"image.tag", "prod.yaml:3:3"},
		{"image.pull", "top.yaml:4:3"},
		{"image", "prod.yaml:2:1"},
		{"image.digest", ""},
		{"image.tag.more", ""},
		{"list", "prod.yaml:4:1"},
		{"list.0", "prod.yaml:4:8"},
		{"list.1", ""},
		{"resources", "prod.yaml:5:1"},
		{"resources.limits.cpu", "prod.yaml:6:12"},
		{"gone", "prod.yaml:7:1"},
		{"gone.a", ""},
		{"replaced.a", ""},
		{"restored", "last.yaml:4:1"},
		{"restored.a", "top.yaml:9:12"},
		{"nothing", "top.yaml:10:1"},
		{"nowhere", ""},

		{"sub.x", "sub.yaml:1:1"},
		{"sub.z", "top.yaml:12:3"},
		{"sub.deep.x", "sub.yaml:3:8"},
		{"sub.w", ""},

		{"global.region", "top.yaml:14:3"},
		{"sub.global.region", "top.yaml:14:3"},
		{"sub.deep.global.region", "top.yaml:14:3"},
		{"sub.global.own", "sub.yaml:4:23"},
		{"sub.deep.global.own", "sub.yaml:4:23"},
		{"global.own", ""},
		{"global.deepOnly", ""},
		{"bare.global.region", "top.yaml:14:3"},
		{"scrape.global.region", "top.yaml:16:19"},
		{"other.global.region", ""},
		{"global.a.b.leaf", ""}, {"global.c.b.leaf", "deep.yaml:2:50"}, {"sub.deep.global.a.b.leaf", "deep.yaml:2:18"},

		{"inline.a", "app.yaml:4:14"},
		{"written.a", "app.yaml:7:7"},
		{"spec", ""},
		{"", "app.yaml:5:3"},
		{"sub", "last.yaml:5:1"},
		{"bare", ""},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			at, layer, ok := testLayers(t).Locate(testPath(c.path))
			if got := at.String(); got != c.want || ok != (c.want != "") {
				t.Errorf("want %q, got %q, %v", c.want, got, ok)
			}
			if ok && layer.Label != at.File {
				t.Errorf("the layer of %s is %s", at, layer.Label)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, want string
		rest       int
	}{
		{"image.tag", "prod.yaml:3:3", 0},
		{"image.digest", "prod.yaml:2:1", 1},
		{"image.a.b", "prod.yaml:2:1", 2},
		{"gone.a", "prod.yaml:7:1", 1},
		{"list.5", "prod.yaml:4:1", 1},
		{"sub.deep.z", "sub.yaml:3:1", 1},
		{"nowhere.at.all", "top.yaml", 3},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			at, _, rest := testLayers(t).Nearest(testPath(c.path))
			if diff := cmp.Diff(c.want, at.String()); diff != "" || rest != c.rest {
				t.Errorf("rest %d, want %d (-want +got):\n%s", rest, c.rest, diff)
			}
		})
	}
	t.Run("no layers", func(t *testing.T) {
		t.Parallel()
		at, _, rest := Layers(nil).Nearest(testPath("a.b"))
		if at != (manifest.Location{}) || rest != 2 {
			t.Errorf("got %s, %d", at, rest)
		}
	})
}

// testPath reads a path whose keys are separated by dots; numbers are indices.
func testPath(text string) manifest.Path {
	var p manifest.Path
	for key := range strings.SplitSeq(text, ".") {
		switch {
		case key == "":
		case len(key) == 1 && key[0] <= '9':
			p = append(p, manifest.Index(int(key[0]-'0')))
		default:
			p = append(p, manifest.Key(key))
		}
	}
	return p
}
