package lint

import (
	"testing"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

func TestNamed(t *testing.T) {
	t.Parallel()
	body := manifest.Parse("", []byte(`
containers:
  - {name: web, ports: [{containerPort: 80, name: http}, {containerPort: 53, protocol: TCP}, {containerPort: 53, protocol: UDP}, {containerPort: 81}]}
  - {name: log, args: [--level=debug, -v, x, --level=info, --out=/log]}
tolerations: [{key: a, operator: Exists}, {operator: Exists}]
names: [{name: a, mountPath: /a}, {name: a, mountPath: /b}, {name: a, mountPath: /b}]
hosts: [{host: a.example}, [1]]
data:
  Corefile: |
    .:53 {
        health
        forward . 8.8.8.8
    }
    example:53 {
        health {
          lameduck 5s
        }

    }
  config.yaml: |
    list:
      - {name: x, mode: ipvs}
  list.json: '[{"name": "y"}]'
  plain: text
`))[0].Body
	for _, test := range []struct {
		path []any
		want string
	}{
		{nil, "."},
		{[]any{"containers", 1, "lifecycle"}, ".containers.name=log.lifecycle"},
		{[]any{"containers", 0, "ports", 0}, ".containers.name=web.ports.name=http"},
		{[]any{"containers", 0, "ports", 1, "protocol"}, ".containers.name=web.ports[1].protocol"},
		{[]any{"containers", 0, "ports", 3}, ".containers.name=web.ports.containerPort=81"},
		{[]any{"containers", 1, "args", 0}, ".containers.name=log.args[0]"},
		{[]any{"containers", 1, "args", 1}, ".containers.name=log.args.-v"},
		{[]any{"containers", 1, "args", 2}, ".containers.name=log.args[2]"},
		{[]any{"containers", 1, "args", 4}, ".containers.name=log.args.--out"},
		{[]any{"containers", 7, "lifecycle"}, ".containers[7].lifecycle"},
		{[]any{"containers", "odd", 1}, ".containers.odd[1]"},
		{[]any{"tolerations", 0}, ".tolerations.key=a"},
		{[]any{"tolerations", 1}, ".tolerations[1]"},
		{[]any{"names", 0}, `.names["mountPath=/a"]`},
		{[]any{"names", 1}, ".names[1]"},
		{[]any{"hosts", 0, "host"}, ".hosts[0].host"},
		{[]any{"hosts", 1, 0}, ".hosts[1][0]"},
		{[]any{"absent", 0, "x"}, ".absent[0].x"},
		{[]any{"data", "Corefile", 1}, `.data.Corefile["health/0"]`},
		{[]any{"data", "Corefile", 5}, `.data.Corefile["health/1"]`},
		{[]any{"data", "Corefile", 8}, `.data.Corefile["/0"]`},
		{[]any{"data", "Corefile", 99}, ".data.Corefile[99]"},
		{[]any{"data", "config.yaml", "list", 0, "mode"}, `.data["config.yaml"].list.name=x.mode`},
		{[]any{"data", "config.yaml", "list", 0, "absent"}, `.data["config.yaml"].list.name=x.absent`},
		{[]any{"data", "list.json", 0}, `.data["list.json"].name=y`},
		{[]any{"data", "plain", "x"}, ".data.plain.x"},
	} {
		path, err := manifest.PathOf(test.path...)
		if err != nil {
			t.Fatal(err)
		}
		if got := (fields{}).named(body, path).String(); got != test.want {
			t.Errorf("%s is named %s, want %s", path, got, test.want)
		}
	}
}

func TestNamedLikeTheObject(t *testing.T) {
	t.Parallel()
	list := []any{map[string]any{"name": "job-x7"}, map[string]any{"name": "log"}, map[string]any{"name": "web-a"}, map[string]any{"name": "web-b"}}
	for _, test := range []struct {
		mask  string
		index int
		want  string
	}{
		{"job-*", 0, ".name=job-*"},
		{"job-*", 1, ".name=log"},
		{"web-*", 2, "[2]"}, // both are named like the object
		{"*", 0, "[0]"},
		{"job-[", 0, ".name=job-x7"},
		{"", 0, ".name=job-x7"},
	} {
		if got := (fields{test.mask}).named(list, manifest.Path{manifest.Index(test.index)}).String(); got != test.want {
			t.Errorf("in %s, item %d is named %s, want %s", test.mask, test.index, got, test.want)
		}
	}
}
