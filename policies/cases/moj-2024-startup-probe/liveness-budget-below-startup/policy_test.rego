package kubegap.cases.moj_2024_startup_probe.liveness_budget_below_startup_test

import data.kubegap.cases.moj_2024_startup_probe.liveness_budget_below_startup as rule
import data.kubegap.lib.fixture

test_products if {
	every image in ["quay.io/keycloak/keycloak:26", "elasticsearch:8", "confluentinc/cp-kafka:7", "jenkins/jenkins:lts", "sonatype/nexus3"] {
		_levels({"image": image, "livenessProbe": _http("/live", {})}) == ["warning"]
	}
	every image in ["kafka-exporter:1", "keycloak-operator:1", "jenkins-agent", "web:1"] {
		_levels({"image": image, "livenessProbe": _http("/live", {})}) == []
	}
}

test_java_needs_a_limit_below_one_processor if {
	every cpu, levels in {"500m": ["warning"], "0.5": ["warning"], "1": ["note"], "2000m": ["note"]} {
		_levels(object.union(_java, {"resources": {"limits": {"cpu": cpu}}})) == levels
	}
	_levels(_java) == ["note"]
	_levels(object.union(_java, {"resources": {"limits": {"cpu": 0.5}}})) == ["warning"]
	_levels(object.union(_java, {"resources": {"limits": {"cpu": "${CPU}"}}})) == ["note"]
}

test_the_budget_is_an_upper_bound if {
	_levels({"image": "keycloak", "livenessProbe": _http("/live", {"initialDelaySeconds": 30})}) == []
	_levels({"image": "keycloak", "livenessProbe": _http("/live", {"initialDelaySeconds": 29})}) == ["warning"]
	_levels({"image": "keycloak", "livenessProbe": _http("/live", {"failureThreshold": "${N}"})}) == []
}

test_a_startup_probe_decides if {
	_levels({"image": "keycloak", "livenessProbe": _http("/live", {}), "startupProbe": _http("/up", {"failureThreshold": 30})}) == []
	_levels({"image": "keycloak", "livenessProbe": _http("/live", {"failureThreshold": 30}), "startupProbe": _http("/up", {})}) == ["warning"]
}

_java := {"image": "web", "env": [{"name": "JAVA_TOOL_OPTIONS", "value": "-Xmx512m"}], "livenessProbe": _http("/live", {})}

_http(path, fields) := object.union({"httpGet": {"path": path, "port": 8080}}, fields)

_levels(container) := [violation.level | some violation in found] if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Pod",
		"metadata": {"name": "web"},
		"spec": {"containers": [object.union({"name": "web"}, container)]},
	}])
}
