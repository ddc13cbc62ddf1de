package html_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	ctx := browser(t)
	start := func(hash string) func(*testing.T) *tab {
		return func(t *testing.T) *tab { return open(t, ctx, many(16), 1440, hash) }
	}
	for name, tc := range map[string]struct {
		open func(*testing.T) *tab
		try  func(*tab)
	}{
		"filters":                {start(""), tryFilters},
		"search":                 {start(""), trySearch},
		"address":                {start("#?q=web-1&level=warning&view=file"), tryAddress},
		"links":                  {start("#0000000000000000000000000000000b"), tryLinks},
		"keys":                   {start(""), tryKeys},
		"environments":           {start(""), tryEnvironments},
		"theme":                  {start(""), tryTheme},
		"print":                  {start("#?level=error"), tryPrint},
		"without scripts":        {start(""), tryWithoutScripts},
		"texts told once":        {start(""), tryTold},
		"search by the story":    {start(""), tryStorySearch},
		"the first finding":      {start(""), tryFirst},
		"open all, close all":    {start(""), tryToggle},
		"narrow, filters":        {func(t *testing.T) *tab { return open(t, ctx, many(16), 360, "") }, tryNarrow},
		"narrow, a wide picture": {func(t *testing.T) *tab { return open(t, ctx, broad(), 360, "") }, tryBroad},
		"hostile texts, narrow":  {func(t *testing.T) *tab { return open(t, ctx, poisoned(hostile), 360, "") }, tryWidth},
		"long words, narrow":     {func(t *testing.T) *tab { return open(t, ctx, poisoned(strings.Repeat("long", 300)), 360, "") }, tryWidth},
		"long words, wide":       {func(t *testing.T) *tab { return open(t, ctx, poisoned(strings.Repeat("long", 300)), 1440, "") }, tryWidth},
		"many findings, narrow":  {func(t *testing.T) *tab { return open(t, ctx, many(200), 360, "") }, tryWidth},
		"no finding":             {func(t *testing.T) *tab { return open(t, ctx, many(0), 360, "") }, tryNothing},
		"the policy of contents": {start(""), tryPolicy},
	} {
		t.Run(name, func(t *testing.T) { tc.try(tc.open(t)) })
	}
}

func tryFilters(b *tab) {
	b.want("the count", `document.getElementById("count").textContent`, "16 findings")
	b.do(chromedp.Click(chromedp.CSS(".chip.error")))
	b.want("the count of errors", `document.getElementById("count").textContent`, "4 of 16 findings")
	b.want("what is shown", shown, "web-0 web-4 web-8 web-12")
	b.want("the option of a case without errors", `document.querySelector("#case option[value='CASE-2']").textContent`, "CASE-2 (0)")
	b.choose("environment", "=prod")
	b.want("what is shown of prod", shown, "web-0 web-8")
	b.want("the warnings of prod", `document.querySelector("[data-count=warning]").textContent`, "4")
	b.choose("case", "CASE-2")
	b.want("nothing", `document.getElementById("nothing").checkVisibility()`, "true")
	b.do(chromedp.Click(chromedp.ID("clear")))
	b.want("the count at the end", `document.getElementById("count").textContent`, "16 findings")
	b.want("the address at the end", `location.hash`, "")
	b.choose("rule", "CASE-2/budget")
	b.want("what is shown of a rule", shown, "web-2 web-6 web-10 web-14")
	b.want("the cases shown", `[...document.querySelectorAll("#groups > .case")].filter((c) => c.checkVisibility()).map((c) => c.id).join()`, "case-CASE-2")
}

func trySearch(b *tab) {
	b.do(chromedp.SendKeys(chromedp.ID("search"), "STOPS web-3"))
	b.want("what is shown", shown, "web-3")
	b.do(chromedp.SendKeys(chromedp.ID("search"), "4"))
	b.want("nothing", `document.getElementById("nothing").checkVisibility()`, "true")
	b.keys(kb.Escape)
	b.want("the search", `document.getElementById("search").value`, "")
	b.want("the count", `document.getElementById("count").textContent`, "16 findings")
}

