package html_test

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/kubegap/kubegap-lint/lint"
)

// browser starts a Chromium for the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes some seconds")
	}
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		t.Skip("no Chromium is installed (Debian and Ubuntu: apt-get install chromium): the page is not tried in a browser")
	}
	ctx, cancel := chromedp.NewContext(t.Context(), chromedp.WithAllocatorOptions(
		chromedp.ExecPath(program),
		chromedp.NoSandbox, // the sandbox does not work for root, and the page is our own
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	))
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// tab is a page that is open in a browser.
type tab struct {
	t       *testing.T
	ctx     context.Context
	address string
	mu      sync.Mutex
	// complaints are what the console says, and what opens without being asked.
	complaints []string
	// requests are the addresses of what the page has asked for, without what its
	// policy refused.
	requests map[network.RequestID]string
}

// open writes a report and opens it, in a window of that width. At the end of the test
// the console must be empty, and the page must not have asked for anything.
func open(t *testing.T, ctx context.Context, r lint.Report, width int64, hash string) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(write(t, r)), 0o644); err != nil {
		t.Fatal(err)
	}
	b := &tab{t: t, address: (&url.URL{Scheme: "file", Path: file}).String(), requests: map[network.RequestID]string{}}
	var cancel context.CancelFunc
	b.ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Listen(b.ctx, b.note); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(b.ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(width, 900))
	b.visit(hash)
	t.Cleanup(b.check)
	return b
}

func (b *tab) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		b.complaints = append(b.complaints, "the console is written to")
	case *runtime.EventExceptionThrown:
		b.complaints = append(b.complaints, "an exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		b.complaints = append(b.complaints, e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		b.complaints = append(b.complaints, "a dialog opens: "+e.Message)
	case *network.EventRequestWillBeSent:
		b.requests[e.RequestID] = e.Request.URL
	case *network.EventLoadingFailed:
		if e.BlockedReason == network.BlockedReasonCsp {
			delete(b.requests, e.RequestID)
		}
	}
}

func (b *tab) check() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, complaint := range b.complaints {
		b.t.Errorf("the browser complains: %s", complaint)
	}
	for _, request := range b.requests {
		if before, _, _ := strings.Cut(request, "#"); before != b.address && request != "about:blank" {
			b.t.Errorf("the page asks for %s", request)
		}
	}
	if len(b.requests) == 0 {
		b.t.Error("no request was seen, not even that for the page")
	}
}

// visit opens the page anew with a hash.
func (b *tab) visit(hash string) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.address+hash))
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// eval evaluates an expression in the page.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// media sets the medium, "" for a screen, and the colours that the system asks for.
func (b *tab) media(medium, scheme string) {
	b.t.Helper()
	params := emulation.SetEmulatedMediaParams{Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, params); err != nil {
		b.t.Fatal(err)
	}
}

func (b *tab) keys(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// choose picks an option of a filter.
func (b *tab) choose(id, value string) {
	b.t.Helper()
	b.do(chromedp.SetValue(chromedp.ID(id), value))
	eval[bool](b, `document.getElementById("`+id+`").dispatchEvent(new Event("change", {bubbles: true}))`)
}

func (b *tab) want(what, expression, want string) {
	b.t.Helper()
	if got := eval[string](b, "String("+expression+")"); got != want {
		b.t.Errorf("%s is %q, want %q", what, got, want)
	}
}

// shown gives the names that the findings which are shown are about, in their order.
const shown = `[...document.querySelectorAll("#findings .finding")].filter((f) => f.checkVisibility()).map((f) => /web-\d+/.exec(f.textContent)[0]).join(" ")`
