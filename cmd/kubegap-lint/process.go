package main

import (
	"fmt"
	"log"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
)

// gcPercent trades memory for time: a run allocates much and lives shortly, so
// that the collector's default of 100 costs more than it saves.
const gcPercent = 400

// process is the App of this process: its streams, environment, working
// directory and clock. What the libraries underneath print is silenced: Helm
// and kustomize warn on the standard logger and on standard error of things
// that are in the report, or that are not for the user to act on. None of them
// gets hold of standard output, on which reports and protocols stand alone.
func process() App {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	stdout, stderr := os.Stdout, os.Stderr
	log.SetFlags(0)
	log.SetOutput(fatalOnly{func(line []byte) {
		fmt.Fprintf(stderr, "kubegap-lint: a library gave up: %s", line)
		os.Exit(exitIncomplete)
	}})
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stdout, os.Stderr = null, null
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	columns, _, err := term.GetSize(int(stdout.Fd()))
	if err != nil {
		columns = 0 // It is no terminal.
	}
	return App{
		Stdin:          os.Stdin,
		Stdout:         stdout,
		Stderr:         stderr,
		StdoutTerminal: term.IsTerminal(int(stdout.Fd())),
		StderrTerminal: term.IsTerminal(int(stderr.Fd())),
		Columns:        columns,
		Place:          place.Place{Dir: dir, Getenv: os.Getenv},
		Ticker:         time.NewTicker,
		Now:            time.Now,
	}
}

// fatalOnly is the output of the standard logger: it drops all but the last
// words of a library that ends the process with log.Fatal, as kustomize does in
// some places. Those are given to giveUp, which must not return: a run shows them
// and ends with the exit code of one that did not render all.
type fatalOnly struct{ giveUp func(line []byte) }

// outliveFatal makes what ends the process a panic, for a program that goes on
// when one rendering fails: the renderers make a failure of it.
func outliveFatal() {
	log.SetOutput(fatalOnly{func(line []byte) { panic("a library gave up: " + strings.TrimSpace(string(line))) }})
}

// outliveReader makes an error of what else is a signal that ends the process: to
// write to a pipe that nobody reads any more. What is under way then ends in order.
func outliveReader() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

func (w fatalOnly) Write(line []byte) (int, error) {
	callers := make([]uintptr, 8)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, "log.Fatal") {
			w.giveUp(line)
		}
		if !more {
			return len(line), nil
		}
	}
}
