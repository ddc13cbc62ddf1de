package argocd

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
)

// kustomize plans a kustomization with the options of the source. With options
// that Argo CD refuses it is not rendered: it would be another one. See
// https://argo-cd.readthedocs.io/en/stable/user-guide/kustomize/
func (p *planner) kustomize() {
	if p.kustomization() == "" {
		p.fail(p.field("kustomize"), "%s has no kustomization", p.source.Path)
		return
	}
	options := mapping(p.fields, "kustomize")
	env := p.buildEnvironment(p.fields)
	before := p.count()
	k := types.Kustomization{
		NamePrefix: text(options, "namePrefix"),
		NameSuffix: text(options, "nameSuffix"),
		Namespace:  text(options, "namespace"),
		Components: p.components(options),
	}
	p.images(&k, options, env)
	p.replicas(&k, options)
	p.labels(&k, options, env)
	p.patches(&k, options)
	p.source.Covers = []string{p.source.Path}
	for _, component := range k.Components {
		p.source.Covers = append(p.source.Covers, path.Join(p.source.Path, component))
	}
	if p.count() == before {
		p.source.Kind, p.source.Kustomize = render.KindKustomize, k
	}
}

// components gives the components, without those that may be missing and are.
func (p *planner) components(options map[string]any) []string {
	list := textsOf(options, "components")
	if !flag(options, "ignoreMissingComponents") {
		return list
	}
	return slices.DeleteFunc(list, func(name string) bool {
		_, err := p.c.tree.Stat(path.Join(p.source.Path, name))
		return err != nil
	})
}

func (p *planner) images(k *types.Kustomization, options map[string]any, env buildEnvironment) {
	for i, image := range textsOf(options, "images") {
		parsed, ok := parseImage(env.fill(image))
		if !ok {
			p.fail(item(p.field("kustomize", "images"), i), "%s is no image for `kustomize edit set image`", image)
			continue
		}
		k.Images = append(k.Images, parsed)
	}
}

// tagged is an image with a tag, which may hold a variable for the commit.
var tagged = regexp.MustCompile(`^(.*):([a-zA-Z0-9._${}-]*|\*)$`)

// parseImage reads an image as `kustomize edit set image` does: name=new:tag,
// name=new@digest, name=new, name:tag or name@digest. See
// https://github.com/kubernetes-sigs/kustomize/blob/master/kustomize/commands/edit/set/setimage.go
func parseImage(text string) (types.Image, bool) {
	name, with, renamed := strings.Cut(text, "=")
	if !renamed {
		with = name
	}
	var image types.Image
	rest, digest, hasDigest := strings.Cut(with, "@")
	image.Digest = digest
	m := tagged.FindStringSubmatch(rest)
	if m != nil {
		rest, image.NewTag = m[1], m[2]
	}
	if renamed {
		image.Name, image.NewName = name, rest
		return image, name != "" && rest != ""
	}
	image.Name = rest
	return image, rest != "" && (hasDigest || m != nil)
}

func (p *planner) replicas(k *types.Kustomization, options map[string]any) {
	for i, r := range sequence(options, "replicas") {
		fields, _ := r.(map[string]any)
		count, err := strconv.ParseInt(fmt.Sprint(fields["count"]), 10, 64)
		if err != nil {
			p.fail(below(item(p.field("kustomize", "replicas"), i), "count"), "is not a whole number")
			continue
		}
		k.Replicas = append(k.Replicas, types.Replica{Name: text(fields, "name"), Count: count})
	}
}

// labels adds the common labels and annotations, where `kustomize edit add label`
// and `kustomize edit add annotation` put them.
func (p *planner) labels(k *types.Kustomization, options map[string]any, env buildEnvironment) {
	given, labels := mapping(options, "commonLabels"), map[string]string{}
	for key := range given {
		labels[key] = env.fill(text(given, key))
	}
	switch {
	case len(labels) == 0:
	case flag(options, "labelWithoutSelector"):
		k.Labels = []types.Label{{Pairs: labels, IncludeTemplates: flag(options, "labelIncludeTemplates")}}
	default:
		k.CommonLabels = labels //nolint:staticcheck // this is where `kustomize edit` puts them
	}
	annotations := mapping(options, "commonAnnotations")
	for key := range annotations {
		if k.CommonAnnotations == nil {
			k.CommonAnnotations = map[string]string{}
		}
		k.CommonAnnotations[key] = text(annotations, key)
		if flag(options, "commonAnnotationsEnvsubst") {
			k.CommonAnnotations[key] = env.fill(text(annotations, key))
		}
	}
}
