package main

import (
	"strings"
	"sync"
	"testing"
	"time"
)

// lockedBuffer is a stream that one goroutine writes and another reads.
type lockedBuffer struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (b *lockedBuffer) Write(data []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.Write(data)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.String()
}

func TestProgressShowsOnATerminalOnly(t *testing.T) {
	t.Parallel()
	for _, terminal := range []bool{true, false} {
		ticks := make(chan time.Time)
		stderr := &lockedBuffer{}
		a := App{Stderr: stderr, StderrTerminal: terminal, Ticker: func(time.Duration) *time.Ticker {
			ticker := time.NewTicker(time.Hour)
			ticker.C = ticks
			return ticker
		}}
		p := a.startProgress(7)
		p.done.Add(3)
		if terminal {
			ticks <- time.Time{}
		}
		p.stop()
		want := ""
		if terminal {
			want = "\rrendered 3 of 7\r\x1b[K"
		}
		if got := stderr.String(); got != want {
			t.Errorf("terminal %v: standard error %q, want %q", terminal, got, want)
		}
	}
}

func TestShortRunShowsNoProgress(t *testing.T) {
	t.Parallel()
	stderr := &lockedBuffer{}
	p := App{Stderr: stderr, StderrTerminal: true, Ticker: time.NewTicker}.startProgress(7)
	p.stop()
	if got := stderr.String(); got != "" {
		t.Errorf("standard error %q, want nothing", got)
	}
}
