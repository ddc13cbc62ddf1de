package main

import (
	"cmp"
	"path/filepath"
	"runtime"
)

// The places where Helm keeps its files, as `helm env` prints them
// (https://helm.sh/docs/helm/helm/). They are "" where the environment does not
// tell.

// helmRepositoryCache is the folder of the packages that Helm has downloaded.
func (a App) helmRepositoryCache() string {
	home := a.helmHome("HELM_CACHE_HOME", "XDG_CACHE_HOME", map[string][]string{
		"darwin":  {a.Getenv("HOME"), "Library", "Caches"},
		"windows": {a.Getenv("TEMP")},
	}, ".cache")
	return cmp.Or(a.Getenv("HELM_REPOSITORY_CACHE"), below(home, "repository"))
}

// helmRepositoryConfig is the file of the repositories that the user has added.
func (a App) helmRepositoryConfig() string {
	return cmp.Or(a.Getenv("HELM_REPOSITORY_CONFIG"), below(a.helmConfig(), "repositories.yaml"))
}

// helmRegistryConfig is the file of the credentials for registries.
func (a App) helmRegistryConfig() string {
	return cmp.Or(a.Getenv("HELM_REGISTRY_CONFIG"), below(a.helmConfig(), "registry", "config.json"))
}

func (a App) helmConfig() string {
	return a.helmHome("HELM_CONFIG_HOME", "XDG_CONFIG_HOME", map[string][]string{
		"darwin":  {a.Getenv("HOME"), "Library", "Preferences"},
		"windows": {a.Getenv("APPDATA")},
	}, ".config")
}

// helmHome is the folder that one variable names, or the folder helm in that which
// another one names, or in that which the system has for the purpose.
func (a App) helmHome(own, shared string, system map[string][]string, otherwise string) string {
	if dir := a.Getenv(own); dir != "" {
		return dir
	}
	parts, known := system[runtime.GOOS]
	if !known {
		parts = []string{a.Getenv("HOME"), otherwise}
	}
	parent := a.Getenv(shared)
	if parent == "" && parts[0] != "" {
		parent = filepath.Join(parts...)
	}
	return below(parent, "helm")
}

// below gives a path in dir, or "" where that is not known.
func below(dir string, parts ...string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(append([]string{dir}, parts...)...)
}
