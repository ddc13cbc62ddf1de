package appset

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	"sigs.k8s.io/yaml"
)

// errUnsteady is what a function gives whose result differs on each rendering.
var errUnsteady = errors.New("gives something else each time")

// functions gives what Go templates of ApplicationSets may call, as in
// https://github.com/argoproj/argo-cd/blob/master/applicationset/utils/template_functions.go:
// sprig without what looks at the machine, and a few more. Those whose result
// nobody can know before end the rendering with errUnsteady.
func functions() template.FuncMap {
	list := sprig.TxtFuncMap()
	for _, name := range []string{"env", "expandenv", "getHostByName"} {
		delete(list, name)
	}
	for _, name := range unsteady() {
		list[name] = func(...any) (string, error) { return "", fmt.Errorf("%s %w", name, errUnsteady) }
	}
	list["normalize"] = normalize
	list["slugify"] = slugify
	list["toYaml"] = toYAML
	list["fromYaml"] = fromYAML[map[string]any]
	list["fromYamlArray"] = fromYAML[[]any]
	return list
}

// unsteady are the functions of sprig that look at the clock or at chance.
func unsteady() []string {
	return []string{
		"ago", "bcrypt", "date", "dateInZone", "date_in_zone", "encryptAES", "genCA", "genCAWithKey",
		"genPrivateKey", "genSelfSignedCert", "genSelfSignedCertWithKey", "genSignedCert",
		"genSignedCertWithKey", "htmlDate", "htmlDateInZone", "htpasswd", "now", "randAlpha",
		"randAlphaNum", "randAscii", "randBytes", "randInt", "randNumeric", "shuffle", "uuidv4",
	}
}

var notInNames = regexp.MustCompile(`[^-a-z0-9.]`)

// normalize makes a text a name of an object: at most 253 lower case letters,
// digits, dashes and dots, with a letter or a digit at both ends.
func normalize(name string) string {
	name = notInNames.ReplaceAllString(strings.ToLower(name), "-")
	return strings.Trim(name[:min(len(name), 253)], "-.")
}

var (
	notInSlugs = regexp.MustCompile(`[^a-z0-9_-]`)
	dashes     = regexp.MustCompile(`-+`)
)

// slugify makes a text, its last argument, a part of a URL. The first of three
// arguments, or of two, is its greatest length, 50 if it is not given; the second
// of three tells whether to cut it at a dash, as happens if it is not given.
//
// The controller uses https://github.com/gosimple/slug on what normalize gives,
// which leaves no letters for it to transcribe.
func slugify(args ...any) (string, error) {
	length, whole, name := 50, true, ""
	for i, arg := range args {
		var ok bool
		switch i {
		case len(args) - 1:
			name, ok = arg.(string)
		case 0:
			length, ok = arg.(int)
		case 1:
			whole, ok = arg.(bool)
		}
		if !ok {
			return "", fmt.Errorf("argument %d of slugify has another type", i+1)
		}
	}
	length = max(length, 0)
	slug := normalize(name)
	if !whole {
		slug = slug[:min(len(slug), length)]
	}
	slug = strings.Trim(dashes.ReplaceAllString(notInSlugs.ReplaceAllString(slug, "-"), "-"), "-_")
	if !whole || length == 0 || len(slug) <= length {
		return slug, nil
	}
	if at := strings.LastIndexByte(slug[:length+1], '-'); at >= 0 {
		return slug[:at], nil
	}
	return slug[:length], nil
}

func toYAML(value any) (string, error) {
	data, err := yaml.Marshal(value)
	return strings.TrimSuffix(string(data), "\n"), err
}

func fromYAML[T any](text string) (T, error) {
	var value T
	err := yaml.Unmarshal([]byte(text), &value)
	return value, err
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
