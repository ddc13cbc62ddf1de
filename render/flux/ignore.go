package flux

import (
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The files that source-controller leaves out by itself: those of git always, the
// others where neither the repository nor the source says what to leave out. See
// https://fluxcd.io/flux/components/source/gitrepositories/#default-exclusions
const (
	gitFiles = ".git/,.gitignore,.gitmodules,.gitattributes"
	ownFiles = "*.jpg,*.jpeg,*.gif,*.png,*.wmv,*.flv,*.tar.gz,*.zip," +
		".github/,.circleci/,.travis.yml,.gitlab-ci.yml,appveyor.yml,.drone.yml,cloudbuild.yaml,codeship-services.yml,codeship-steps.yml," +
		"**/.goreleaser.yml,**/.sops.yaml,**/.flux.yaml"
)

// ignoreRule is one pattern of a .sourceignore file. What it means differs from
// what git means by it: each rule decides about a file by itself, so that !/apps
// brings back what /* takes away, with all that lies below. See
// https://github.com/fluxcd/pkg/tree/main/sourceignore/gitignore
type ignoreRule struct {
	// dir is the directory of the file.
	dir string
	// steps are the parts of the pattern between slashes; an unanchored one has
	// one part and matches at any depth.
	steps    []string
	anchored bool
	dirOnly  bool
	negated  bool
}

// parseRules reads the rules of a file in the directory dir.
func parseRules(dir, text string) []ignoreRule {
	var rules []ignoreRule
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		rules = append(rules, parseRule(dir, line))
	}
	return rules
}

func parseRule(dir, text string) ignoreRule {
	r := ignoreRule{dir: dir}
	text, r.negated = strings.CutPrefix(text, "!")
	if !strings.HasSuffix(text, `\ `) {
		text = strings.TrimRight(text, " ")
	}
	text, r.dirOnly = strings.CutSuffix(text, "/")
	r.anchored = strings.Contains(text, "/")
	r.steps = strings.Split(text, "/")
	return r
}

// ignored tells whether the last rule that speaks of a file leaves it out.
func ignored(rules []ignoreRule, file string) bool {
	for _, r := range slices.Backward(rules) {
		if r.matches(file) {
			return !r.negated
		}
	}
	return false
}

func rulesOf(root, list string) []ignoreRule {
	return parseRules(root, strings.ReplaceAll(list, ",", "\n"))
}

// matches tells whether the rule speaks of a file, by its name or by that of a
// directory above it.
func (r ignoreRule) matches(file string) bool {
	below, ok := within(file, r.dir)
	if !ok {
		return false
	}
	names := strings.Split(below, "/")
	if r.anchored {
		return r.matchesPath(names)
	}
	for i, name := range names {
		if matchName(r.steps[0], name) {
			return !r.dirOnly || i < len(names)-1
		}
	}
	return false
}

// matchesPath matches the steps from the first name on; those after ** match at
// any depth. What is left of the names lies in a directory that matches.
func (r ignoreRule) matchesPath(names []string) bool {
	matched, anywhere := false, false
	for i, step := range r.steps {
		switch {
		case step == "":
			anywhere = false
			continue
		case step == "**" && i == len(r.steps)-1:
			return matched && (!r.dirOnly || len(names) > 0)
		case step == "**":
			anywhere = true
			continue
		case strings.Contains(step, "**"):
			return false
		}
		skip := 0
		if anywhere {
			skip = slices.IndexFunc(names, func(name string) bool { return matchName(step, name) })
		}
		if skip < 0 || skip >= len(names) || !matchName(step, names[skip]) {
			return false
		}
		matched, anywhere, names = true, false, names[skip+1:]
	}
	return matched && (!r.dirOnly || len(names) > 0)
}

func matchName(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// ignoring gives the rules of a source with this root, in ascending precedence:
// the .sourceignore files from the outside in, then spec.ignore. See
// https://fluxcd.io/flux/components/source/gitrepositories/#excluding-files
func (d *deployment) ignoring(s source, root string) []ignoreRule {
	rules := rulesOf(root, gitFiles)
	own := d.ignoreFiles(root)
	if s.declared {
		own = append(own, parseRules(root, s.spec.get("ignore").text())...)
	}
	if len(own) == 0 {
		own = rulesOf(root, ownFiles)
	}
	return append(rules, own...)
}

func (d *deployment) ignoreFiles(root string) []ignoreRule {
	var rules []ignoreRule
	for _, dir := range slices.Sorted(slices.Values(d.c.roots(d.ctx, ".sourceignore", d.c.tree.IsFile))) {
		if _, inside := within(dir, root); !inside {
			continue
		}
		name := path.Join(dir, ".sourceignore")
		text, err := d.c.tree.ReadFile(name)
		if err != nil {
			d.fail(render.ReasonUnreadable, "cannot be read: "+fsys.Cause(err).Error(), manifest.Location{File: name})
			continue
		}
		d.files[name] = true
		rules = append(rules, parseRules(dir, string(text))...)
	}
	return rules
}
