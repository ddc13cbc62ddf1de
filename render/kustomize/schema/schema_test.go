package schema_test

import (
	"sync"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/kubegap/kubegap-lint/render/kustomize/schema"
)

// TestUse reads the schema and replaces it at the same time; the race detector
// tells whether one gets in the way of the other.
func TestUse(t *testing.T) {
	t.Parallel()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if i == 3 {
				schema.Replace(func() { openapi.SuppressBuiltInSchemaUse() })
				return
			}
			schema.Use(func() {
				deployment := yaml.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"}
				if openapi.SchemaForResourceType(deployment) == nil {
					t.Error("the schema of a Deployment is not there")
				}
				if scoped, known := openapi.IsNamespaceScoped(yaml.TypeMeta{APIVersion: "example.com/v1", Kind: "Unknown"}); scoped || known {
					t.Error("the scope of an unknown kind is known")
				}
			})
		})
	}
	group.Wait()
}
