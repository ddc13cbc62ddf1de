// Package html writes a report as one page that needs nothing else: no server, no
// network, and no script to be read.
package html

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/kubegap/kubegap-lint/lint"
)

//go:embed page
var files embed.FS

// Write writes the report as a page, made by that version of the program. The same
// report gives the same bytes.
//
// The page loads nothing. Its Content-Security-Policy allows the style and the script in
// it, by their hashes, and nothing else.
func Write(w io.Writer, r lint.Report, version string) error {
	style, err := joined("page/report.css", "page/print.css")
	if err != nil {
		return fmt.Errorf("read the style of the page: %w", err)
	}
	script, err := joined("page/report.js", "page/findings.js")
	if err != nil {
		return fmt.Errorf("read the script of the page: %w", err)
	}
	page, err := template.New("").Funcs(template.FuncMap{"counted": counted}).ParseFS(files, "page/*.gohtml")
	if err != nil {
		return fmt.Errorf("parse the page: %w", err)
	}
	v := viewOf(r)
	v.Version = version
	v.Style = template.HTML("<style>" + string(style) + "</style>")
	v.Script = template.HTML("<script>" + string(script) + "</script>")
	v.Policy = policy(style, script)
	out := bufio.NewWriter(w)
	if err := page.ExecuteTemplate(visible{out}, "page.gohtml", v); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return out.Flush()
}

// joined gives the texts of files, one after the other.
func joined(names ...string) (text []byte, err error) {
	for _, name := range names {
		part, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		text = append(text, part...)
	}
	return text, nil
}

// policy is the Content-Security-Policy of the page.
// https://www.w3.org/TR/CSP3/#framework-directive-source-list
func policy(style, script []byte) string {
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'", hash(style), hash(script))
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
