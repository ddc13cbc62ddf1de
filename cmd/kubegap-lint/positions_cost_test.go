package main

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxCost is how many times the processor time of a run without places one with
// places may take.
const maxCost = 2

// TestCostOfPositions lints real repositories with and without asking for
// places. It counts the processor time of the process, which other programs do
// not change much; tests that run in parallel with others start after it.
func TestCostOfPositions(t *testing.T) {
	library, err := loadPolicies()()
	if err != nil {
		t.Fatal(err)
	}
	var with, without time.Duration
	eachDirectory(t, func(t *testing.T, dir string) {
		wo, w := lintTime(t, dir, library, false), lintTime(t, dir, library, true)
		with, without = with+w, without+wo
		t.Logf("%v with and %v without places: %.2f times", w, wo, float64(w)/float64(wo))
	})
	times := float64(with) / float64(without)
	t.Logf("all: %v with and %v without places: %.2f times", with, without, times)
	if times > maxCost {
		t.Errorf("places make a run take %.2f times as long, want at most %d times", times, maxCost)
	}
}

// lintTime gives the processor time that linting a repository takes.
func lintTime(t *testing.T, dir string, judge lint.Judge, places bool) time.Duration {
	t.Helper()
	runtime.GC()
	start := processorTime(t)
	app, _ := testApp(t, dir)
	repo, err := app.open(t.Context(), renderFlags{root: "."}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer repo.tree.Close()
	units := repo.render(t.Context(), repo.plan.Targets, app.startProgress(0))
	if !places {
		for _, unit := range units {
			for i := range unit.Objects {
				unit.Objects[i].Source = nowhere{unit.Target.Path}
			}
		}
	}
	if _, err := lint.Run(t.Context(), units, nil, judge, lint.Options{Pedantic: true}); err != nil {
		t.Fatal(err)
	}
	return processorTime(t) - start
}

// nowhere is a source that does not look for places.
type nowhere struct{ file string }

func (n nowhere) Trace(manifest.Path) manifest.Trace {
	return manifest.Trace{Location: manifest.Location{File: n.file}}
}

func (n nowhere) Origin() manifest.Origin { return manifest.Origin{File: n.file} }

// processorTime gives the time that this process has run on all processors.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
