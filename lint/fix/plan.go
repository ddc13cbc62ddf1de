package fix

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/edit"
)

// plan is how a finding may be fixed.
type plan struct {
	finding lint.Finding
	// edits are the replacements by file.
	edits map[string][]edit.Replacement
	// reason tells why the finding cannot be fixed; "" as long as it may.
	reason string
}

// planner finds the places to edit.
type planner struct {
	options Options
	files   map[string]*edit.File
	refused map[string]error
}

// plan makes the plan of a finding. All objects that have it are fixed, or none.
func (p *planner) plan(finding lint.Finding) *plan {
	result := &plan{finding: finding, edits: map[string][]edit.Replacement{}}
	for _, defect := range finding.Defects {
		if len(defect.Repairs) == 0 {
			result.reason = "the rule offers no fix for " + defect.Mark.Object + ", which has the same cause"
			return result
		}
		for _, repair := range defect.Repairs {
			file, replacement, err := p.edit(repair)
			if err != nil {
				result.reason = err.Error()
				return result
			}
			result.edits[file] = append(result.edits[file], replacement)
		}
	}
	for file, list := range result.edits {
		result.edits[file] = edit.Sort(list)
		if edit.Overlap(result.edits[file]) {
			result.reason = "its edits of " + file + " meet in one place"
		}
	}
	return result
}

// editsAny tells whether the plan edits one of some files.
func (p *plan) editsAny(files []string) bool {
	return slices.ContainsFunc(files, func(name string) bool { return len(p.edits[name]) > 0 })
}

// open gives a file to edit.
func (p *planner) open(name string) (*edit.File, error) {
	if f, ok := p.files[name]; ok {
		return f, nil
	}
	if err, ok := p.refused[name]; ok {
		return nil, err
	}
	f, err := p.read(name)
	if err != nil {
		p.refused[name] = err
		return nil, err
	}
	p.files[name] = f
	return f, nil
}

func (p *planner) read(name string) (*edit.File, error) {
	if err := p.options.Editable(name); err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	data, err := p.options.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read", name)
	}
	if generated(data) {
		return nil, fmt.Errorf("%s says that it is generated", name)
	}
	f, err := edit.Read(name, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if encrypted(data) {
		return nil, fmt.Errorf("%s is encrypted, and sealed against edits", name)
	}
	return f, nil
}

// fixOf writes a plan as the fix of its finding.
func (p *planner) fixOf(plan *plan) *lint.Fix {
	fix := &lint.Fix{}
	for _, name := range slices.Sorted(maps.Keys(plan.edits)) {
		for _, r := range plan.edits[name] {
			fix.Edits = append(fix.Edits, lint.Edit{Location: p.files[name].Location(r), Text: p.files[name].Inserted(r)})
		}
	}
	return fix
}

// edited gives the files that plans edit.
func (p *planner) edited(plans []*plan) []File {
	all := combined(plans)
	files := make([]File, 0, len(all))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f := p.files[name]
		files = append(files, File{Name: name, Before: f.Data(), After: f.Apply(all[name]), Diff: f.Diff(all[name])})
	}
	return files
}

// combined gives the replacements of several plans, by file.
func combined(plans []*plan) map[string][]edit.Replacement {
	all := map[string][]edit.Replacement{}
	for _, plan := range plans {
		for name, list := range plan.edits {
			all[name] = append(all[name], list...)
		}
	}
	for name, list := range all {
		all[name] = edit.Sort(list)
	}
	return all
}
