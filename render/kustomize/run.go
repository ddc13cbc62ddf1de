package kustomize

import (
	"fmt"
	"sync"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/openapi"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// schema guards the OpenAPI schema, of which kyaml keeps one for the whole
// process: a run whose kustomizations set it must be alone.
var schema sync.RWMutex

// run lets krusty build the directory dir. ownSchema tells that one of its
// kustomizations has the field openapi.
func run(files *fsys.Overlay, dir string, ownSchema bool) (_ resmap.ResMap, err error) {
	if ownSchema {
		schema.Lock()
		defer schema.Unlock()
		openapi.ResetOpenAPI()
		defer openapi.ResetOpenAPI()
	} else {
		schema.RLock()
		defer schema.RUnlock()
	}
	// kustomize panics on some input, such as a broken schema.
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("kustomize panics: %v", r)
		}
	}()
	return krusty.MakeKustomizer(options()).Run(files, files.Abs(dir))
}

// options are those of `kustomize build --load-restrictor
// LoadRestrictionsNone`. Explicit builtin plugins work; any other one, and the
// helm binary, are out of reach.
func options() *krusty.Options {
	o := krusty.MakeDefaultOptions()
	o.Reorder = krusty.ReorderOptionUnspecified
	o.LoadRestrictions = types.LoadRestrictionsNone
	o.PluginConfig = types.DisabledPluginConfig()
	o.PluginConfig.PluginRestrictions = types.PluginRestrictionsBuiltinsOnly
	o.PluginConfig.BpLoadingOptions = types.BploUseStaticallyLinked
	return o
}
