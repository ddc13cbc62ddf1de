package flux

import (
	"fmt"
	"path"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// deployKustomization does what kustomize-controller does with a Kustomization:
// it finds the directory in the source, puts its own fields into the kustomization
// there, builds it, substitutes variables and sets the common metadata. See
// https://github.com/fluxcd/kustomize-controller/blob/main/internal/controller/kustomization_controller.go
func (d *deployment) deployKustomization() {
	s := d.source(d.spec.get("sourceRef").reference())
	vars := d.variables()
	if d.wait {
		return
	}
	at, ok := d.locate(target{
		source: s, text: d.spec.get("path").text(), at: d.spec.get("path"), what: "path", fits: d.c.tree.IsDir,
	})
	if !ok || d.wait {
		return
	}
	d.path = at.path
	d.warnSuspended()
	built := d.c.o.Kustomize.Build(d.ctx, d.buildRequest(s, at))
	d.take(built)
	if len(built.Objects)+len(d.unit.Failures)+len(d.unit.Skipped) == 0 {
		d.leave(render.ReasonEmpty, at.path+" renders nothing", d.at(d.spec.get("path")))
	}
	objects := d.decrypted(built.Objects)
	objects = d.substitute(objects, vars)
	d.unit.Objects = d.labelled(objects, d.spec.get("commonMetadata"))
}

func (d *deployment) buildRequest(s source, at location) BuildRequest {
	req := BuildRequest{Path: at.path, Adds: d.adds(at.path)}
	req.At, _ = d.Object.Place(d.spec.path)
	if d.c.hasKustomization(at.path) {
		d.covers = append(d.covers, at.path)
		return req
	}
	req.Generate = true
	req.Adds.Resources = d.generate(s, at)
	return req
}

// components gives the components that are put on top of the kustomization in
// dir, without those that may be missing and are.
func (d *deployment) components(dir string) []string {
	ignoreMissing := d.spec.get("ignoreMissingComponents").flag()
	var all []string
	for _, c := range d.spec.get("components").texts() {
		name := c.text()
		switch {
		case !isLocal(name):
			d.fail(render.ReasonRender, fmt.Sprintf("the component %s must be a path relative to spec.path", name), d.at(c))
		case ignoreMissing && !d.c.tree.IsDir(path.Join(dir, name)):
		default:
			all = append(all, name)
			d.covers = append(d.covers, path.Join(dir, name))
		}
	}
	return all
}

// isLocal tells whether kustomize-controller takes a component for a path in the
// source. See IsLocalRelativePath in
// https://github.com/fluxcd/pkg/blob/main/kustomize/kustomize_generator.go
func isLocal(name string) bool {
	lower := strings.ToLower(name)
	for _, prefix := range []string{"git::", "gh:", "ssh://", "https://", "http://", "git@", "github.com:", "github.com/"} {
		if len(lower) > len(prefix) && strings.HasPrefix(lower, prefix) {
			return false
		}
	}
	return !path.IsAbs(name) && !path.IsAbs(strings.TrimPrefix(lower, "file://"))
}

// decrypted gives the objects as they are after decryption, which removes the
// metadata of SOPS. What was encrypted keeps its ciphertext, which policies know
// as unknown. See https://fluxcd.io/flux/components/kustomize/kustomizations/#decryption
func (d *deployment) decrypted(objects []manifest.Object) []manifest.Object {
	decryption := d.spec.get("decryption")
	out := make([]manifest.Object, len(objects))
	for i, o := range objects {
		out[i] = o
		if _, isEncrypted := o.Body["sops"].(map[string]any); !isEncrypted {
			continue
		}
		if !decryption.exists() {
			d.warn(fmt.Sprintf("it is encrypted with SOPS, and the Kustomization %s has no decryption", fullName(d.Object)),
				o.Source.Trace(manifest.Path{manifest.Key("sops")}).Location)
			continue
		}
		body := make(map[string]any, len(o.Body))
		for key, value := range o.Body {
			if key != "sops" {
				body[key] = value
			}
		}
		out[i].Body = body
	}
	return out
}
