package main

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
)

// version is the release that this source is, or becomes. It is what a build
// calls itself where Go knows no better: one from an archive of the source, or
// without version control.
const version = "0.1.0"

// versionDate is the day on which the version was set: that of the manual page of a build
// of which no commit is known.
const versionDate = "2026-11-30"

// build is what is known of how the program was built.
type build struct {
	// Version is without "v": that of the module, which Go takes from the tag or,
	// between tags, makes up of the last one and the commit
	// (https://go.dev/ref/mod#pseudo-versions), with "+dirty" where files differ
	// from it.
	Version string `json:"version"`
	// Revision is the commit and Time its time in RFC 3339; "" where the program
	// was not built in a checkout. Modified tells that files differed from it.
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`
	Modified bool   `json:"modified"`
	// Go is the version of Go, and Platform the operating system and architecture.
	Go       string `json:"go"`
	Platform string `json:"platform"`
	// tag is that of the version, where Go knows it.
	tag string
}

// thisBuild tells of the running program.
func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info)
}

func buildOf(info *debug.BuildInfo) build {
	b := build{Version: version, Go: cmp.Or(info.GoVersion, runtime.Version()), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if v, ok := strings.CutPrefix(info.Main.Version, "v"); ok {
		b.Version = v
		if !strings.Contains(v, "+") && !pseudoVersion.MatchString(v) {
			b.tag = info.Main.Version
		}
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// rev is what names the source of the build in a pre-commit configuration: its tag, or
// else its commit; "" for a build that knows neither.
// https://pre-commit.com/#pre-commit-configyaml---repos
func (b build) rev() string {
	made := pseudoVersion.FindStringSubmatch(b.Version)
	switch {
	case b.tag != "" && !b.Modified:
		return b.tag
	case b.Revision == "" && made != nil:
		return made[1]
	}
	return b.Revision
}

// pseudoVersion is the end of a version between tags, with the commit.
// https://go.dev/ref/mod#pseudo-versions
var pseudoVersion = regexp.MustCompile(`\d{14}-([0-9a-f]{12})$`)

// String is the build as people read it.
func (b build) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "kubegap-lint %s\n", b.Version)
	if b.Revision != "" {
		fmt.Fprintf(&s, "commit:   %s", b.Revision)
		if b.Modified {
			s.WriteString(", with changes that are not committed")
		}
		fmt.Fprintf(&s, "\ndate:     %s\n", b.Time)
	}
	fmt.Fprintf(&s, "go:       %s\nplatform: %s\n", b.Go, b.Platform)
	return s.String()
}

func (a App) versionCommand() cli.Command {
	return cli.Command{
		Name:    "version",
		Usage:   "version [flags]",
		Summary: "show the version, and what it was built from",
		Long: `kubegap-lint version shows the version, and the commit, the version of Go and the
platform that the program was built from and for, as Go has recorded them.`,
		Examples: "  kubegap-lint version\n  kubegap-lint version --format json\n",
		Setup: func(flags *pflag.FlagSet) cli.Run {
			outputFormat := flags.String("format", "text", "output `FORMAT`: text or json")
			cli.Choices(flags, "format", "text", "json")
			return func(_ context.Context, args []string) (int, error) {
				if len(args) > 0 {
					return exitUsage, cli.Usagef("unexpected argument %q", args[0])
				}
				if *outputFormat == "json" {
					return exitClean, a.encode(thisBuild())
				}
				_, err := fmt.Fprint(a.Stdout, thisBuild())
				return exitClean, err
			}
		},
	}
}
