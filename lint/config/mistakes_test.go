package config_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// mistakes are files with what is wrong about each: what the schema cannot tell
// is marked with a tilde.
var mistakes = []struct{ name, text, want string }{
	{"unknown key", "exlude: []\n", `1: unknown key "exlude"; did you mean exclude?`},
	{"unknown key without a like", "timeout: 1\n", `1: unknown key "timeout"; want baseline, charts, environments, exclude, ignore, kubeVersion, outside, platform, policies or rules`},
	{"unknown key inside", "charts:\n- path: a\n  values: [{name: x, file: []}]\n", `3: charts[0].values[0]: unknown key "file"; did you mean files?`},
	{"no mapping", "- a\n", "1: want keys with values, not a list"},
	{"text", "hello\n", `1: want keys with values, not "hello"`},
	{"number for a version", "kubeVersion: 1.30\n", `1: kubeVersion: want text, not the number 1.30; put it in quotes: "1.30"`},
	{"no version", "kubeVersion: latest\n", `1: kubeVersion: "latest" is no version of Kubernetes such as 1.34`},
	{"baseline that leaves", "baseline: ../known.json\n", "~1: baseline: ../known.json leads out of the repository"},
	{"text for a list", "exclude: third_party/\n", `1: exclude: want a list, not "third_party/"`},
	{"mapping in a list", "policies: [{a: b}]\n", `1: policies: want text, not keys with values`},
	{"empty text", "policies: [' ']\n", `1: policies: is empty`},
	{"nothing in a list", "policies:\n  -\n", `2: policies: want text, not nothing`},
	{"absolute path", "policies: [/etc]\n", "1: policies: /etc leads out of the repository"},
	{"path that leaves", "policies: [../a]\n", "~1: policies: ../a leads out of the repository"},
	{"pattern with a dot", "exclude:\n  - ./a/\n", `2: exclude: "./a/" matches nothing: leave out the ./`},
	{"pattern that leaves", "exclude: ['!../a']\n", `1: exclude: "!../a" matches nothing: a pattern does not lead out of its directory`},
	{"comment as a pattern", "exclude: ['# a']\n", `1: exclude: "# a" is no pattern: it is empty, or a comment`},
	{"broken pattern", "exclude: ['a[']\n", `~1: exclude: "a[" matches nothing: the pattern is broken off`},
	{"rules as a list", "rules: [IL-0178]\n", "1: rules: want ids of rules and cases with off, error, warning or note, not a list"},
	{"level", "rules:\n  IL-0178: info\n", `2: rules: IL-0178: want off, error, warning or note, not "info"`},
	{"false", "rules: {IL-0178: false}\n", "1: rules: IL-0178: want off, error, warning or note, not false"},
	{"chart without values", "charts:\n  - path: a\n", "2: charts[0]: has no values"},
	{"chart with no set", "charts:\n  - path: a\n    values: []\n", "3: charts[0].values: is empty, so that the chart would not be rendered"},
	{"rule twice", "rules:\n  IL-1: off\n  il-1: note\n", "~3: rules: il-1 is listed in line 2, too"},
	{"chart twice", "charts:\n- {path: a, values: [{name: x}]}\n- {path: ./a, values: [{name: y}]}\n", "~3: charts[1]: is listed in line 2, too"},
	{"set twice", "charts:\n- {path: a, values: [{name: x}, {name: x}]}\n", "~2: charts[0].values[1]: the chart has a set x already"},
	{"set without a name", "charts: [{path: a, values: [{files: []}]}]\n", "1: charts[0].values[0]: has no name"},
	{"environment that says nothing", "environments: [{name: x, paths: [a/]}]\n", "1: environments[0]: says nothing; give production or kubeVersion"},
	{"environment twice", "environments:\n- {name: x, production: true}\n- {name: x, production: true}\n", "~3: environments[1]: there is an environment x already"},
	{"production as a word", "environments: [{name: x, production: 'yes'}]\n", `1: environments[0].production: want true or false, not "yes"`},
	{"cloud", "platform: {cloud: ec2}\n", `1: platform.cloud: want alibaba, aws, azure, baidu, digitalocean, gcp, hetzner, huawei, ibm, linode, oci, on-premises, openstack, scaleway or tencent, not "ec2"`},
	{"balancer of another cloud", "platform:\n  loadBalancer: eks-auto-mode\n  cloud: gcp\n", "2: platform.loadBalancer: eks-auto-mode is for AWS, but the cloud is gcp"},
	{"manifest without a kind", "outside: [{apiVersion: v1}]\n", "1: outside[0]: a manifest has an apiVersion and a kind"},
	{"manifest without a name", "outside: [{apiVersion: v1, kind: Pod}]\n", "1: outside[0]: the Pod has no metadata.name"},
	{"list of manifests", "outside: [{apiVersion: v1, kind: List, metadata: {name: x}, items: []}]\n", "1: outside[0]: is a List; list its items one by one"},
	{"manifest that is none", "outside: [x]\n", `1: outside[0]: want a manifest, not "x"`},
	{"ignore without a reason", "ignore:\n  - path: a/\n", "2: ignore[0]: has no reason"},
	{"ignore of everything", "ignore: [{reason: x}]\n", "1: ignore[0]: would suppress everything; give a rule, an object or a path"},
	{"ignore of nothing", "ignore: [{reason: x, path: []}]\n", "1: ignore[0].path: is empty"},
	{"object", "ignore: [{reason: x, object: web}]\n", `1: ignore[0].object: want Kind/namespace/name, or Kind/name for an object without a namespace, not "web"`},
	{"day", "ignore: [{reason: x, rule: y, until: 2027-02-30}]\n", `1: ignore[0].until: want a day such as 2027-01-31, not "2027-02-30"`},
	{"year", "ignore: [{reason: x, rule: y, until: 2027}]\n", "1: ignore[0].until: want a day such as 2027-01-31, not the number 2027"},
	{"key twice", "exclude: []\nexclude: []\n", `~2: key "exclude" is already set in line 1`},
	{"all at once", "a: 1\nrules: 1\nkubeVersion: x\n", `1: unknown key "a"; want baseline, charts, environments, exclude, ignore, kubeVersion, outside, platform, policies or rules
2: rules: want ids of rules and cases with off, error, warning or note, not the number 1
3: kubeVersion: "x" is no version of Kubernetes such as 1.34`},
	{"second document", "exclude: []\n---\nrules: {}\n", "~3: is a second document; a configuration is one"},
	{"tab", "exclude:\n\t- a\n", "~2: found character that cannot start any token; YAML is indented with spaces, not tabs"},
	{"UTF-16", "\xff\xfee\x00", "1: is UTF-16; save it as UTF-8"},
	{"UTF-16 without a mark", "e\x00x\x00", "~1: is UTF-16; save it as UTF-8"},
	{"binary", "a: \x00\x01", "~1: is binary, not YAML or JSON"},
	{"circle", "exclude: &a [*a]\n", `~1: anchor "a" contains itself`},
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	validate := schema(t)
	for _, c := range mistakes {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := config.Read(config.File{Name: "f"}, []byte(c.text))
			found, ok := errors.AsType[mistake.List](err)
			if !ok {
				t.Fatalf("no mistakes, but %v", err)
			}
			want, more := strings.CutPrefix(c.want, "~")
			want = "f:" + strings.ReplaceAll(want, "\n", "\nf:")
			if diff := cmp.Diff(want, found.Error()); diff != "" {
				t.Errorf("mistakes (-want +got):\n%s", diff)
			}
			if err := validate(c.text); (err == nil) != more {
				t.Errorf("the schema says %v", err)
			}
		})
	}
}
