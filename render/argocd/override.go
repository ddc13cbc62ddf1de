package argocd

import (
	"maps"
	"path"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/schema"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// override applies the files in the directory of the source that change its
// options: .argocd-source.yaml, and the same with the name of the Application.
// Which chart or directory it is they do not change. See
// https://argo-cd.readthedocs.io/en/stable/user-guide/parameters/#store-overrides-in-git
func (p *planner) override() bool {
	fields := p.fields
	for _, name := range []string{".argocd-source.yaml", ".argocd-source-" + p.object.Name() + ".yaml"} {
		file := path.Join(p.source.Path, name)
		if !p.c.tree.IsFile(file) {
			continue
		}
		patch, problems := p.c.overrideIn(file)
		p.source.Read = append(p.source.Read, file)
		if len(problems) > 0 {
			p.failures = append(p.failures, problems...)
			return false
		}
		fields = mergePatch(fields, patch)
		p.overridden = true
	}
	if p.overridden {
		for _, key := range []string{"chart", "path", "repoURL", "targetRevision"} {
			delete(fields, key)
			if value, ok := p.fields[key]; ok {
				fields[key] = value
			}
		}
		p.fields = fields
	}
	return true
}

// overrideIn reads a file that holds fields of a source; an empty file holds none.
func (c *Controller) overrideIn(file string) (map[string]any, []render.Problem) {
	data, err := c.tree.ReadFile(file)
	if err != nil {
		return nil, []render.Problem{{
			Reason: render.ReasonUnreadable, Message: "cannot be read: " + fsys.Cause(err).Error(),
			Location: manifest.Location{File: file},
		}}
	}
	docs := manifest.Parse(file, data)
	if len(docs) == 0 {
		return nil, nil
	}
	if docs[0].Err != nil {
		return nil, []render.Problem{{
			Reason: render.ReasonInvalidYAML, Message: docs[0].Err.Message, Location: docs[0].Err.Location,
		}}
	}
	fields, ok := docs[0].Body.(map[string]any)
	if !ok {
		return nil, []render.Problem{{
			Reason: render.ReasonInvalidYAML, Message: "is not a mapping", Location: docs[0].Locate(nil),
		}}
	}
	var problems []render.Problem
	for _, m := range schema.Source().Mistakes(fields, nil) {
		problems = append(problems, render.Problem{
			Reason: render.ReasonRender, Message: m.Message, Location: docs[0].Locate(m.Path),
		})
	}
	return fields, problems
}

// mergePatch gives a mapping with a JSON merge patch applied
// (https://www.rfc-editor.org/rfc/rfc7386). Neither is changed.
func mergePatch(under, patch map[string]any) map[string]any {
	out := maps.Clone(under)
	if out == nil {
		out = map[string]any{}
	}
	for key, value := range patch {
		upper, isMap := value.(map[string]any)
		switch {
		case value == nil:
			delete(out, key)
		case isMap:
			lower, _ := out[key].(map[string]any)
			out[key] = mergePatch(lower, upper)
		default:
			out[key] = value
		}
	}
	return out
}
