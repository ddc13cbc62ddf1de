package plain

import "github.com/kubegap/kubegap-lint/render/manifest"

// dialect recognises documents that configure the kube-proxy of a cluster
// without being Kubernetes objects; "" for all others.
//
// The keys are those of kubespray
// (https://github.com/kubernetes-sigs/kubespray/blob/master/roles/kubespray_defaults/defaults/main/main.yml),
// of Talos Linux (https://docs.siderolabs.com/talos/latest/reference/configuration/v1alpha1/config)
// and of k3s and RKE2 (https://docs.k3s.io/cli/server).
func dialect(body any) manifest.Dialect {
	m, _ := body.(map[string]any)
	_, mode := m["kube_proxy_mode"]
	_, timeout := m["kube_proxy_tcp_timeout"]
	cluster, _ := m["cluster"].(map[string]any)
	_, machine := m["machine"].(map[string]any)
	_, proxy := cluster["proxy"].(map[string]any)
	switch {
	case mode || timeout:
		return manifest.DialectKubespray
	case m["kube-proxy-arg"] != nil, m["kube-proxy-arg+"] != nil:
		return manifest.DialectK3s
	case proxy, machine && cluster != nil:
		return manifest.DialectTalos
	default:
		return ""
	}
}
