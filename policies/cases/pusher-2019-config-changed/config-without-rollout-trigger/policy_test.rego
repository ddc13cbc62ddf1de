package kubegap.cases.pusher_2019_config_changed.config_without_rollout_trigger_test

import data.kubegap.cases.pusher_2019_config_changed.config_without_rollout_trigger as rule
import data.kubegap.lib.fixture

test_names_with_a_hash if {
	every name, findings in {"settings": 1, "settings-7b2f9h5c6m": 0, "settings-3f2a9c1": 0, "settings-production": 1, "settings-2026": 1} {
		count(_violations(name, {})) == findings
	}
}

test_annotations_that_change_with_the_configuration if {
	every key in ["checksum/config", "config-hash", "example.com/configSHA256", "reloader.stakater.com/auto"] {
		count(_violations("settings", {key: "x"})) == 0
	}
	count(_violations("settings", {"prometheus.io/scrape": "true"})) == 1
}

test_data_of_the_wrong_type_is_none if {
	every odd in [7, "text", ["text"], null] {
		document := json.patch(_document("settings", {}), [{"op": "replace", "path": "objects/1/body/data", "value": odd}])
		count(rule.violations) == 0 with input as document
	}
}

_violations(name, annotations) := found if {
	found := rule.violations with input as _document(name, annotations)
}

_document(name, annotations) := document if {
	document := fixture.linked(
		[
			{
				"apiVersion": "apps/v1",
				"kind": "Deployment",
				"metadata": {"name": "web"},
				"spec": {"template": {
					"metadata": {"annotations": annotations},
					"spec": {"containers": [{"name": "web", "envFrom": [{"configMapRef": {"name": name}}]}]},
				}},
			},
			{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {"LOG_LEVEL": "info"}},
		],
		[{
			"from": 0,
			"relation": "uses",
			"to": 1,
			"path": ["spec", "template", "spec", "containers", 0, "envFrom", 0, "configMapRef"],
		}],
	)
}
