package flux

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// fields reads an object. What has another type than its API asks for is a
// mistake, and is read as if it were not there.
type fields struct {
	object   manifest.Object
	mistakes []mistake
}

// mistake tells what is wrong with a field.
type mistake struct {
	path    manifest.Path
	message string
}

// field is a field of an object. Its value is nil where it is not there.
type field struct {
	in    *fields
	path  manifest.Path
	value any
}

// read gives the object as a field.
func read(o manifest.Object) field { return field{in: &fields{object: o}, value: o.Body} }

// get gives the field below the keys.
func (f field) get(keys ...string) field {
	for _, key := range keys {
		f = field{f.in, join(f.path, manifest.Key(key)), f.mapping()[key]}
	}
	return f
}

func (f field) exists() bool { return f.value != nil }

// text gives the value of a string.
func (f field) text() string {
	text, ok := f.value.(string)
	f.check(ok, "a string")
	return text
}

// flag gives the value of a boolean.
func (f field) flag() bool {
	flag, ok := f.value.(bool)
	f.check(ok, "true or false")
	return flag
}

// mapping gives the value of a mapping. It is not to be changed.
func (f field) mapping() map[string]any {
	m, ok := f.value.(map[string]any)
	f.check(ok, "a mapping")
	return m
}

// items gives the items of a sequence.
func (f field) items() []field {
	list, ok := f.value.([]any)
	f.check(ok, "a list")
	items := make([]field, len(list))
	for i, value := range list {
		items[i] = field{f.in, join(f.path, manifest.Index(i)), value}
	}
	return items
}

// entries gives the fields of a mapping by their keys, sorted.
func (f field) entries() []field {
	m := f.mapping()
	entries := make([]field, 0, len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		entries = append(entries, f.get(key))
	}
	return entries
}

// texts gives the strings of a sequence or a mapping of them, without those that
// have another type.
func (f field) texts() []field {
	var all []field
	if _, isList := f.value.([]any); isList {
		all = f.items()
	} else {
		all = f.entries()
	}
	return slices.DeleteFunc(all, func(item field) bool {
		_, ok := item.value.(string)
		item.check(ok && item.exists(), "a string")
		return !ok
	})
}

// key gives the last key of the field's path.
func (f field) key() string { return f.path[len(f.path)-1].Key() }

// name gives the path as people write it.
func (f field) name() string { return strings.TrimPrefix(f.path.String(), ".") }

// check notes a mistake where the field exists and is not ok.
func (f field) check(ok bool, want string) {
	if ok || f.value == nil {
		return
	}
	f.in.mistakes = append(f.in.mistakes, mistake{f.path, fmt.Sprintf("%s must be %s, not %s", f.name(), want, manifest.TypeName(f.value))})
}

// join gives a path that shares nothing with p.
func join(p manifest.Path, steps ...manifest.Step) manifest.Path {
	return append(p[:len(p):len(p)], steps...)
}

// unknown tells whether a text holds something that is not known here: a variable
// that nothing sets, or what SOPS has encrypted.
func unknown(text string) bool { return strings.Contains(text, "${") || encrypted(text) }

// encrypted tells whether a text is, or holds, a ciphertext of SOPS. See
// https://github.com/getsops/sops#encrypting-only-parts-of-a-file
func encrypted(text string) bool { return strings.Contains(text, "ENC[AES256_GCM,") }
