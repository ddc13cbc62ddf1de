package helm

import (
	"fmt"
	"regexp"

	"helm.sh/helm/v3/pkg/chartutil"
)

// newestKubernetes is the release that k8s.io/client-go of go.mod belongs to:
// client-go v0.N.x is Kubernetes v1.N. Its own default would be v1.20.
const newestKubernetes = "v1.37.0"

// oldestMinor is the first minor release that is tried for a chart which the
// newest does not suit.
const oldestMinor = 10

// kubeVersion chooses the version of Kubernetes for a chart with the given
// kubeVersion constraint. An asked version is taken as it is; ok tells whether
// the chart accepts the result.
func kubeVersion(asked, constraint string) (version *chartutil.KubeVersion, ok bool, err error) {
	want := asked
	if want == "" {
		want = newestKubernetes
	}
	version, err = chartutil.ParseKubeVersion(want)
	if err != nil {
		return nil, false, fmt.Errorf("parse Kubernetes version %q: %w", want, err)
	}
	if constraint == "" || chartutil.IsCompatibleRange(constraint, version.Version) {
		return version, true, nil
	}
	if asked != "" {
		return version, false, nil
	}
	for _, candidate := range candidates(version, constraint) {
		if chartutil.IsCompatibleRange(constraint, candidate) {
			version, err = chartutil.ParseKubeVersion(candidate)
			return version, err == nil, err
		}
	}
	return version, false, nil
}

var literalVersion = regexp.MustCompile(`v?1\.\d+(\.\d+)?`)

// candidates are all minor releases below newest, the latest first, and then
// the versions that the constraint itself names.
func candidates(newest *chartutil.KubeVersion, constraint string) []string {
	var minor int
	if _, err := fmt.Sscan(newest.Minor, &minor); err != nil {
		return nil
	}
	var out []string
	for m := minor - 1; m >= oldestMinor; m-- {
		out = append(out, fmt.Sprintf("v1.%d.0", m))
	}
	return append(out, literalVersion.FindAllString(constraint, -1)...)
}
