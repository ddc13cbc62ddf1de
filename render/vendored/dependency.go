package vendored

import (
	"cmp"

	"github.com/Masterminds/semver/v3"
	"helm.sh/helm/v3/pkg/chart"
)

// LockedVersion gives the version of a dependency that `helm dependency build`
// fetches: the one in the chart's lock file, else what the chart asks for.
func LockedVersion(locked []*chart.Dependency, d *chart.Dependency) string {
	for _, l := range locked {
		if l != nil && l.Name == d.Name && Repository(l.Repository) == Repository(d.Repository) && satisfies(l.Version, d.Version) {
			return l.Version
		}
	}
	return d.Version
}

// satisfies tells whether a locked version is still one that the chart accepts.
func satisfies(version, asked string) bool {
	v, err := semver.NewVersion(version)
	if err != nil {
		return false
	}
	constraint, err := semver.NewConstraint(cmp.Or(asked, ">=0.0.0-0"))
	return err == nil && constraint.Check(v)
}
