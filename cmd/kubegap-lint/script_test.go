package main

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
)

var update = flag.Bool("update", false, "rewrite expected outputs")

// TestMain lets scripts call the program by name: the test binary serves as it.
// Tests that run the program in their own process keep what libraries log out
// of the test's output, as the program itself does.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	testscript.Main(m, map[string]func(){
		"kubegap-lint": main,
	})
}

// TestScripts runs testdata/script: one script a behaviour. Besides the usual
// commands, `exits N program args...` checks an exit code, and `fingerprints N
// a.sarif b.sarif` that two reports have the same N alerts. $EXAMPLES is the folder of
// examples.
func TestScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "testdata/script")
}

// TestStoriesOfCorpus runs testdata/corpus, scripts about copies of real
// repositories, which are at $CORPUS.
func TestStoriesOfCorpus(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the corpus is not here")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not here")
	}
	runScripts(t, "testdata/corpus")
}

func runScripts(t *testing.T, dir string) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":        exits,
			"fingerprints": fingerprints,
			"serve":        serve,
			"fill":         fill,
		},
		Setup: func(env *testscript.Env) error {
			// Nothing of the machine that runs the tests may matter.
			env.Vars = append(env.Vars, "NO_COLOR=1", "GIT_CONFIG_NOSYSTEM=1")
			var err error
			for name, path := range map[string]string{"EXAMPLES": "../../examples", "CORPUS": corpus, "HOOKS": "../../.pre-commit-hooks.yaml"} {
				absolute, e := filepath.Abs(path)
				err = errors.Join(err, e)
				env.Setenv(name, absolute)
			}
			return err
		},
	})
}

// exits runs a program that must end with the given exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		coded, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("run %s: %v", args[1], err)
		}
		got = coded.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// fingerprints compares the fingerprints of two SARIF logs, whose results may
// come in any order.
func fingerprints(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: fingerprints COUNT a.sarif b.sarif")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	first, second := fingerprintsIn(ts, args[1]), fingerprintsIn(ts, args[2])
	if len(first) != want || len(second) != want {
		ts.Fatalf("%d and %d alerts, want %d:\n%s", len(first), len(second), want, cmp.Diff(first, second))
	}
	if diff := cmp.Diff(first, second); diff != "" {
		ts.Fatalf("the alerts differ (-%s +%s):\n%s", args[1], args[2], diff)
	}
}

// fingerprintsIn maps the fingerprints in a SARIF log to their rules.
func fingerprintsIn(ts *testscript.TestScript, file string) map[string]string {
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID              string
				PartialFingerprints map[string]string
			}
		}
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(file)), &log))
	result := map[string]string{}
	for _, run := range log.Runs {
		for _, r := range run.Results {
			for _, fingerprint := range r.PartialFingerprints {
				result[fingerprint] = r.RuleID
			}
		}
	}
	return result
}

// testApp is the program as a test runs it inside its own process.
func testApp(t testing.TB, dir string) (App, *output) {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := &output{}
	return App{
		Stdout: &out.stdout, Stderr: &out.stderr, Now: time.Now,
		Place: place.Place{Dir: dir, Getenv: func(string) string { return "" }},
	}, out
}
