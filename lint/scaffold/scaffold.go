// Package scaffold writes the first version of a policy: a small rule that works,
// with its case, its test and its fixtures, for somebody to change.
package scaffold

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"regexp"
	"strings"
	"text/template"
)

// Policy says what to write.
type Policy struct {
	// Case and Rule are the names of the case and of the rule.
	Case, Rule string
	// Kind is the kind that the rule judges.
	Kind Kind
	// Year is the year of the incident.
	Year int
	// Own tells that the policy is for a library that stands on its own, of which
	// more is demanded.
	Own bool
}

// Kind is a kind of Kubernetes objects.
type Kind struct {
	// Group is "" for the core group.
	Group, Version, Name string
}

// kindPattern is group/version/Kind, where both may be left out.
var kindPattern = regexp.MustCompile(`^(?:([a-z0-9]+(?:[.-][a-z0-9]+)*)/)?(?:(v\d+(?:(?:alpha|beta)\d+)?)/)?([A-Z][A-Za-z0-9]*)$`)

// ParseKind reads a kind as apps/Deployment, autoscaling/v2/HorizontalPodAutoscaler,
// or Service in the core group. The version is v1 where none is named.
func ParseKind(text string) (Kind, error) {
	parts := kindPattern.FindStringSubmatch(text)
	if parts == nil {
		return Kind{}, fmt.Errorf("%q is no kind: want group/Kind or group/version/Kind, and Kind or version/Kind in the core group", text)
	}
	k := Kind{Group: parts[1], Version: parts[2], Name: parts[3]}
	if regexp.MustCompile(`^v\d+$`).MatchString(k.Group) && k.Version == "" {
		k.Group, k.Version = "", k.Group
	}
	if k.Version == "" {
		k.Version = "v1"
	}
	return k, nil
}

// Key is how a rule names the kind.
func (k Kind) Key() string { return path.Join(k.Group, k.Name) }

// APIVersion is how a manifest names the group and the version.
func (k Kind) APIVersion() string { return path.Join(k.Group, k.Version) }

//go:embed templates
var templates embed.FS

// File is a file to write.
type File struct {
	// Name is the path from the folder of the policies.
	Name string
	Text []byte
}

// CaseFile gives the case.yaml.
func (p Policy) CaseFile() (File, error) {
	return p.fill("case.yaml", path.Join("cases", p.Case))
}

// RuleFiles gives the files of the rule.
func (p Policy) RuleFiles() ([]File, error) {
	var files []File
	for _, name := range []string{"policy.rego", "policy_test.rego", "bad.yaml", "good.yaml"} {
		file, err := p.fill(name, path.Join("cases", p.Case, p.Rule))
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// fill fills a template in.
func (p Policy) fill(name, folder string) (File, error) {
	t, err := template.New(name).Delims("[[", "]]").ParseFS(templates, "templates/"+name)
	if err != nil {
		return File{}, fmt.Errorf("read template: %w", err)
	}
	var text bytes.Buffer
	err = t.Execute(&text, map[string]any{
		"Case": p.Case, "Year": p.Year, "Own": p.Own,
		"Package": "kubegap.cases." + strings.NewReplacer("-", "_").Replace(strings.ToLower(p.Case)+"."+p.Rule),
		"Key":     p.Kind.Key(), "APIVersion": p.Kind.APIVersion(), "Kind": p.Kind.Name,
		"Deployment": p.Kind.Key() == "apps/Deployment",
	})
	if err != nil {
		return File{}, fmt.Errorf("fill in %s: %w", name, err)
	}
	return File{path.Join(folder, name), text.Bytes()}, nil
}
