package flux

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAdds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1beta2
kind: Kustomization
metadata:
  name: apps
  namespace: flux-system
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
  targetNamespace: web
  namePrefix: a-
  nameSuffix: -b
  components: [../extra, ../missing, https://example.org/c]
  ignoreMissingComponents: true
  patches:
    - patch: |
        - op: remove
          path: /spec
      target: {group: apps, version: v1, kind: Deployment, name: "x.*", namespace: ns, labelSelector: a=b, annotationSelector: c=d}
    - patch: "{}"
  patchesStrategicMerge:
    - {apiVersion: v1, kind: Service, metadata: {name: s}}
  patchesJson6902:
    - patch: [{op: add, path: /a, value: 1}]
      target: {kind: Service}
  images:
    - {name: nginx, newName: mirror/nginx, newTag: "1", digest: sha256:x}
-- apps/kustomization.yaml --
resources: [a.yaml]
-- apps/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: a}
-- extra/kustomization.yaml --
kind: Component
`)
	u := w.deploy("Kustomization", "apps")
	adds := w.kustomize.requests[0].Adds
	if adds.Namespace != "web" || adds.NamePrefix != "a-" || adds.NameSuffix != "-b" {
		t.Errorf("namespace %q, prefix %q, suffix %q", adds.Namespace, adds.NamePrefix, adds.NameSuffix)
	}
	if diff := cmp.Diff([]string{"../extra"}, adds.Components); diff != "" {
		t.Errorf("unexpected components (-want +got):\n%s", diff)
	}
	target := adds.Patches[0].Target
	if got := target.String(); !strings.Contains(got, "Deployment") || target.LabelSelector != "a=b" || target.AnnotationSelector != "c=d" || target.Name != "x.*" {
		t.Errorf("the target is %s", got)
	}
	if adds.Patches[1].Target != nil {
		t.Errorf("a patch without a target has %v", adds.Patches[1].Target)
	}
	//nolint:staticcheck // What older versions of Flux have, kustomize has to read.
	if got := string(adds.PatchesStrategicMerge[0]); got != `{"apiVersion":"v1","kind":"Service","metadata":{"name":"s"}}` {
		t.Errorf("the strategic merge patch is %s", got)
	}
	//nolint:staticcheck // What older versions of Flux have, kustomize has to read.
	if got := adds.PatchesJson6902[0].Patch; got != `[{"op":"add","path":"/a","value":1}]` {
		t.Errorf("the JSON patch is %s", got)
	}
	if i := adds.Images[0]; i.Name != "nginx" || i.NewName != "mirror/nginx" || i.NewTag != "1" || i.Digest != "sha256:x" {
		t.Errorf("the image is %+v", i)
	}
	want := []string{"failure render-error env/flux.yaml:12: the component https://example.org/c must be a path relative to spec.path"}
	if diff := cmp.Diff(want, told(u)); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
}
