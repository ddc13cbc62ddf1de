package main

import "os"

// passed are the settings that commands get from the environment: where programs,
// modules and caches are, and how modules are fetched. What modules hold is fixed by
// go.sum.
var passed = [...]string{
	"PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME",
	"GOPATH", "GOMODCACHE", "GOCACHE", "GOPROXY", "GOSUMDB",
	"HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
}

// fixed are the settings that could make a difference between two builds of one
// commit (https://pkg.go.dev/cmd/go#hdr-Environment_variables). GOENV=off leaves out
// what `go env -w` has stored, and GOTOOLCHAIN=local keeps to the Go that runs this
// program.
var fixed = [...]string{
	"GOENV=off", "GOTOOLCHAIN=local", "GOFLAGS=", "GOWORK=off", "GOEXPERIMENT=", "GOFIPS140=off",
	"GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0",
}

// environment gives the environment of all commands: what is passed on, what is
// fixed, and further settings, the last of which counts.
func environment(settings ...string) []string {
	var all []string
	for _, name := range passed {
		if value, ok := os.LookupEnv(name); ok {
			all = append(all, name+"="+value)
		}
	}
	return append(append(all, fixed[:]...), settings...)
}
