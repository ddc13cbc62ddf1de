package main

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBuild(t *testing.T) {
	t.Parallel()
	platform := runtime.GOOS + "/" + runtime.GOARCH
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	for _, tc := range []struct {
		name string
		info debug.BuildInfo
		want build
		rev  string
		text string
	}{
		{
			"a tag", debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: "v0.2.0"}, Settings: []debug.BuildSetting{
				setting("vcs.revision", "1f0c"), setting("vcs.time", "2026-11-30T06:43:53Z"), setting("vcs.modified", "false"),
			}},
			build{Version: "0.2.0", Revision: "1f0c", Time: "2026-11-30T06:43:53Z", Go: "go1.26.0", Platform: platform, tag: "v0.2.0"},
			"v0.2.0",
			"kubegap-lint 0.2.0\ncommit:   1f0c\ndate:     2026-11-30T06:43:53Z\ngo:       go1.26.0\nplatform: " + platform + "\n",
		},
		{
			"a checkout with changes", debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: "v0.2.1-0.20261130064353-1f0c00000000+dirty"}, Settings: []debug.BuildSetting{
				setting("vcs.revision", "1f0c"), setting("vcs.time", "2026-11-30T06:43:53Z"), setting("vcs.modified", "true"),
			}},
			build{Version: "0.2.1-0.20261130064353-1f0c00000000+dirty", Revision: "1f0c", Time: "2026-11-30T06:43:53Z", Modified: true, Go: "go1.26.0", Platform: platform},
			"1f0c",
			"kubegap-lint 0.2.1-0.20261130064353-1f0c00000000+dirty\ncommit:   1f0c, with changes that are not committed\ndate:     2026-11-30T06:43:53Z\ngo:       go1.26.0\nplatform: " + platform + "\n",
		},
		{
			"go install of a module has no commit", debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: "v0.2.0"}},
			build{Version: "0.2.0", Go: "go1.26.0", Platform: platform, tag: "v0.2.0"},
			"v0.2.0",
			"kubegap-lint 0.2.0\ngo:       go1.26.0\nplatform: " + platform + "\n",
		},
		{
			"go install of a commit", debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: "v0.2.1-0.20261130064353-1f0c00000000"}},
			build{Version: "0.2.1-0.20261130064353-1f0c00000000", Go: "go1.26.0", Platform: platform},
			"1f0c00000000",
			"kubegap-lint 0.2.1-0.20261130064353-1f0c00000000\ngo:       go1.26.0\nplatform: " + platform + "\n",
		},
		{
			"without version control", debug.BuildInfo{Main: debug.Module{Version: "(devel)"}},
			build{Version: version, Go: runtime.Version(), Platform: platform},
			"",
			"kubegap-lint " + version + "\ngo:       " + runtime.Version() + "\nplatform: " + platform + "\n",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got := buildOf(&tc.info)
			if diff := cmp.Diff(tc.want, got, cmp.AllowUnexported(build{})); diff != "" {
				t.Errorf("build (-want +got):\n%s", diff)
			}
			if got.rev() != tc.rev {
				t.Errorf("rev: %s, want %s", got.rev(), tc.rev)
			}
			if diff := cmp.Diff(tc.text, got.String()); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}
