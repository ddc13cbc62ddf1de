package main

import (
	"io/fs"
	"net/url"
	"path"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/policies"
)

// casePage gives the address of the page of a case that the program brings along; "" for
// a case of other policies.
func casePage(id string) string {
	if _, err := fs.Stat(policies.FS(), path.Join("cases", id, "case.yaml")); err != nil {
		return ""
	}
	return format.InformationURI + "/blob/main/policies/cases/" + id + "/README.md"
}

// checkSourceURL checks the address below which people see the files of the repository.
func checkSourceURL(text string) error {
	if text == "" || text == "." {
		return nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return cli.Usagef("--source-url %q: want an address such as https://github.com/OWNER/REPOSITORY/blob/COMMIT, or . for relative links", text)
	}
	return nil
}
