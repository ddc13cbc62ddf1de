package helm

import (
	"os"
	"regexp"
	"testing"
)

// TestNewestKubernetesIsThatOfTheClient keeps the constant in step with go.mod.
func TestNewestKubernetesIsThatOfTheClient(t *testing.T) {
	t.Parallel()
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	client := regexp.MustCompile(`k8s\.io/client-go v0\.(\d+)\.`).FindSubmatch(mod)
	if client == nil {
		t.Fatal("go.mod names no k8s.io/client-go")
	}
	if want := "v1." + string(client[1]) + ".0"; newestKubernetes != want {
		t.Errorf("newestKubernetes is %s, but client-go is that of %s", newestKubernetes, want)
	}
}
