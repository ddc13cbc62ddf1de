package helm

import (
	"fmt"

	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/strvals"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Validate fails for options that no chart could be rendered with, so that they
// are told once and as what they are: a version that is none, an override that
// cannot be parsed, a values file that is no mapping. The files are read from
// tree.
func (o Options) Validate(tree *fsys.Tree) error {
	if o.KubeVersion != "" {
		if _, err := chartutil.ParseKubeVersion(o.KubeVersion); err != nil {
			return fmt.Errorf("--kube-version %q is no version of Kubernetes", o.KubeVersion)
		}
	}
	into := map[string]any{}
	for _, expression := range o.Set {
		if err := strvals.ParseInto(expression, into); err != nil {
			return fmt.Errorf("--set %s: %w", expression, err)
		}
	}
	for _, expression := range o.SetString {
		if err := strvals.ParseIntoString(expression, into); err != nil {
			return fmt.Errorf("--set-string %s: %w", expression, err)
		}
	}
	for _, name := range o.ValueFiles {
		if err := validateValues(tree, name); err != nil {
			return err
		}
	}
	return nil
}

func validateValues(tree *fsys.Tree, name string) error {
	data, err := tree.ReadFile(name)
	if err != nil {
		return fmt.Errorf("--values %s: %w", name, fsys.Cause(err))
	}
	for _, doc := range manifest.Parse(name, data) {
		if doc.Err != nil {
			return fmt.Errorf("--values %s: %s", doc.Err.Location, doc.Err.Message)
		}
		if _, isMap := doc.Body.(map[string]any); !isMap && doc.Body != nil {
			return fmt.Errorf("--values %s: the values are no mapping", name)
		}
	}
	return nil
}
