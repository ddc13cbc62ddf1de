package argocd

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/kustomize/api/types"
)

func TestParseImage(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]types.Image{
		"nginx:1.27":                 {Name: "nginx", NewTag: "1.27"},
		"nginx@sha256:ab":            {Name: "nginx", Digest: "sha256:ab"},
		"nginx:1.27@sha256:ab":       {Name: "nginx", NewTag: "1.27", Digest: "sha256:ab"},
		"a=b":                        {Name: "a", NewName: "b"},
		"a=host:5000/b:v1":           {Name: "a", NewName: "host:5000/b", NewTag: "v1"},
		"a=b@sha256:ab":              {Name: "a", NewName: "b", Digest: "sha256:ab"},
		"host:5000/b:*":              {Name: "host:5000/b", NewTag: "*"},
		"app:${ARGOCD_APP_REVISION}": {Name: "app", NewTag: "${ARGOCD_APP_REVISION}"},
	} {
		if got, ok := parseImage(in); !ok || !cmp.Equal(got, want) {
			t.Errorf("%q is %+v, %v, want %+v", in, got, ok, want)
		}
	}
	for _, in := range []string{"nginx", "", "=b", "a=", ":v1", "host:5000/b", "@sha256:ab"} {
		if got, ok := parseImage(in); ok {
			t.Errorf("%q is %+v", in, got)
		}
	}
}

func TestFill(t *testing.T) {
	t.Parallel()
	env := buildEnvironment{"ARGOCD_APP_NAME": "shop", "ARGOCD_APP_REVISION": "${ARGOCD_APP_REVISION}"}
	for in, want := range map[string]string{
		"a":                      "a",
		"$ARGOCD_APP_NAME.yaml":  "shop.yaml",
		"${ARGOCD_APP_NAME}-x":   "shop-x",
		"${ARGOCD_APP_REVISION}": "${ARGOCD_APP_REVISION}",
		"a${UNSET}b":             "ab",
		"$$x":                    "$x",
	} {
		if got := env.fill(in); got != want {
			t.Errorf("fill(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestParameterNames(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a": "a", "a.b": "a", "a[0].b": "a", `a\.b.c`: "a.b", `a\`: "a", "": "",
	} {
		if got := firstKey(in); got != want {
			t.Errorf("firstKey(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"a,b": `a\,b`, `a\,b`: `a\,b`, "{a,b}": "{a,b}", "{a,b": `{a\,b`, "": "",
	} {
		if got := escaped(in); got != want {
			t.Errorf("escaped(%q) = %q, want %q", in, got, want)
		}
	}
}
