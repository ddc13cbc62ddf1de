// Package config reads .kubegap.yaml, the file in which a repository says how
// it wants to be linted.
package config

import (
	"path"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Name is the name of the file, in the root of the repository.
const Name = ".kubegap.yaml"

// Misnamed is a name that looks like Name, and is not read.
const Misnamed = ".kubegap.yml"

// Config is what a configuration file says. The zero value is an empty file.
type Config struct {
	File File
	// KubeVersion is the version of Kubernetes of all clusters, such as 1.34.
	KubeVersion string
	// Policies are folders of policies.
	Policies []Path
	// Exclude are the paths to leave out.
	Exclude Patterns
	// Baseline is the file of the findings to keep quiet about; the zero value stands
	// for none. It need not exist: what needs it reads it.
	Baseline Path
	// Rules are the settings of rules and, for all rules of a case, of cases.
	Rules []Rule
	// Charts are the value sets that charts are rendered with.
	Charts []Chart
	// Environments tell what the paths of the repository are for.
	Environments []Environment
	// Platform is what the clusters run on.
	Platform lint.Platform
	// Outside are objects that the clusters have from elsewhere. Among them is a
	// KubeProxyConfiguration with the name platform where Platform has a mode for
	// it.
	Outside []manifest.Object
	// Ignore are the findings to suppress.
	Ignore []Ignore

	// root is the value of the file, for reading only; nil where it is empty.
	root *yaml.Node
}

// File is where a configuration is written.
type File struct {
	// Name is the name of the file in the repository, from its root, or else the
	// name that the user gave it.
	Name string
	// Elsewhere is set for a file outside of the repository. Its paths are
	// relative to the root of the repository, those of any other to its directory.
	Elsewhere bool
}

// dir is the directory, from the root, that paths are relative to.
func (f File) dir() string {
	if f.Elsewhere || f.Name == "" {
		return "."
	}
	return path.Dir(f.Name)
}

// At gives the place of a line. It is zero for a file outside of the repository.
func (f File) At(p Place) manifest.Location {
	if f.Elsewhere {
		return manifest.Location{}
	}
	return manifest.Location{File: f.Name, Line: p.Line, Precision: manifest.PrecisionExact}
}

// Place is a line of the configuration file, from 1.
type Place struct{ Line int }

// Path is a file or directory of the repository, named from its root; "" where
// it is wrong.
type Path struct {
	Place
	Name string
}

// Patterns are patterns as .gitignore files have them, relative to the directory
// of the configuration file.
type Patterns struct {
	fsys.Patterns
	// Places are the lines of the patterns, and Texts what stands there.
	Places []Place
	Texts  []string
}

// Rule is the setting of a rule or a case.
type Rule struct {
	Place
	// ID is in upper or lower case.
	ID string
	// Off turns the rule off; else all its findings have Level.
	Off   bool
	Level lint.Level
}

// Chart is a chart with its value sets. A chart that is listed is rendered with
// these only, not with its defaults or the files in ci/.
type Chart struct {
	// Path is the chart's directory or package.
	Path
	Values []ValueSet
}

// ValueSet is what a chart is rendered with once.
type ValueSet struct {
	Place
	// Name is how findings call the set.
	Name string
	// Files are values files in the order in which Helm reads them, none for the
	// chart's defaults.
	Files []Path
}

// Environment tells what a part of the repository is for.
type Environment struct {
	Place
	// Name is that of a cluster or a value set, or any where there are Paths.
	Name  string
	Paths Patterns
	// Production tells whether anyone depends on it; nil leaves it open.
	Production *bool
	// KubeVersion is the version of Kubernetes there; "" stands for that of the
	// whole file.
	KubeVersion string
}

// Ignore suppresses the findings that meet all of its conditions.
type Ignore struct {
	Place
	// Rule is the id of a rule or a case; "" stands for any.
	Rule string
	// Object is Kind/namespace/name, or Kind/name for an object that is written
	// without a namespace, where * stands for any text, and as a namespace also for
	// none; "" stands for any.
	Object string
	// Path are the files; none stands for any.
	Path Patterns
	// Reason tells why; it is never empty.
	Reason string
	// Until is the last day on which the suppression holds, in UTC; the zero time
	// is for ever.
	Until time.Time
}
