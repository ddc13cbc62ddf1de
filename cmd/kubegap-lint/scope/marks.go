package scope

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"path"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
)

// vendoredLock is the file that tells which copies of charts and bases are used.
const vendoredLock = fsys.OwnDir + "/vendor.lock.yaml"

// wideMarks are words in what rules look for in all clusters at once, wherever it
// stands, so that its absence would change what they say of others.
func wideMarks() []string {
	return []string{
		// Instances that share an owner id, or that look at a part of the objects.
		"/external-dns",
		// What changes the images that others name.
		"image-swap", "imageswap", "harbor-container-webhook", "MutatingAdmissionPolicy", "kyverno.io/", "mutations.gatekeeper.sh",
		"RegistryMirrorConfig", "ImageDigestMirrorSet", "ImageTagMirrorSet", "ImageContentSourcePolicy",
		// What makes quotas.
		"capsule.clastix.io", "hnc.x-k8s.io", "ClusterResourceQuota",
		// What Argo CD ignores.
		"argocd-cm",
		// What nodes and kube-proxy are told.
		"kube-proxy", "KubeProxy", "kubeProxy", "cattle.io/", "k3d.io/", "KThrees", "kops.k8s.io/", "KubeadmControlPlane", "node-role.kubernetes.io/master",
		// What takes over Services of AWS.
		"aws-load-balancer-controller", "elbv2.k8s.aws", "ingress.k8s.aws/", "eks.amazonaws.com/v1", "eks.amazonaws.com/alb",
		// Logins in front of others.
		"EnvoyFilter", "AuthorizationPolicy", "RequestAuthentication", "centraldashboard", "ml-pipeline-ui",
		"oauth-proxy", "oauth2-proxy", "authservice", "oidc", "keycloak", "pomerium", "authelia", "-dex", " dex", "/dex", `"dex`,
		// What tells that nodes keep an old label.
		"openshift.io/v", "operators.coreos.com/v", "name: openshift-", `name: "openshift-`,
	}
}

// marked are the files in which there are marks.
type marked struct {
	// deployers may make objects of Flux and Argo CD.
	deployers []string
	// wide are all that may decide about units that do not read them, deployers
	// among them: what they belong to is rendered though nothing touches it.
	wide map[string]bool
	// sets tells that one of the deployers may make ApplicationSets.
	sets bool
}

// findMarks looks for marks in files. One that cannot be looked into, or that is too
// large for it, may have any.
func findMarks(tree *fsys.Tree, files []string) marked {
	deploys, wide, sets := make([]bool, len(files)), make([]bool, len(files)), make([]bool, len(files))
	search := newWordSearch(wideMarks())
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, file := range files {
		if !LooksInto(file) {
			continue
		}
		group.Go(func() error {
			text, err := textOf(tree, file)
			deploys[i] = err != nil || gitops.Deploys(text)
			sets[i] = err != nil || deploys[i] && bytes.Contains(text, []byte("ApplicationSet"))
			wide[i] = deploys[i] || search.in(text)
			return nil
		})
	}
	_ = group.Wait() // no function returns an error
	m := marked{wide: map[string]bool{}, sets: slices.Contains(sets, true)}
	for i, file := range files {
		if deploys[i] {
			m.deployers = append(m.deployers, file)
		}
		if wide[i] {
			m.wide[file] = true
		}
	}
	return m
}

// LooksInto tells whether the text of a file counts, by its name: it may be a part of
// what is rendered, other than as text that nothing looks into.
func LooksInto(file string) bool {
	switch path.Ext(file) {
	case ".yaml", ".yml", ".json", ".tpl", ".txt", ".tgz":
		return true
	}
	return render.IsKustomizationName(path.Base(file)) || strings.Contains(file, "templates/")
}

// textOf reads a file, or what is in an archive. It fails for one that is too large
// to be looked into.
func textOf(tree *fsys.Tree, file string) ([]byte, error) {
	f, err := tree.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return textIn(file, f)
}

// textIn is textOf for what a file of that name holds.
func textIn(file string, from io.Reader) ([]byte, error) {
	limit := int64(render.MaxTextBytes)
	if path.Ext(file) == ".tgz" {
		unpacked, err := gzip.NewReader(from)
		if err != nil {
			return nil, err
		}
		from, limit = unpacked, maxUnpacked
	}
	text, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err == nil && int64(len(text)) > limit {
		return nil, errors.New("is too large")
	}
	return text, err
}

// unpackedText gives the text of a file as textOf does; nil where it is not known.
func unpackedText(name string, held []byte) []byte {
	if held == nil {
		return nil
	}
	text, err := textIn(name, bytes.NewReader(held))
	if err != nil {
		return nil
	}
	return text
}

// maxUnpacked bounds what is looked at of an archive, in bytes.
const maxUnpacked = 64 << 20

// vendorsDeployers tells whether something in the vendor folder may make objects
// of Flux and Argo CD: nothing tells then which targets do.
func vendorsDeployers(ctx context.Context, tree *fsys.Tree) bool {
	dir := path.Join(fsys.OwnDir, "vendor")
	if !tree.IsDir(dir) {
		return false
	}
	listing, err := tree.Walk(ctx, dir)
	return err != nil || len(findMarks(tree, listing.Files).deployers) > 0
}
