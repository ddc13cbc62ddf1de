package scaffold_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/scaffold"
)

func TestParseKind(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, key, apiVersion string }{
		{"Service", "Service", "v1"},
		{"v1/Service", "Service", "v1"},
		{"apps/Deployment", "apps/Deployment", "apps/v1"},
		{"autoscaling/v2/HorizontalPodAutoscaler", "autoscaling/HorizontalPodAutoscaler", "autoscaling/v2"},
		{"argoproj.io/v1alpha1/Rollout", "argoproj.io/Rollout", "argoproj.io/v1alpha1"},
		{"k8s.cni.cncf.io/NetworkAttachmentDefinition", "k8s.cni.cncf.io/NetworkAttachmentDefinition", "k8s.cni.cncf.io/v1"},
	} {
		kind, err := scaffold.ParseKind(test.text)
		if err != nil || kind.Key() != test.key || kind.APIVersion() != test.apiVersion {
			t.Errorf("%s: kind %q of %q, want %q of %q; error is %v", test.text, kind.Key(), kind.APIVersion(), test.key, test.apiVersion, err)
		}
	}
	for _, text := range []string{"", "deployment", "apps/", "/Deployment", "apps/v1/", "Apps/Deployment", "a/v1/b/Kind", "config/talos", "Kind\n"} {
		if kind, err := scaffold.ParseKind(text); err == nil {
			t.Errorf("%q is %+v, want an error", text, kind)
		}
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	p := scaffold.Policy{Case: "acme-2024-x", Rule: "some-rule", Year: 2024, Kind: scaffold.Kind{Version: "v1", Name: "Service"}}
	files, err := p.RuleFiles()
	if err != nil {
		t.Fatal(err)
	}
	about, err := p.CaseFile()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range append(files, about) {
		names = append(names, file.Name)
		if text := string(file.Text); strings.Contains(text, "[[") || strings.Contains(text, "<no value>") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s is not filled in:\n%s", file.Name, text)
		}
	}
	folder := "cases/acme-2024-x/some-rule/"
	want := []string{folder + "policy.rego", folder + "policy_test.rego", folder + "bad.yaml", folder + "good.yaml", "cases/acme-2024-x/case.yaml"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
