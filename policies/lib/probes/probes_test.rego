package kubegap.lib.probes_test

import data.kubegap.lib.probes

test_defaults if {
	every probe in [{}, {"periodSeconds": 0, "failureThreshold": null, "timeoutSeconds": 0}] {
		[probes.delay(probe), probes.period(probe), probes.timeout(probe), probes.failures(probe)] == [0, 10, 1, 3]
		probes.budget(probe) == 30
	}
}

test_arithmetic if {
	probe := {"initialDelaySeconds": 20, "periodSeconds": 5, "failureThreshold": 6}
	probes.patience(probe) == 30
	probes.budget(probe) == 50
}

test_placeholders_have_no_number if {
	not probes.budget({"periodSeconds": "${PERIOD}"})
}

test_handlers_have_one_form if {
	container := {"ports": [{"name": "http", "containerPort": 8080}]}
	probes.handler({"httpGet": {"path": "/live/", "port": "http"}}, container) == probes.handler(
		{"httpGet": {"path": "/live", "port": 8080, "scheme": "HTTP"}},
		container,
	)
	probes.handler({"httpGet": {"port": "admin"}}, container).port == "admin"
	probes.handler({"tcpSocket": {"port": "http"}}, container) == {"kind": "tcpSocket", "port": 8080, "host": ""}
	probes.handler({"grpc": {"port": 9000}}, {}) == {"kind": "grpc", "port": 9000, "service": ""}
	probes.handler({"exec": {"command": ["true"]}}, {}) == {"kind": "exec", "command": ["true"]}
}

test_a_probe_without_a_handler_has_none if {
	not probes.handler({"periodSeconds": 5}, {})
	not probes.handler({"httpGet": null}, {})
}

test_paths_that_test_dependencies if {
	every path in ["/health/db", "/actuator/health", "/health?full=1", "/healthcheck?deep", "/api/deps/"] {
		probes.tests_dependencies(probes.handler({"httpGet": {"path": path, "port": 80}}, {}))
	}
	every path in ["/", "/healthz", "/livez", "/actuator/health/liveness", "/-/healthy", "/ready/live", "/already", "/ping", "/readings", "/db/neo4j/cluster/available"] {
		not probes.tests_dependencies(probes.handler({"httpGet": {"path": path, "port": 80}}, {}))
	}
}

test_paths_that_ask_for_readiness if {
	every path in ["/ready", "/readyz", "/api/readiness/", "/-/ready", "/actuator/health/readiness"] {
		probes.asks_readiness(probes.handler({"httpGet": {"path": path, "port": 80}}, {}))
	}
	every path in ["/", "/healthz", "/already", "/ready/live"] {
		not probes.asks_readiness(probes.handler({"httpGet": {"path": path, "port": 80}}, {}))
	}
}

test_commands_that_test_dependencies if {
	every command in [
		["sh", "-c", "psql -h db -c 'SELECT 1'"],
		["mysql", "-h", "db", "-e", "SELECT 1"],
		["curl", "-f", "http://db.shop.svc:8080/health"],
	] {
		probes.tests_dependencies({"kind": "exec", "command": command})
	}
	every command in [
		["pg_isready", "-U", "app"],
		["mysqladmin", "ping"],
		["redis-cli", "ping"],
		["curl", "-f", "http://localhost:8080/health"],
		["sh", "-c", "curl http://$POD_IP:8080/"],
		["cat", "/tmp/healthy"],
	] {
		not probes.tests_dependencies({"kind": "exec", "command": command})
	}
}