func tryAddress(b *tab) {
	b.want("what is shown", shown, "web-1 web-10 web-13 web-14")
	b.want("the groups", `document.querySelectorAll("#regrouped > :not([hidden])").length`, "4")
	b.choose("view", "")
	b.want("the address", `location.hash`, "#?q=web-1&level=warning")
	b.want("what is shown by case", shown, "web-1 web-13 web-10 web-14")
}

func tryLinks(b *tab) {
	open := `[...document.querySelectorAll(".finding details[open]")].map((d) => d.querySelector(".body").id.slice(-1)).join()`
	b.want("what is open", open, "b")
	b.do(chromedp.Click(chromedp.CSS(".chip.error")))
	eval[string](b, `location.hash = "0000000000000000000000000000000d"`)
	b.do(chromedp.WaitVisible(chromedp.CSS("[id='0000000000000000000000000000000d']")))
	b.want("what is open then", open, "d,b")
	b.want("the filter, which hid it", `document.querySelector(".chip.error input").checked`, "false")
}

func tryKeys(b *tab) {
	focused := `/web-\d+/.exec(document.activeElement.textContent)?.[0]`
	b.keys("j")
	b.want("the first finding", focused, "web-0")
	b.keys("jj")
	b.want("the third finding", focused, "web-8")
	b.keys("k")
	b.want("the second finding", focused, "web-4")
	b.keys(kb.Enter)
	b.want("that it is open", `document.activeElement.parentElement.open`, "true")
	b.want("that the key writes nothing", `!document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true, cancelable: true}))`, "true")
	b.want("the focus", `document.activeElement.id`, "search")
	b.keys("j/k?")
	b.want("what is searched for", `document.getElementById("search").value`, "j/k?")
	b.keys(kb.Escape)
	eval[any](b, `document.activeElement.blur()`)
	b.keys("?")
	b.want("the help", `document.getElementById("help").open`, "true")
	b.want("the focus in it", `document.activeElement.textContent`, "Close")
	b.do(chromedp.Click(chromedp.ID("keys")))
	b.keys(kb.Escape)
	b.want("the help then", `document.getElementById("help").open`, "false")
	b.keys("/")
	b.want("the focus without keys", `document.activeElement.id === "search"`, "false")
	eval[any](b, `document.activeElement.blur()`)
	b.keys(kb.Tab)
	b.want("the first stop", `document.activeElement.className`, "skip")
}

func tryEnvironments(b *tab) {
	groups := `[...document.querySelectorAll("#regrouped > *")].filter((g) => g.checkVisibility()).map((g) => g.querySelector("h3").textContent + " " + g.querySelectorAll(".finding:not([hidden])").length).join()`
	b.choose("view", "environment")
	b.want("the groups", groups, "prod 8,staging 8,not deployed by Flux or Argo CD 4")
	b.want("the findings", `document.querySelectorAll("#regrouped .finding[data-rule]").length`, "16")
	b.want("the stories", `document.querySelectorAll("#groups > .case:not([hidden])").length`, "2")
	b.choose("environment", "=staging")
	b.want("the group of one", groups, "staging 8")
	b.do(chromedp.Click(chromedp.CSS(".overviews > summary")))
	b.do(chromedp.Click(chromedp.CSS("a.environment[data-environment='']")))
	b.want("the group of what is not deployed", groups, "not deployed by Flux or Argo CD 4")
	b.choose("environment", "")
	b.choose("view", "")
	b.want("the order in the end", shown, "web-0 web-4 web-8 web-12 web-1 web-5 web-9 web-13 web-2 web-6 web-10 web-14 web-3 web-7 web-11 web-15")
}

func tryTheme(b *tab) {
	light := `getComputedStyle(document.body).backgroundColor`
	b.media("", "light")
	day := eval[string](b, light)
	b.media("", "dark")
	night := eval[string](b, light)
	if day == night {
		b.t.Errorf("the page is %s by day and by night", day)
	}
	b.do(chromedp.Click(chromedp.ID("theme")))
	b.want("the ground that was chosen", light, day)
	b.want("the other choice", `document.getElementById("theme").textContent`, "Dark")
	b.do(chromedp.Click(chromedp.ID("theme")))
	b.want("the ground that was chosen again", light, night)
}

