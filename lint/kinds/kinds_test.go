package kinds_test

import (
	"testing"

	"github.com/kubegap/kubegap-lint/lint/kinds"
)

func TestRefuse(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"Pod":                                 "",
		"apps/Deployment":                     "",
		"extensions/Ingress":                  "",
		"policy/PodSecurityPolicy":            "",
		"cert-manager.io/Certificate":         "",
		"argoproj.io/Deployment":              "",
		"config/talos":                        "",
		"Deployment":                          "Deployment is apps/Deployment",
		"Ingress":                             "Ingress is networking.k8s.io/Ingress",
		"apps/Job":                            "apps/Job is batch/Job",
		"apps/Service":                        "apps/Service is Service",
		"core/PersistentVolumeClaim":          "the core group has no name: write PersistentVolumeClaim",
		"v1/Service":                          "the core group has no name: write Service",
		"apps/Deploymnt":                      "the group apps has no kind Deploymnt; did you mean apps/Deployment?",
		"apps/DeploymentList":                 "the group apps has no kind DeploymentList",
		"networking.k8s.io/HTTPRoute":         "the group networking.k8s.io has no kind HTTPRoute",
		"KubeProxyConfig":                     "",
		"Certificate":                         "",
		"PersistentVolumeClam":                "the core group has no kind PersistentVolumeClam; did you mean PersistentVolumeClaim?",
		"autoscaling/HorizontalPodAutoscaler": "",
	} {
		if got := kinds.Refuse(key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}
