package kubegap.cases.il_0448.ipvs_long_job_without_keepalive_test

import data.kubegap.cases.il_0448.ipvs_long_job_without_keepalive as rule
import data.kubegap.lib.fixture

test_services_of_the_cluster_are_called if {
	every text in [
		"http://agent",
		"http://agent:8080/v1",
		"--url=https://agent.agents.svc.cluster.local",
		"postgres://user:secret@db:5432/app",
		"redis:6379",
		"agent.agents.svc:8080",
	] {
		_found(text)
	}
}

test_other_hosts_are_not if {
	every text in [
		"https://api.example.com",
		"http://10.0.0.7:8080",
		"http://localhost:8080",
		"12:30",
		"registry.example/app:1.2",
		"$(AGENT_URL)",
		"http://${HOST}:80",
	] {
		not _found(text)
	}
}

test_credentials_are_not_quoted if {
	found := rule.violations with input as _document("postgres://user:secret@db:5432/app")
	every violation in found {
		not contains(violation.message, "secret")
	}
}

_found(text) if {
	found := rule.violations with input as _document(text)
	count(found) == 1
}

_document(text) := fixture.document([
	{
		"apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
		"kind": "KubeProxyConfiguration",
		"mode": "ipvs",
	},
	{
		"apiVersion": "batch/v1",
		"kind": "Job",
		"metadata": {"name": "job"},
		"spec": {"template": {"spec": {"containers": [{"name": "job", "args": [text]}]}}},
	},
])
