package place

import (
	"cmp"
	"path/filepath"
	"runtime"
)

// The places where Helm keeps its files, as `helm env` prints them
// (https://helm.sh/docs/helm/helm/). They are "" where the environment does not
// tell.

// HelmRepositoryCache is the folder of the packages that Helm has downloaded.
func (p Place) HelmRepositoryCache() string {
	home := p.helmHome("HELM_CACHE_HOME", "XDG_CACHE_HOME", map[string][]string{
		"darwin":  {p.Getenv("HOME"), "Library", "Caches"},
		"windows": {p.Getenv("TEMP")},
	}, ".cache")
	return cmp.Or(p.Getenv("HELM_REPOSITORY_CACHE"), below(home, "repository"))
}

// HelmRepositoryConfig is the file of the repositories that the user has added.
func (p Place) HelmRepositoryConfig() string {
	return cmp.Or(p.Getenv("HELM_REPOSITORY_CONFIG"), below(p.helmConfig(), "repositories.yaml"))
}

// HelmRegistryConfig is the file of the credentials for registries.
func (p Place) HelmRegistryConfig() string {
	return cmp.Or(p.Getenv("HELM_REGISTRY_CONFIG"), below(p.helmConfig(), "registry", "config.json"))
}

func (p Place) helmConfig() string {
	return p.helmHome("HELM_CONFIG_HOME", "XDG_CONFIG_HOME", map[string][]string{
		"darwin":  {p.Getenv("HOME"), "Library", "Preferences"},
		"windows": {p.Getenv("APPDATA")},
	}, ".config")
}

// helmHome is the folder that one variable names, or the folder helm in that which
// another one names, or in that which the system has for the purpose.
func (p Place) helmHome(own, shared string, system map[string][]string, otherwise string) string {
	if dir := p.Getenv(own); dir != "" {
		return dir
	}
	parts, known := system[runtime.GOOS]
	if !known {
		parts = []string{p.Getenv("HOME"), otherwise}
	}
	parent := p.Getenv(shared)
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
