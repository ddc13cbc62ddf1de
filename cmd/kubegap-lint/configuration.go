package main

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/lint/suppress"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// configFlags choose the configuration file.
type configFlags struct {
	file string
	none bool
}

func (f *configFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.file, "config", "", "configuration `FILE` (default: .kubegap.yaml, looked for from PATH, or what holds all of them, up to the root of the repository)")
	flags.BoolVar(&f.none, "no-config", false, "read no configuration file")
}

// configuration reads the configuration file for a run on what lies in the directory
// from, and checks it against the repository. It is the zero value where there is none.
func (a App) configuration(tree *fsys.Tree, f configFlags, from string) (config.Config, error) {
	if f.none && f.file != "" {
		return config.Config{}, cli.Usagef("--config and --no-config exclude each other")
	}
	if f.none {
		return config.Config{}, nil
	}
	file, data, err := a.configFile(tree, f.file, from)
	if err != nil || data == nil {
		return config.Config{}, err
	}
	c, err := config.Read(file, data)
	return c, mistake.Join(err, c.Check(tree))
}

// configFile gives the file that the user names, or else the nearest one, with
// its text, which is nil where there is none.
func (a App) configFile(tree *fsys.Tree, named, from string) (config.File, []byte, error) {
	if named == "" {
		return nearestConfig(tree, from)
	}
	abs, err := place.Resolved(a.Abs(named))
	if err != nil {
		return config.File{}, nil, cli.Usagef("--config %s: %w", named, fsys.Cause(err))
	}
	file := config.File{Name: named, Elsewhere: true}
	if name, ok := tree.Rel(abs); ok {
		file = config.File{Name: name}
	}
	data, err := readConfig(os.DirFS(filepath.Dir(abs)).(configFiles), filepath.Base(abs))
	if err != nil {
		return config.File{}, nil, cli.Usagef("--config %s: %w", named, fsys.Cause(err))
	}
	return file, data, nil
}

// nearestConfig looks for the configuration file in dir and in the directories
// above, up to the root of the repository.
func nearestConfig(tree *fsys.Tree, dir string) (config.File, []byte, error) {
	for at := dir; ; at = filepath.Dir(at) {
		name, ok := tree.Rel(filepath.Join(at, config.Name))
		if !ok {
			return config.File{}, nil, nil
		}
		switch data, err := readLinked(tree, name); {
		case err == nil:
			return config.File{Name: name}, data, nil
		case !errors.Is(err, fs.ErrNotExist):
			return config.File{}, nil, cli.Usagef("read %s: %w", name, fsys.Cause(err))
		}
		if place.Exists(at, config.Misnamed) {
			return config.File{}, nil, cli.Usagef("%s is not read; the name is %s", path.Join(path.Dir(name), config.Misnamed), config.Name)
		}
	}
}

// readLinked reads a file of the repository, which may be a link. Its error is
// fs.ErrNotExist only where the name does not exist.
func readLinked(tree *fsys.Tree, name string) ([]byte, error) {
	target, err := tree.Resolve(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, missing := tree.Lstat(name); missing == nil {
			return nil, errors.New("is a link to what does not exist")
		}
	}
	if err != nil {
		return nil, err
	}
	return readConfig(tree, target)
}

// maxConfigBytes bounds a configuration file: larger ones are none.
const maxConfigBytes = 1 << 20

// configFiles is where a configuration file is read from: the repository, so that
// no link leads out of it, or for one that the user names its folder.
type configFiles interface {
	Stat(name string) (fs.FileInfo, error)
	ReadFile(name string) ([]byte, error)
}

// readConfig reads a file. Its text is never nil.
func readConfig(files configFiles, name string) ([]byte, error) {
	info, err := files.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("is not a regular file")
	}
	if info.Size() > maxConfigBytes {
		return nil, errors.New("is larger than 1 MiB")
	}
	data, err := files.ReadFile(name)
	return append([]byte{}, data...), err
}

