// Package schema guards the OpenAPI schema of Kubernetes, of which kyaml keeps one
// for the whole process. kyaml fills it in when it first needs it, and reads it
// without a lock, so that two builds at the same time could crash the process. See
// https://github.com/kubernetes-sigs/kustomize/blob/kyaml/v0.21.2/kyaml/openapi/openapi.go
package schema

import (
	"sync"

	"sigs.k8s.io/kustomize/kyaml/openapi"
)

var (
	lock sync.RWMutex
	// filled tells that the schema is the one of kustomize, and complete.
	filled bool
)

// Use calls f, which may use the schema of kustomize, together with others that do
// the same. It does not nest.
func Use(f func()) {
	lock.RLock()
	for !filled {
		lock.RUnlock()
		fill()
		lock.RLock()
	}
	defer lock.RUnlock()
	f()
}

func fill() {
	lock.Lock()
	defer lock.Unlock()
	if !filled {
		openapi.Schema()
		filled = true
	}
}

// Replace calls f alone, with an empty schema that f may fill with another one.
func Replace(f func()) {
	lock.Lock()
	defer lock.Unlock()
	reset := func() {
		openapi.ResetOpenAPI()
		filled = false
	}
	reset()
	defer reset()
	f()
}
