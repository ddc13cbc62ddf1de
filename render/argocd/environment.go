package argocd

import (
	"cmp"
	"os"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/cluster"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// destination is where an Application deploys to.
type destination struct {
	// environment is the name of the cluster.
	environment string
	// namespace is that of objects that name none; "" where it is not known.
	namespace string
}

// destinationOf gives the destination of an Application. A cluster that Argo CD
// knows by a name and by a URL has the name, so that both mean one environment.
// wait tells that a Secret which is not known yet may register the cluster. See
// https://argo-cd.readthedocs.io/en/stable/operator-manual/declarative-setup/#clusters
func destinationOf(d gitops.Deployment, p *problems, tree *fsys.Tree) (to destination, wait bool) {
	at := manifest.Path{manifest.Key("spec"), manifest.Key("destination")}
	fields, _ := look(d.Object.Body, "spec", "destination").(map[string]any)
	name, server := text(fields, "name"), strings.TrimRight(text(fields, "server"), "/")
	to = destination{environment: d.Environment.Name, namespace: text(fields, "namespace")}
	switch {
	case name != "" && server != "":
		p.fail(at, "names a destination cluster by name and by server; Argo CD accepts one of them")
	case name == "" && server == "":
		p.warn(at, render.ReasonMissingValue, "names no destination cluster; Argo CD refuses to sync it")
	}
	registered := cluster.All(d.Environment.Those("", "Secret", cluster.IsMarked))
	for _, c := range registered {
		if name != "" && c.Name == name || name == "" && server != "" && c.Server == server {
			if c.Server != cluster.OwnServer {
				to.environment = c.Name
			}
			return to, false
		}
	}
	if name == cluster.OwnName || server == cluster.OwnServer || name == "" && server == "" {
		return to, false
	}
	gitops.SeekObject(tree, "Secret", "")
	to.environment = cmp.Or(name, render.Redacted(server))
	return to, !d.Last
}

// buildEnvironment are the variables that Argo CD fills in where an Application
// may use them. See https://argo-cd.readthedocs.io/en/stable/user-guide/build-environment/
type buildEnvironment map[string]string

func (a *application) buildEnvironment(source map[string]any) buildEnvironment {
	return buildEnvironment{
		"ARGOCD_APP_NAME":                   a.object.Name(),
		"ARGOCD_APP_NAMESPACE":              a.to.namespace,
		"ARGOCD_APP_PROJECT_NAME":           a.project,
		"ARGOCD_APP_SOURCE_REPO_URL":        text(source, "repoURL"),
		"ARGOCD_APP_SOURCE_PATH":            text(source, "path"),
		"ARGOCD_APP_SOURCE_TARGET_REVISION": text(source, "targetRevision"),
		// The commit is not known before it is made.
		"ARGOCD_APP_REVISION":         "${ARGOCD_APP_REVISION}",
		"ARGOCD_APP_REVISION_SHORT":   "${ARGOCD_APP_REVISION_SHORT}",
		"ARGOCD_APP_REVISION_SHORT_8": "${ARGOCD_APP_REVISION_SHORT_8}",
	}
}

// fill puts the variables into a text; all others are empty, and $$ is a dollar
// sign.
func (e buildEnvironment) fill(s string) string {
	return os.Expand(s, func(name string) string {
		if name == "$" {
			return "$"
		}
		return e[name]
	})
}
