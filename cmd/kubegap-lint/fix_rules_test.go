package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
)

// fixedFields are the fields that the fix of each rule may change: patterns of their
// paths, from the kind of the object on. A rule that offers a fix must be here.
var fixedFields = map[string]string{
	"IL-0049/coredns-no-lameduck":                                    `^ConfigMap\.data\.Corefile$`,
	"IL-0049/dns-autoscaler-without-floor":                           `^HorizontalPodAutoscaler\.spec\.minReplicas$`,
	"IL-0178/lb-backend-without-drain-delay":                         `\.spec\.(terminationGracePeriodSeconds|(initC|c)ontainers\[\d+\]\.lifecycle(\.preStop(\.sleep)?)?)$`,
	"IL-0178/prestop-eats-grace-period":                              `\.spec\.terminationGracePeriodSeconds$`,
	"IL-0188/alb-ip-target-without-readiness-gate":                   `^Namespace\.metadata\.labels(\.elbv2\.k8s\.aws/pod-readiness-gate-inject)?$`,
	"charlotte-2026-gke-upgrade-no-pdb/service-workload-without-pdb": `^PodDisruptionBudget$`,
	"moonlight-2019-anti-affinity/replicas-without-spread":           `\.spec\.topologySpreadConstraints$`,
	"nav-2021-pdb-blocks-drain/pdb-allows-zero-disruptions":          `^PodDisruptionBudget\.spec\.(maxUnavailable|minAvailable)$`,
	"rwo-multi-attach-issues/rwo-volume-with-rolling-update":         `^Deployment\.spec\.strategy(\.type)?$`,
}

// refusals are the fixtures in which a fix is refused, with the reason.
var refusals = map[string]string{
	// The object is the output of a template, beside which no object can be written.
	"charlotte-2026-gke-upgrade-no-pdb/service-workload-without-pdb/bad-chart": "is not written as such in a file",
}

// TestFixOfEachRule fixes what the rules find in their own fixtures: of a rule
// that offers a fix, no finding is left but those that have none, nothing else
// that is rendered changes, and there is nothing more to fix afterwards.
func TestFixOfEachRule(t *testing.T) {
	t.Parallel()
	policies, err := filepath.Glob("../../policies/cases/*/*/policy.rego")
	if err != nil {
		t.Fatal(err)
	}
	offering := 0
	for _, policy := range policies {
		text, err := os.ReadFile(policy)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Dir(policy)
		rule := filepath.Base(filepath.Dir(dir)) + "/" + filepath.Base(dir)
		allowed, known := fixedFields[rule]
		if offers := strings.Contains(string(text), "result.with_fix("); offers != known {
			t.Errorf("%s offers a fix: %v, and has fixed fields: %v", rule, offers, known)
		}
		if !known {
			continue
		}
		offering++
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			fixtures, err := filepath.Glob(filepath.Join(dir, "bad*"))
			if err != nil {
				t.Fatal(err)
			}
			fixed := 0
			for _, fixture := range fixtures {
				fixed += fixFixture(t, rule, fixture, regexp.MustCompile(allowed))
			}
			if fixed == 0 {
				t.Error("no finding in a fixture was fixed")
			}
		})
	}
	if offering != len(fixedFields) {
		t.Errorf("%d rules offer a fix, want %d", offering, len(fixedFields))
	}
}

// fixFixture fixes a copy of a fixture and gives how many findings are gone.
func fixFixture(t *testing.T, rule, fixture string, allowed *regexp.Regexp) int {
	t.Helper()
	dir := t.TempDir()
	copyFixture(t, fixture, dir)
	before, objects := findingsIn(t, dir, rule), objectsIn(t, dir)
	diff, told := runFix(t, dir, rule)
	refusal, refused := refusals[rule+"/"+filepath.Base(fixture)]
	if strings.Contains(told, "cannot fix") != refused || !strings.Contains(told, refusal) {
		t.Errorf("%s: want a refusal %q, got: %s", fixture, refusal, told)
	}
	after, changed := findingsIn(t, dir, rule), objectsIn(t, dir)
	for _, d := range differences("", objects, changed) {
		if !allowed.MatchString(d) {
			t.Errorf("%s: %s changes", fixture, d)
		}
	}
	if again, _ := runFix(t, dir, rule); again != "" {
		t.Errorf("%s: a second run still edits:\n%s", fixture, again)
	}
	if (diff == "") != (len(after) == len(before)) {
		t.Errorf("%s: %d findings before, %d after; told: %s", fixture, len(before), len(after), told)
	}
	return len(before) - len(after)
}

func copyFixture(t *testing.T, from, to string) {
	t.Helper()
	info, err := os.Stat(from)
	if err == nil && info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else if err == nil {
		var data []byte
		if data, err = os.ReadFile(from); err == nil {
			err = os.WriteFile(filepath.Join(to, filepath.Base(from)), data, 0o644)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// runFix fixes what some rules find in a directory; all where none is named.
func runFix(t *testing.T, dir string, rules ...string) (diff, told string) {
	t.Helper()
	app, out := testApp(t, dir)
	args := []string{"fix", "--root", ".", "--pedantic", "--kube-version", "1.34"}
	for _, rule := range rules {
		args = append(args, "--only", rule)
	}
	if code := app.Run(context.Background(), args); code == exitUsage {
		t.Fatalf("exit code %d: %s", code, out.stderr.String())
	}
	return out.stdout.String(), out.stderr.String()
}

func findingsIn(t *testing.T, dir, rule string) []lint.Finding {
	t.Helper()
	app, out := testApp(t, dir)
	app.Run(context.Background(), []string{"--root", ".", "--pedantic", "--kube-version", "1.34", "--only", rule, "--format", "json"})
	var report lint.Report
	if err := json.Unmarshal(out.stdout.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	return report.Findings
}

// objectsIn gives what a directory renders to, by unit, kind and name.
func objectsIn(t *testing.T, dir string) map[string]any {
	t.Helper()
	app, out := testApp(t, dir)
	app.Run(context.Background(), []string{"render", "--root", ".", "--format", "json", "--kube-version", "1.34"})
	var rendered rendering
	if err := json.Unmarshal(out.stdout.Bytes(), &rendered); err != nil {
		t.Fatal(err)
	}
	objects := map[string]any{}
	for _, o := range rendered.Objects {
		metadata, _ := o.Object["metadata"].(map[string]any)
		key := fmt.Sprint(o.Unit, "|", o.Object["apiVersion"], metadata["namespace"], metadata["name"], "|", o.Object["kind"])
		for n := 1; objects[key] != nil; n++ {
			key = fmt.Sprint(n, key)
		}
		objects[key] = o.Object
	}
	return objects
}

// differences gives the paths at which two trees differ, from the kind of the
// object on.
func differences(at string, a, b any) []string {
	if reflect.DeepEqual(a, b) {
		return nil
	}
	var found []string
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok {
			break
		}
		for key := range a {
			found = append(found, differences(fieldBelow(at, key), a[key], b[key])...)
		}
		for key := range b {
			if _, known := a[key]; !known {
				found = append(found, fieldBelow(at, key))
			}
		}
		return found
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			break
		}
		for i := range a {
			found = append(found, differences(fmt.Sprintf("%s[%d]", at, i), a[i], b[i])...)
		}
		return found
	}
	return []string{at}
}

func fieldBelow(at, key string) string {
	if at == "" {
		return key[strings.LastIndex(key, "|")+1:]
	}
	return at + "." + key
}
