package docs

import "github.com/kubegap/kubegap-lint/lint/catalog"

// What pages say around the texts of cases and rules.
var (
	happened      = catalog.Text{English: "What happened", Korean: "사례"}
	symptom       = catalog.Text{English: "Symptom", Korean: "증상"}
	trigger       = catalog.Text{English: "Trigger", Korean: "촉발"}
	rootCause     = catalog.Text{English: "Root cause", Korean: "원인"}
	worse         = catalog.Text{English: "What made it worse", Korean: "기여 요인"}
	helped        = catalog.Text{English: "What helped", Korean: "조치"}
	lessons       = catalog.Text{English: "What others can learn", Korean: "교훈"}
	fix           = catalog.Text{English: "How to fix", Korean: "고치는 방법"}
	level         = catalog.Text{English: "Level", Korean: "수준"}
	example       = catalog.Text{English: "Example", Korean: "예시"}
	reported      = catalog.Text{English: "Reported:", Korean: "보고됨:"}
	notReported   = catalog.Text{English: "Not reported:", Korean: "보고되지 않음:"}
	references    = catalog.Text{English: "References", Korean: "참고 자료"}
	sameCause     = catalog.Text{English: "Rules of other cases with the same cause", Korean: "원인이 같은 다른 사례의 규칙"}
	unseen        = catalog.Text{English: "What the rules do not see", Korean: "규칙이 보지 못하는 것"}
	sources       = catalog.Text{English: "Sources", Korean: "출처"}
	confidence    = catalog.Text{English: "How well the facts are known", Korean: "사실의 확실성"}
	related       = catalog.Text{English: "Related cases", Korean: "관련 사례"}
	sameRootCause = catalog.Text{English: "same root cause", Korean: "같은 원인"}
	sharedParts   = catalog.Text{English: "shared", Korean: "공통"}
)
