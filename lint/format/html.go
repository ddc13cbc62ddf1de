package format

import (
	"io"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format/html"
)

// HTML writes the report as one page for a browser, which needs nothing besides itself.
func HTML(w io.Writer, r lint.Report, o Options) error { return html.Write(w, r, o.Version) }
