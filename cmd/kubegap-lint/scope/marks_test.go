package scope

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// TestLargeFilesAreMarked counts what is too large to be looked into as marked, and
// reads no more of it than that takes.
func TestLargeFilesAreMarked(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"large.txt": "", "small.txt": "nothing", "proxy.txt": "a kube-proxy"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(dir, "large.txt"), 600<<20); err != nil {
		t.Skipf("no sparse files: %v", err)
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m := findMarks(tree, []string{"large.txt", "small.txt", "proxy.txt"})
	runtime.ReadMemStats(&after)
	if diff := cmp.Diff(map[string]bool{"large.txt": true, "proxy.txt": true}, m.wide); diff != "" {
		t.Errorf("wide (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"large.txt"}, m.deployers); diff != "" {
		t.Errorf("deployers (-want +got):\n%s", diff)
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 300 {
		t.Errorf("%d MB are allocated", took)
	}
}

// looksEverywhere matches the lines by which a policy looks at all environments, or
// at all objects, without telling one environment from another.
var looksEverywhere = regexp.MustCompile(`(?m)some \w+ in input\.(environments|objects|units)$|some \w+, \w+ in input\.units$|\bscope\.all_(of_kind|kinds)\b`)

// everywhere are the policies with such lines, each with words of which one stands in
// what it looks for. There are none where what is found is told apart by environment
// or unit after all, or where objects of Flux or Argo CD are looked for, which are
// always rendered.
func everywhere() map[string][]string {
	return map[string][]string{
		"cases/argocd-2020-hpa-replicas/hpa-target-broken":                           nil, // links, which lead to objects of one environment
		"cases/certmanager-2019-crd-deleted/helm-managed-crd-without-keep":           nil, // units
		"cases/microsoft-2020-kubeflow/gateway-service-exposes-kubeflow":             {"centraldashboard", "ml-pipeline-ui", "EnvoyFilter", "AuthorizationPolicy", "RequestAuthentication", "oauth-proxy", "oauth2-proxy", "-dex", "authservice", "oidc", "keycloak", "pomerium", "authelia"},
		"cases/moj-2020-webhook-single-point/several-fail-closed-ingress-webhooks":   nil, // environments
		"cases/nav-2021-pdb-blocks-drain/pdb-selector-orphan-or-overlap":             nil, // environments
		"cases/reddit-2023-pi-day/legacy-master-node-role-label":                     {"openshift.io/v", "operators.coreos.com/v", "name: openshift-", "node-role.kubernetes.io/master", "cattle.io/", "k3d.io/"},
		"cases/skyscanner-2021-argocd-prune/argocd-auto-prune-unprotected-namespace": nil, // deployers
		"lib/claims":      nil, // environments
		"lib/delivery":    {"argocd-cm"},
		"lib/exposure":    nil, // links, which lead to objects of one environment
		"lib/externaldns": {"/external-dns"},
		"lib/gitops":      nil, // deployers
		"lib/quota":       {"capsule.clastix.io", "hnc.x-k8s.io", "ClusterResourceQuota", "kyverno.io/"},
		"lib/releases":    nil, // deployers
		"lib/scope":       nil, // is what the others use
		"lib/workloads":   nil, // namespaces of one environment
	}
}

// TestWhatPoliciesLookForEverywhere demands that what a policy looks for in all
// environments is rendered though nothing touches it: who adds such a policy has to
// say what that is.
func TestWhatPoliciesLookForEverywhere(t *testing.T) {
	t.Parallel()
	known, found := everywhere(), map[string]bool{}
	err := fs.WalkDir(policies.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".rego") || strings.HasSuffix(name, "_test.rego") {
			return err
		}
		text, err := fs.ReadFile(policies.FS(), name)
		if line := looksEverywhere.Find(text); line != nil {
			folder := filepath.ToSlash(filepath.Dir(name))
			found[folder] = true
			if _, ok := known[folder]; !ok {
				t.Errorf("%s looks everywhere (%s): tell here, and in wideMarks, which word stands in what it looks for", name, line)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder, words := range known {
		if !found[folder] {
			t.Errorf("%s does not look everywhere", folder)
		}
		for _, word := range words {
			if !slices.Contains(wideMarks(), word) {
				t.Errorf("%s looks for %q everywhere, which is no mark", folder, word)
			}
		}
	}
}
