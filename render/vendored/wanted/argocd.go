package wanted

import (
	"strings"

	"github.com/kubegap/kubegap-lint/render/vendored"
)

// application gives the charts that the sources of an Application, or of the
// template of an ApplicationSet, name
// (https://argo-cd.readthedocs.io/en/stable/user-guide/helm/). A repoURL without a
// scheme is that of an OCI registry.
func application(spec fields) []Reference {
	sources := spec.items("sources")
	if source := spec.at("source"); len(sources) == 0 && source.body != nil {
		sources = []fields{source}
	}
	var found []Reference
	for _, source := range sources {
		if source.text("chart") == "" {
			continue
		}
		repository := source.text("repoURL")
		if repository != "" && !strings.Contains(repository, "://") && unknownIn(repository) == "" {
			repository = vendored.SchemeOCI + repository
		}
		found = append(found, ofRepository(source.location("chart"), repository, source.text("chart"), source.text("targetRevision")))
	}
	return found
}