func tryPrint(b *tab) {
	b.media("print", "dark")
	seen := func(selector string) string {
		return `[...document.querySelectorAll("` + selector + `")].filter((e) => !e.checkVisibility({contentVisibilityAuto: false}) || !e.offsetHeight).length`
	}
	b.want("the findings of the filter that are closed", seen(".finding:not([hidden]) .facts"), "0")
	b.want("the columns of a finding", `getComputedStyle(document.querySelector(".finding:not([hidden]) .columns")).gridTemplateColumns.split(" ").length`, "2")
	b.want("the stories that are closed", `document.getElementById("case-CASE-1").querySelector(".story").checkVisibility()`, "false")
	b.want("the overview, which is closed", `document.querySelector(".overviews").checkVisibility()`, "false")
	eval[any](b, `document.querySelector("#case-CASE-1 .story").open = true`)
	b.want("the parts of a story that is open", seen("#case-CASE-1 .incident .parts"), "0")
	b.want("the controls", `document.querySelector(".controls").checkVisibility()`, "false")
	b.want("the ground", `getComputedStyle(document.body).backgroundColor`, "rgb(255, 255, 255)")
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	if err != nil || len(pdf) < 10_000 {
		b.t.Errorf("the print has %d bytes (%v)", len(pdf), err)
	}
}

func tryWithoutScripts(b *tab) {
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		b.t.Fatal(err)
	}
	b.visit("#0000000000000000000000000000000b")
	b.want("the controls", `document.querySelector(".controls").checkVisibility()`, "false")
	b.want("the buttons", `document.querySelector(".tools").checkVisibility()`, "false")
	b.want("the findings", `[...document.querySelectorAll(".finding")].filter((f) => f.checkVisibility()).length`, "16")
	b.want("the finding that the address leads to", `document.getElementById("0000000000000000000000000000000b").checkVisibility()`, "true")
}

func tryTold(b *tab) {
	b.do(chromedp.Click(chromedp.CSS(".finding summary")), chromedp.WaitVisible(chromedp.CSS(".told")))
	b.want("the remedy and the story", `[...document.querySelectorAll(".told > div")].map((e) => e.textContent.trim().replace(/\s+/g, " ")).join("; ")`,
		"What to do Wait with preStop.; What happened At Ada, requests were lost.")
	b.do(chromedp.Click(chromedp.ID("toggle-all")))
	b.want("what is open", `document.querySelectorAll(".finding > details[open]").length`, "16")
	b.want("the ids that stand twice", `(() => { const ids = [...document.querySelectorAll("[id]")].map((e) => e.id); return ids.length - new Set(ids).size; })()`, "0")
}

// tryWidth opens all that can be opened, and looks for what makes the page wider than its
// window.
func tryWidth(b *tab) {
	eval[any](b, `document.querySelectorAll("details").forEach((d) => { d.open = true; }), document.querySelectorAll(".finding").forEach((f) => { f.style.contentVisibility = "visible"; })`)
	width := `document.documentElement.clientWidth`
	b.want("what is too wide", `document.documentElement.scrollWidth - `+width, "0")
	b.want("what leaves the window", `[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest(".scroll, dialog, .skip, select") && e.getBoundingClientRect().right > `+width+` + 1).map((e) => e.outerHTML.slice(0, 80)).join()`, "")
}

func tryNothing(b *tab) {
	b.want("the headline", `document.querySelector("h1").textContent`, "No findings")
	b.do(chromedp.Click(chromedp.ID("help-open")))
	b.want("the help", `document.getElementById("help").open`, "true")
	b.keys(kb.Escape)
	tryWidth(b)
}

// tryPolicy shows that the policy keeps the page from asking for anything: what is
// refused is told on the console, and is not sent.
func tryPolicy(b *tab) {
	eval[any](b, `document.body.append(Object.assign(new Image(), {src: "https://example.com/pixel"}))`)
	refused := `new Promise((done) => { addEventListener("securitypolicyviolation", (e) => done(e.effectiveDirective)); fetch("https://example.com/").catch(() => {}); })`
	got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](refused, chromedp.EvalAwaitPromise))
	if err != nil || got != "connect-src" && got != "img-src" {
		b.t.Errorf("refused was %q (%v)", got, err)
	}
	b.mu.Lock()
	b.complaints = nil
	b.mu.Unlock()
}
