package argocd

import (
	"encoding/json"
	"errors"
	"path"
	"strings"

	"sigs.k8s.io/kustomize/api/builtins" //nolint:staticcheck // no other package has what kustomize checks
	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/kustomize/schema"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// patches adds the patches of the source. Those that kustomize would refuse
// whatever the directory holds are reported where they stand: in a build they
// would look like mistakes of the kustomization.
func (p *planner) patches(k *types.Kustomization, options map[string]any) {
	for i, patch := range sequence(options, "patches") {
		at := item(p.field("kustomize", "patches"), i)
		var parsed types.Patch
		data, err := json.Marshal(patch)
		if err == nil {
			err = json.Unmarshal(data, &parsed)
		}
		if err != nil {
			p.fail(at, "is no patch: %v", err)
			continue
		}
		p.checkPatch(parsed, at)
		k.Patches = append(k.Patches, parsed)
	}
}

func (p *planner) checkPatch(patch types.Patch, at manifest.Path) {
	text := strings.TrimSpace(patch.Patch)
	switch {
	case text == "" && patch.Path == "":
		p.fail(at, "the patch has neither a text nor a path")
	case text != "" && patch.Path != "":
		p.fail(at, "the patch has a text and a path; kustomize accepts one of them")
	case text != "":
		if err := refused(patch); err != nil {
			p.fail(below(at, "patch"), "%v", err)
		}
	case strings.Contains(patch.Path, "://") || repository.Placeholder(patch.Path):
		// The build tells of files that are not here.
	default:
		if file := path.Join(p.source.Path, patch.Path); !p.c.tree.IsFile(file) {
			p.fail(below(at, "path"), "%s does not exist", file)
		}
	}
}

// refused tells why kustomize takes no patch of this text for any object: nil if
// it does.
func refused(patch types.Patch) (err error) {
	schema.Use(func() { err = refusedBy(patch) })
	return err
}

func refusedBy(patch types.Patch) error {
	docs := manifest.Parse("", []byte(patch.Patch))
	for _, doc := range docs {
		if doc.Err != nil {
			return errors.New("the patch is no YAML: " + doc.Err.Message)
		}
	}
	// What was decoded from JSON can be encoded as JSON.
	config, err := json.Marshal(patch)
	if err != nil {
		return err
	}
	factory := resmap.NewFactory(provider.NewDefaultDepProvider().GetResourceFactory())
	plugin := builtins.NewPatchTransformerPlugin()
	if plugin.Config(resmap.NewPluginHelpers(nil, nil, factory, nil), config) != nil {
		return errors.New("the patch is neither a strategic merge patch, which has an apiVersion, a kind and a name, nor a JSON patch")
	}
	if patch.Target == nil {
		if _, isJSONPatch := docs[0].Body.([]any); isJSONPatch {
			return errors.New("a JSON patch needs a target")
		}
		return nil
	}
	if len(docs) > 1 {
		return errors.New("a patch with a target holds one document")
	}
	// There are no objects, so that only what is wrong with the target is found.
	return plugin.Transform(resmap.New())
}
