package config

import (
	"slices"

	"github.com/kubegap/kubegap-lint/render"
)

// EnvironmentOf gives the environment that a unit is for, nil where none is
// listed for it. Where a unit is deployed says more than where it lies: first
// counts the cluster that it is deployed to, by its name and its path, then the
// object of Flux or Argo CD that deploys it, then its values set and its own
// path. Of several environments the first in the file counts.
func (c Config) EnvironmentOf(u render.Unit) *Environment {
	for _, fits := range []func(e *Environment) bool{
		func(e *Environment) bool {
			return u.Environment != "" && (e.Name == u.Environment || e.Paths.Match(u.Environment, true))
		},
		func(e *Environment) bool {
			return u.Deployer.Kind != "" && e.Paths.Match(u.Deployer.Location.File, false)
		},
		func(e *Environment) bool {
			if u.Target.Variant != "" && e.Name == u.Target.Variant {
				return true
			}
			return e.Paths.Match(u.Target.Path, u.Target.Kind != render.KindPlain)
		},
	} {
		for i := range c.Environments {
			if fits(&c.Environments[i]) {
				return &c.Environments[i]
			}
		}
	}
	return nil
}

// HasValues tells whether a target is a chart with a value set that is listed for
// it, and the set has a file, so that it is more than what the chart ships.
func (c Config) HasValues(t render.Target) bool {
	return slices.ContainsFunc(c.Charts, func(chart Chart) bool {
		return t.Kind == render.KindHelm && chart.Name == t.Path && slices.ContainsFunc(chart.Values, func(set ValueSet) bool {
			return set.Name == t.Variant && len(set.Files) > 0
		})
	})
}

// WithKubeVersion gives the configuration with this version of Kubernetes for all
// clusters.
func (c Config) WithKubeVersion(version string) Config {
	c.KubeVersion = version
	c.Environments = slices.Clone(c.Environments)
	for i := range c.Environments {
		c.Environments[i].KubeVersion = ""
	}
	return c
}

// KubeVersionOf gives the version of Kubernetes where a unit is deployed, ""
// where the file does not tell.
func (c Config) KubeVersionOf(u render.Unit) string {
	if e := c.EnvironmentOf(u); e != nil && e.KubeVersion != "" {
		return e.KubeVersion
	}
	return c.KubeVersion
}
