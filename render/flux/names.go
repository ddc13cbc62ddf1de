package flux

import (
	"cmp"
	"crypto/sha256"
	"fmt"
)

// maxReleaseName is the length in bytes of the longest name of a release.
const maxReleaseName = 53

// releaseName gives the name that helm-controller gives to a release: the one that
// is asked for, else the target namespace, if any, and the name of the HelmRelease.
// See GetReleaseName in
// https://github.com/fluxcd/helm-controller/blob/main/api/v2/helmrelease_types.go
func releaseName(asked, targetNamespace, name string) string {
	if targetNamespace != "" {
		name = targetNamespace + "-" + name
	}
	return shortened(cmp.Or(asked, name))
}

// shortened gives a name that Helm accepts: one that is too long is cut, and told
// from others by a hash. See
// https://github.com/fluxcd/helm-controller/blob/main/internal/release/name.go
func shortened(name string) string {
	if len(name) <= maxReleaseName {
		return name
	}
	const digits = 12
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(name)))
	return name[:maxReleaseName-digits-1] + "-" + hash[:digits]
}

// operatorReleaseName gives the name that the Helm operator gives to a release.
// See GetReleaseName in
// https://github.com/fluxcd/helm-operator/blob/master/pkg/apis/helm.fluxcd.io/v1/types_helmrelease.go
func operatorReleaseName(asked, namespace, targetNamespace, name string) string {
	byDefault := targetNamespace + "-" + name
	if namespace != targetNamespace {
		byDefault = namespace + "-" + byDefault
	}
	return cmp.Or(asked, byDefault)
}
