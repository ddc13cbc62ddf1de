package kubegap.lib.telemetry_test

import data.kubegap.lib.telemetry

test_agents if {
	telemetry.agent({"image": "registry.example:5000/mirror/fluent-bit:3.2@sha256:00"})
	telemetry.agent({"image": "gcr.io/datadoghq/agent:7"})
	not telemetry.agent({"image": "registry.example/fluent-bit-ui:1"})
	not telemetry.agent({"image": "registry.example/build/agent:1"})
	not telemetry.agent({})
	not telemetry.agent({"image": 7})
}

test_stores if {
	telemetry.store({"image": "quay.io/prometheus/prometheus:v3.5.0"}) == "Prometheus"
	not telemetry.store({"image": "quay.io/prometheus/node-exporter"})
	not telemetry.store({"image": "registry.example/prometheus-adapter"})
}

test_thanos_stores_in_some_roles if {
	telemetry.store({"image": "thanosio/thanos:v0.39.0", "args": ["receive", "--log.level=info"]}) == "Thanos"
	not telemetry.store({"image": "thanosio/thanos:v0.39.0", "args": ["query"]})
	not telemetry.store({"image": "thanosio/thanos:v0.39.0"})
}
