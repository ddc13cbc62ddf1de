package flux

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// variableName is what kustomize-controller accepts as the name of a variable.
// See https://github.com/fluxcd/pkg/blob/main/kustomize/kustomize_varsub.go
var variableName = regexp.MustCompile(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`)

// variable is a variable of spec.postBuild.
type variable struct {
	value string
	known bool
	// object and path tell where it is set.
	object manifest.Object
	path   manifest.Path
	// by is the field of the Kustomization that asks for it; the zero field where
	// a failure tells of it already.
	by field
}

// variables are what a Kustomization substitutes in its objects.
type variables struct {
	set map[string]variable
	// open tells that there may be more of them than is known.
	open bool
	// strict makes one that is not set an error.
	strict bool
	// active tells that something is substituted at all.
	active bool
}

// value gives the value of a variable, whether it is known, and whether it is set.
func (v *variables) value(name string) (value string, known, set bool) {
	found, set := v.set[name]
	if !set {
		return "", !v.open, false
	}
	return found.value, found.known, true
}

// variables gives the variables of spec.postBuild: those of substituteFrom in
// order, the later ones winning, and over them those of substitute. A reference
// that is not known leaves the values of the others as they are: maps of settings
// and of secrets hardly ever share a key.
func (d *deployment) variables() *variables {
	post := d.spec.get("postBuild")
	vars := &variables{set: map[string]variable{}, strict: d.c.o.Strict}
	for _, ref := range post.get("substituteFrom").items() {
		d.addFrom(vars, ref)
	}
	for _, entry := range post.get("substitute").entries() {
		text, isText := entry.value.(string)
		entry.check(isText, "a string")
		v := variable{value: text, known: isText && !encrypted(text), object: d.Object, path: entry.path}
		if isText {
			v.by = entry
		}
		d.set(vars, entry.key(), v)
	}
	always := post.get("substituteStrategy").text() == "Always"
	vars.active = post.exists() && (always || vars.open || len(vars.set) > 0)
	return vars
}

// addFrom adds the variables of an entry of substituteFrom.
func (d *deployment) addFrom(vars *variables, ref field) {
	kind, name := ref.get("kind").text(), ref.get("name").text()
	if kind != "ConfigMap" && kind != "Secret" {
		d.fail(render.ReasonRender, fmt.Sprintf("variables come from a ConfigMap or a Secret, not from %q", kind), d.at(ref.get("kind")))
		return
	}
	o, found := d.find("", kind, d.namespace(), name)
	if !found {
		vars.open = d.tellAbsent(kind, name, "variables", ref) || vars.open
		return
	}
	d.open(o)
	for _, entry := range sortedData(data(o)) {
		d.set(vars, entry.key, variable{entry.text, entry.known, o, entry.path, ref.get("name")})
	}
}

// tellHidden tells which of the variables that objects mention are set and not
// known, at each field that asks for some.
func (d *deployment) tellHidden(vars *variables, mentioned map[string]bool) {
	hidden := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(mentioned)) {
		if v, set := vars.set[name]; set && !v.known && v.by.exists() {
			hidden[v.by.name()] = append(hidden[v.by.name()], name)
		}
	}
	for _, names := range hidden {
		message := fmt.Sprintf("variables that are encrypted or no text are not known: %s", strings.Join(names, ", "))
		d.leave(render.ReasonMissingValue, message, d.at(vars.set[names[0]].by))
	}
}

// set sets a variable, without the line breaks that the controller takes out.
func (d *deployment) set(vars *variables, name string, v variable) {
	if !variableName.MatchString(name) {
		d.fail(render.ReasonRender, fmt.Sprintf("%q is no name for a variable, which stops the Kustomization %s", name, fullName(d.Object)),
			v.object.Source.Trace(v.path).Location)
		return
	}
	v.value = strings.ReplaceAll(v.value, "\n", "")
	vars.set[name] = v
}

// tellAbsent tells of a ConfigMap or Secret that the environment does not render.
// What it holds is unknown: it may have been made by hand or by an operator. Only
// what is optional is not there at all where everything else is; then tellAbsent
// gives false.
func (d *deployment) tellAbsent(kind, name, what string, ref field) (mayExist bool) {
	if ref.get("optional").flag() && d.Environment.Complete() {
		return false
	}
	d.skip(render.ReasonMissingValue, fmt.Sprintf("the %s of the %s %s are not known, since nothing here makes it", what, kind, name), d.at(ref))
	return true
}
