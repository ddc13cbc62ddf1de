package main

import (
	"bytes"
	"log"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestLibraryThatGivesUp runs itself as a process in which a library calls
// log.Fatal: the user learns why, and the exit code says that not all rendered.
func TestLibraryThatGivesUp(t *testing.T) {
	t.Parallel()
	if os.Getenv("KUBEGAP_TEST_FATAL") != "" {
		process()
		log.Print("not for the user")
		log.Fatal("no way on")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestLibraryThatGivesUp$")
	cmd.Env = append(os.Environ(), "KUBEGAP_TEST_FATAL=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exitIncomplete {
		t.Errorf("exit code %d, want %d", code, exitIncomplete)
	}
	if got := stderr.String(); strings.TrimSpace(got) != "kubegap-lint: a library gave up: no way on" {
		t.Errorf("standard error %q", got)
	}
}
