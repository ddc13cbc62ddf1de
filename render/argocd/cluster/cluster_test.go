package cluster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/argocd/cluster"
	"github.com/kubegap/kubegap-lint/render/plain"
)

func TestAll(t *testing.T) {
	t.Parallel()
	u := plain.FromBytes("clusters.yaml", []byte(`
apiVersion: v1
kind: Secret
metadata: {name: a, labels: {argocd.argoproj.io/secret-type: cluster, tier: prod}, annotations: {x: z}}
data: {name: cHJvZA==, server: "aHR0cHM6Ly9wcm9kLmV4YW1wbGUuY29tLw=="}
---
apiVersion: v1
kind: Secret
metadata: {name: b, labels: {argocd.argoproj.io/secret-type: cluster}}
data: {name: b2xk}
stringData: {name: new, server: https://b, project: shop}
---
apiVersion: v1
kind: Secret
metadata: {name: c, labels: {argocd.argoproj.io/secret-type: cluster}}
data: {name: 'ENC[AES256_GCM,data:x]', server: 5}
---
apiVersion: v1
kind: Secret
metadata: {name: d, labels: {argocd.argoproj.io/secret-type: repository}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: e, labels: {argocd.argoproj.io/secret-type: cluster}}
`))
	type entry struct {
		Secret, Name, Server, Written, Project, Path string
		Labels, Annotations                          map[string]string
	}
	var got []entry
	for _, c := range cluster.All(u.Objects) {
		got = append(got, entry{
			c.Object.Name(), c.Name, c.Server, c.ServerField().Value, c.ProjectField().Value, c.NameField().Path.String(),
			c.Labels, c.Annotations,
		})
	}
	only := map[string]string{"argocd.argoproj.io/secret-type": "cluster"}
	want := []entry{
		{
			"a", "prod", "https://prod.example.com", "https://prod.example.com/", "", ".data.name",
			map[string]string{"argocd.argoproj.io/secret-type": "cluster", "tier": "prod"}, map[string]string{"x": "z"},
		},
		{"b", "new", "https://b", "https://b", "shop", ".stringData.name", only, map[string]string{}},
		{"c", "ENC[AES256_GCM,data:x]", "", "", "", ".data.name", only, map[string]string{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
