package html_test

import (
	"fmt"

	"github.com/chromedp/chromedp"

	"github.com/kubegap/kubegap-lint/lint"
)

// tryStorySearch finds findings by their incident and their rule, whether they were opened
// or not.
func tryStorySearch(b *tab) {
	search := func(words string) {
		eval[any](b, `(() => { const s = document.getElementById("search"); s.value = "`+words+`"; s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	}
	search("Ada Symptom web-1")
	b.want("what is found by the incident", shown, "web-12 web-1 web-13")
	search("preStop CASE-2/budget")
	b.want("what is found by the rule", shown, "web-2 web-6 web-10 web-14")
	search("")
	b.do(chromedp.Click(chromedp.CSS("#rule-CASE-1\\/drain .finding summary")), chromedp.WaitVisible(chromedp.CSS(".told")))
	search("looks for it")
	b.want("what is found by an example or a description", shown, "")
	search("What happened")
	b.want("what is found by words of the page", shown, "")
	search("Ada Symptom web-1")
	b.want("what is found by the incident, once one was opened", shown, "web-12 web-1 web-13")
}

// tryFirst measures where the first finding stands.
func tryFirst(b *tab) {
	b.want("whether the first finding stands in the first window", `document.querySelector(".finding").getBoundingClientRect().bottom < innerHeight * .8`, "true")
	b.want("whether the overview is closed", `document.querySelector(".overviews").open`, "false")
	b.want("whether the remedy stands below the findings", `Boolean(document.querySelector(".rule > .findings").compareDocumentPosition(document.querySelector(".rule > .remedy")) & Node.DOCUMENT_POSITION_FOLLOWING)`, "true")
}

func tryToggle(b *tab) {
	button := `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.getElementById("toggle-all").textContent))))`
	name := func(when, want string) {
		b.t.Helper()
		if got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](button, chromedp.EvalAwaitPromise)); err != nil || got != want {
			b.t.Errorf("%s the button is %q, want %q (%v)", when, got, want, err)
		}
	}
	b.do(chromedp.Click(chromedp.CSS(".chip.error")), chromedp.Click(chromedp.ID("toggle-all")))
	name("with all errors open", "Close all")
	b.do(chromedp.Click(chromedp.CSS(".chip.error")))
	name("with the errors open among all", "Open all")
	b.do(chromedp.Click(chromedp.ID("toggle-all")))
	name("with all open", "Close all")
	b.do(chromedp.Click(chromedp.CSS(".finding summary")))
	name("with one closed by hand", "Open all")
}

func tryNarrow(b *tab) {
	b.want("whether the first finding begins in the first window", `document.querySelector(".finding").getBoundingClientRect().top < innerHeight`, "true")
	b.want("the filters", `document.getElementById("case").checkVisibility()`, "false")
	b.want("the search", `document.getElementById("search").checkVisibility()`, "true")
	b.do(chromedp.Click(chromedp.CSS(".filters > summary")))
	b.want("the filters that were opened", `document.getElementById("case").checkVisibility()`, "true")
	b.do(chromedp.EmulateViewport(1440, 900))
	b.want("the filters in a wide window", `document.getElementById("case").checkVisibility()`, "true")
	b.want("what folds them in a wide window", `document.querySelector(".filters > summary").checkVisibility()`, "false")
}

// broad is a report of one finding whose picture is wider than a narrow window, with the
// finding in the middle.
func broad() lint.Report {
	r := many(1)
	c := r.Findings[0].Chain
	for i := range 4 {
		service := c.Nodes[1]
		service.Object.Name = fmt.Sprintf("more-%d", i)
		c.Edges = append(c.Edges, lint.ChainEdge{From: len(c.Nodes), To: 2, Relation: "selects"})
		c.Nodes = append(c.Nodes, service)
	}
	return r
}

func tryBroad(b *tab) {
	b.do(chromedp.Click(chromedp.CSS(".finding summary")), chromedp.WaitVisible(chromedp.CSS(".told")))
	b.want("how far the finding is from the middle of what is shown", `(() => { const room = document.querySelector(".scroll").getBoundingClientRect(), box = document.querySelector(".defect").getBoundingClientRect(); return Math.abs(box.left + box.width / 2 - room.left - room.width / 2) < 2; })()`, "true")
	b.want("whether the picture can be reached by keys", `document.querySelector(".scroll").tabIndex`, "0")
}
