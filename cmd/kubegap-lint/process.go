package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/term"
)

// gcPercent trades memory for time: a run allocates much and lives shortly, so
// that the collector's default of 100 costs more than it saves.
const gcPercent = 400

// process is the App of this process: its streams, environment, working
// directory and clock. What the libraries underneath print is silenced: Helm
// and kustomize warn on the standard logger and on standard error of things
// that are in the report, or that are not for the user to act on.
func process() App {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	stderr := os.Stderr
	log.SetFlags(0)
	log.SetOutput(fatalOnly{stderr})
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stderr = null
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return App{
		Stdout:         os.Stdout,
		Stderr:         stderr,
		StdoutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		StderrTerminal: term.IsTerminal(int(stderr.Fd())),
		Getenv:         os.Getenv,
		Dir:            dir,
		Ticker:         time.NewTicker,
		Now:            time.Now,
	}
}

// fatalOnly is the output of the standard logger: it drops all but the last
// words of a library that ends the process with log.Fatal, as kustomize does in
// one place. Those are shown, and the exit code becomes that of a run that did
// not render all.
type fatalOnly struct{ stderr io.Writer }

func (w fatalOnly) Write(line []byte) (int, error) {
	callers := make([]uintptr, 8)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, "log.Fatal") {
			fmt.Fprintf(w.stderr, "kubegap-lint: a library gave up: %s", line)
			os.Exit(exitIncomplete)
		}
		if !more {
			return len(line), nil
		}
	}
}
