package policy

import (
	"io/fs"
	"regexp"
	"strings"
)

// fixture is the form of the names of fixtures.
var fixture = regexp.MustCompile(`^(bad|good)(-[a-z0-9-]+)?(\.yaml)?$`)

// Fixtures gives the names of the fixtures in the folder of a rule: YAML files
// and folders whose names start with bad or good.
func Fixtures(tree fs.FS, folder string) ([]string, error) {
	entries, err := fs.ReadDir(tree, folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if isFixture(entry) {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

func isFixture(entry fs.DirEntry) bool {
	return fixture.MatchString(entry.Name()) && entry.IsDir() != strings.HasSuffix(entry.Name(), ".yaml") && (entry.IsDir() || entry.Type().IsRegular())
}
