package kustomize

import (
	"fmt"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/kustomize/schema"
)

// run lets krusty build the directory dir. ownSchema tells that one of its
// kustomizations has the field openapi, and with it a schema of its own.
func run(files *fsys.Overlay, dir string, ownSchema bool) (objects resmap.ResMap, err error) {
	with := schema.Use
	if ownSchema {
		with = schema.Replace
	}
	with(func() {
		// kustomize panics on some input, such as a broken schema.
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("kustomize panics: %v", r)
			}
		}()
		objects, err = krusty.MakeKustomizer(options()).Run(files, files.Abs(dir))
	})
	return objects, err
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
