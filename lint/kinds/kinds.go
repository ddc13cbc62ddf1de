// Package kinds knows which kinds of objects the groups of Kubernetes have, so that
// a rule does not wait for one that can never come.
package kinds

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
)

// removed are kinds that Kubernetes had once, and that manifests still have.
// https://kubernetes.io/docs/reference/using-api/deprecation-guide/
const removed = "policy/PodSecurityPolicy"

// Refuse tells why no object can be of a kind, which is written as group/Kind, or
// Kind in the core group; "" where one can. Of the groups that Kubernetes does not
// have itself every kind is taken, and without a group also one that has no name
// like any: documents of Talos, among others, name no group.
func Refuse(key string) string {
	group, name, named := strings.Cut(key, "/")
	if !named {
		group, name = "", key
	}
	if named && (group == "core" || group == "v1") {
		return fmt.Sprintf("the core group has no name: write %s", name)
	}
	known := builtIn()
	if known[group] == nil || slices.Contains(known[group], name) || key == removed {
		return ""
	}
	if homes := homesOf(known, name); len(homes) > 0 {
		return fmt.Sprintf("%s is %s", key, strings.Join(homes, " or "))
	}
	near := nearest(known, group, name)
	switch {
	case near == "" && group == "":
		return ""
	case near == "":
		return fmt.Sprintf("the group %s has no kind %s", group, name)
	case group == "":
		return fmt.Sprintf("the core group has no kind %s; did you mean %s?", name, near)
	}
	return fmt.Sprintf("the group %s has no kind %s; did you mean %s?", group, name, near)
}

// builtIn gives the kinds of the groups that Kubernetes has itself, sorted. Types
// without metadata, such as lists and options, are no kinds of objects.
func builtIn() map[string][]string {
	known := map[string][]string{}
	for gvk, goType := range scheme.Scheme.AllKnownTypes() {
		if _, object := reflect.New(goType).Interface().(metav1.Object); object {
			known[gvk.Group] = append(known[gvk.Group], gvk.Kind)
		}
	}
	for group, names := range known {
		slices.Sort(names)
		known[group] = slices.Compact(names)
	}
	return known
}

// homesOf gives the kinds of a name in all groups, as rules write them. The group
// extensions, which all kinds have left, counts only where there is no other.
func homesOf(known map[string][]string, name string) []string {
	var homes []string
	for group, names := range known {
		if slices.Contains(names, name) {
			homes = append(homes, keyOf(group, name))
		}
	}
	slices.Sort(homes)
	left := func(key string) bool { return strings.HasPrefix(key, "extensions/") }
	if current := slices.DeleteFunc(slices.Clone(homes), left); len(current) > 0 {
		return current
	}
	return homes
}

// nearest gives the kind whose name may have been meant, "" where none is near. Those
// of the group come before others.
func nearest(known map[string][]string, group, name string) string {
	const far = 3 // as many letters differ in another word
	type candidate struct {
		key      string
		distance int
		// foreign is 0 for a kind of the group, and 1 for others.
		foreign int
	}
	var all []candidate
	for g, names := range known {
		for _, n := range names {
			if d := levenshtein.ComputeDistance(strings.ToLower(n), strings.ToLower(name)); d < far {
				foreign := 0
				if g != group {
					foreign = 1
				}
				all = append(all, candidate{keyOf(g, n), d, foreign})
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	return slices.MinFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.foreign, b.foreign), cmp.Compare(a.key, b.key))
	}).key
}

func keyOf(group, name string) string {
	if group == "" {
		return name
	}
	return group + "/" + name
}
