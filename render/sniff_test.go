package render

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

func TestLooksLikeManifest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"manifest", "apiVersion: v1\nkind: ConfigMap\n", true},
		{"keys far apart", "kind: ConfigMap\ndata:\n  a: b\napiVersion: v1", true},
		{"carriage returns and line feeds", "apiVersion: v1\r\nkind: ConfigMap\r\n", true},
		{"carriage returns", "apiVersion: v1\rkind: ConfigMap\r", true},
		{"byte order mark", "\ufeffapiVersion: v1\nkind: ConfigMap\n", true},
		{"quoted keys", "'apiVersion': v1\n\"kind\": ConfigMap\n", true},
		{"blank before the colon", "apiVersion : v1\nkind : ConfigMap\n", true},
		{"values on the next line", "apiVersion:\n  v1\nkind:\n  ConfigMap\n", true},
		{"second document", "a: b\n---\napiVersion: v1\nkind: ConfigMap\n", true},
		{"separator with a comment", "a: b\n--- # next\napiVersion: v1\nkind: ConfigMap\n", true},
		{"flow after a separator", "--- {apiVersion: v1, kind: ConfigMap}\n", true},
		{"flow over lines", "{\n  apiVersion: v1,\n  kind: ConfigMap\n}\n", true},
		{"first line further in", "  {{ if .a }}\napiVersion: v1\nkind: ConfigMap\n", true},
		{"invalid YAML", "apiVersion: v1\nkind: ConfigMap\n\tbad: [\n", true},
		{"empty", "", false},
		{"comment", "# apiVersion: v1\n# kind: ConfigMap\n", false},
		{"below a key", "a:\n  apiVersion: v1\n  kind: ConfigMap\n", false},
		{"in a list", "- apiVersion: v1\n  kind: ConfigMap\n", false},
		{"in two documents", "apiVersion: v1\n---\nkind: ConfigMap\n", false},
		{"only apiVersion", "apiVersion: v2\nname: web\n", false},
		{"no blank behind the colon", "apiVersion:v1\nkind:ConfigMap\n", false},
		{"template expression", "{{ toYaml .apiVersion }}\n{{ toYaml .kind }}\n", false},
		{"kubespray mode", "---\nkube_proxy_mode: ipvs\n", true},
		{"kubespray timeout", "a: b\nkube_proxy_tcp_timeout: 0s\n", true},
		{"kubespray below a key", "all:\n  kube_proxy_mode: ipvs\n", false},
		{"k3s", "kube-proxy-arg:\n- proxy-mode=ipvs\n", true},
		{"Talos", "version: v1alpha1\nmachine:\n  type: worker\ncluster:\n  id: a\n", true},
		{"Talos patch", "cluster:\n  id: a\n  proxy:\n    mode: ipvs\n", true},
		{"RKE1", "services:\n  kubeproxy:\n    extra_args: {}\n", true},
		{"cluster without proxy", "cluster:\n  id: a\n", false},
		{"proxy deeper down", "cluster:\n  api:\n    proxy: a\n", false},
		{"proxy elsewhere", "cluster:\n  id: a\nother:\n  proxy: a\n", false},
		{"compose", "services:\n  web:\n    image: a\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, text := range []string{c.text, utf16Text(c.text, true), utf16Text("\ufeff"+strings.TrimPrefix(c.text, "\ufeff"), false)} {
				if got := looksLikeManifest([]byte(text), false); got != c.want {
					t.Errorf("looksLikeManifest(%q) = %v", text, got)
				}
			}
		})
	}
}

func TestLooksLikeManifestJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"object", `{"apiVersion":"v1","kind":"ConfigMap"}`, true},
		{"with blanks", "{\n \"kind\" : \"List\",\n \"items\": [{}],\n \"apiVersion\"\n: \"v1\"\n}", true},
		{"second object", `{"a": 1} {"apiVersion": "v1", "kind": "ConfigMap"}`, true},
		{"broken behind", `{"apiVersion":"v1","kind":"ConfigMap",`, true},
		{"escaped quotes", `{"a\"b": "{", "apiVersion":"v1","kind":"ConfigMap"}`, true},
		{"deeper", `{"a": {"apiVersion":"v1","kind":"ConfigMap"}}`, false},
		{"in two objects", `{"apiVersion":"v1"} {"kind":"ConfigMap"}`, false},
		{"as values", `{"a": "apiVersion", "b": "kind"}`, false},
		{"in a list", `["apiVersion", "kind"]`, false},
		{"unfinished string", `{"apiVersion`, false},
		{"unfinished escape", `{"apiVersion\`, false},
		{"too many brackets", `]]}}{`, false},
		{"empty", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := looksLikeManifest([]byte(c.text), true); got != c.want {
				t.Errorf("looksLikeManifest(%q) = %v", c.text, got)
			}
		})
	}
}

// utf16Text encodes text in UTF-16.
func utf16Text(text string, bigEndian bool) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		low, high := byte(unit), byte(unit>>8)
		if bigEndian {
			low, high = high, low
		}
		b.WriteByte(low)
		b.WriteByte(high)
	}
	return b.String()
}

func TestIsPlain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"late.yaml": "kind: ConfigMap\ndata:\n" + strings.Repeat("  a: b\n", 2000) + "apiVersion: v1\n",
		"long.yaml": strings.Repeat("a: b\n", 2000),
		"a.txt":     "apiVersion: v1\nkind: ConfigMap\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	for _, c := range []struct {
		file        string
		want, fails bool
	}{{"late.yaml", true, false}, {"long.yaml", false, false}, {"a.txt", false, false}, {"none.yaml", false, true}} {
		got, err := isPlain(tree, c.file, make([]byte, headBytes))
		if got != c.want || (err != nil) != c.fails {
			t.Errorf("isPlain(%s) = %v, %v", c.file, got, err)
		}
	}
}

func FuzzLooksLikeManifest(f *testing.F) {
	f.Add([]byte("apiVersion: v1\nkind: ConfigMap\n"), false)
	f.Add([]byte("--- {\n{\"kind\": 1}"), false)
	f.Add([]byte(`{"a\"b": ["{"], "apiVersion":`), true)
	f.Add([]byte("\xff\xfea"), false)
	f.Fuzz(func(_ *testing.T, text []byte, isJSON bool) { looksLikeManifest(text, isJSON) })
}