// overridden gives the configuration with what the user says on the command line
// in the place of what the file says.
func (f renderFlags) overridden(c config.Config) config.Config {
	if f.kubeVersion != "" {
		c = c.WithKubeVersion(f.kubeVersion)
	}
	return c
}

// discovery gives what the configuration says about the targets.
func discovery(c config.Config) render.Options {
	o := render.Options{Exclude: c.Exclude.Patterns, Charts: map[string][]render.ValueSet{}}
	for _, chart := range c.Charts {
		for _, set := range chart.Values {
			files := make([]string, len(set.Files))
			for i, file := range set.Files {
				files[i] = file.Name
			}
			o.Charts[chart.Name] = append(o.Charts[chart.Name], render.ValueSet{Name: set.Name, Files: files})
		}
	}
	return o
}

// ruleSettings gives what the configuration says about rules and cases.
func ruleSettings(c config.Config) []lint.Setting {
	var settings []lint.Setting
	for _, r := range c.Rules {
		settings = append(settings, lint.Setting{ID: r.ID, Off: r.Off, Level: r.Level})
	}
	return settings
}

// on gives the settings without those that turn off what is wanted.
func on(settings []lint.Setting, wanted []string) []lint.Setting {
	return slices.DeleteFunc(settings, func(s lint.Setting) bool {
		off := strings.ToLower(s.ID)
		return s.Off && slices.ContainsFunc(wanted, func(id string) bool {
			id = strings.ToLower(id)
			return id == off || strings.HasPrefix(id, off+"/") || strings.HasPrefix(off, id+"/")
		})
	})
}

// ignores gives the findings that the configuration suppresses.
func ignores(c config.Config) []suppress.Ignore {
	var list []suppress.Ignore
	for _, i := range c.Ignore {
		ignore := suppress.Ignore{Location: c.File.At(i.Place), Rule: i.Rule, Object: i.Object, Reason: i.Reason, Until: i.Until}
		if i.Path.Len() > 0 {
			ignore.Path = func(file string) bool { return i.Path.Match(file, false) }
		}
		list = append(list, ignore)
	}
	return list
}

// withFacts gives the units what the configuration says of where they go, and tells
// for which charts it, or the command line, has values.
func (r *repository) withFacts(units []render.Unit) []render.Unit {
	for i := range units {
		u := &units[i]
		u.Facts = render.Facts{}
		if e := r.config.EnvironmentOf(*u); e != nil {
			u.Facts = render.Facts{Production: e.Production, KubeVersion: e.KubeVersion}
		}
		u.Facts.OwnValues = u.Target.Kind == render.KindHelm && r.ownValues || r.config.HasValues(u.Target)
	}
	return units
}

// outsideUnits gives the objects that the clusters have from elsewhere.
func outsideUnits(c config.Config) []render.Unit {
	if len(c.Outside) == 0 {
		return nil
	}
	return []render.Unit{{
		Target:  render.Target{Kind: render.KindPlain, Path: cmp.Or(c.File.Name, config.Name)},
		Objects: c.Outside, Everywhere: true,
	}}
}

// doubtful gives warnings about what the configuration says and the repository
// does not bear out: patterns that match nothing, and, as far as they were asked
// for, charts whose value sets are not used and names that mean nothing. What is
// confined to what changed does not show it.
func (r *repository) doubtful(units []render.Unit) []render.Problem {
	if r.scope != nil {
		return nil
	}
	warnings := r.config.Unmatched(r.plan.Seen)
	bare := map[string]bool{}
	for _, u := range units {
		if u.Deployer.Kind == "" {
			bare[u.Target.Path] = true
		}
	}
	asked := func(name string) bool { return r.whole || r.within(name) != "" }
	warnings = append(warnings, r.config.Unrendered(func(chart string) bool { return !asked(chart) || bare[chart] })...)
	if r.whole {
		warnings = append(warnings, r.config.Unmet(units)...)
	}
	return warnings
}
