package kubegap.lib.drain_test

import data.kubegap.lib.drain
import data.kubegap.lib.fixture

test_known_waits if {
	expected := {
		["sleep", "60"]: 60,
		["/bin/sleep", "1m"]: 60,
		["sleep", "1m", "30"]: 90,
		["busybox", "sleep", "0.5"]: 0.5,
		["sleep", "infinity"]: drain.forever,
		["busybox", "sleep", "INF"]: drain.forever,
		["sh", "-c", "sleep 5; exec sleep inf"]: drain.forever + 5,
		["sh", "-c", "sleep 60"]: 60,
		["/bin/bash", "-ec", "exec sleep 1h"]: 3600,
		["sh", "-c", "sleep 15 && nginx -s quit; sleep 5"]: 20,
		["sh", "-c", "set -e\nsleep 10 # then sleep 99\nkill 1\nsleep 5\n"]: 15,
		["sh", "-c", "sleep \\\n 60"]: 60,
		["sh", "-c", "sleep 60 || true"]: 60,
		["sh", "-c", "/usr/bin/sleep 60 > /dev/null 2>&1"]: 60,
		["sh", "-c", "sleep 28 2>/dev/null"]: 28,
		["sh", "-c", "sleep 25 9>/tmp/x"]: 25,
		["sh", "-c", "sleep 25 10>> /tmp/x 2>&1"]: 25,
		["sh", "-c", "sleep 29 2>/dev/null || true"]: 29,
		["sh", "-c", "sleep 5 && curl -s localhost:9000/quit 2>/dev/null; sleep 24 2>&1"]: 29,
		["sh", "-c", "sleep 28 0</dev/null 2>&- && sleep 1"]: 29,
		["sh", "-c", ">/tmp/x sleep 28 >\"$log\""]: 28,
		["sh", "-c", "exec 2>/dev/null; sleep 60"]: 60,
		["sh", "-c", "echo stop &>/dev/null; sleep 60"]: 60,
		["sh", "-c", "kill -QUIT $(cat /run/pid) 2>/dev/null; sleep 60"]: 60,
		["bash", "-c", "sleep 28 &>/dev/null"]: 28,
		["bash", "-c", "sleep 28 &>> /tmp/x; sleep 1"]: 29,
		["sh", "-c", "sleep 5; # don't sleep\nsleep 4; # can't"]: 9,
		["sh", "-c", "sleep 5; if a; then b; fi; sleep 60"]: 5,
		["sh", "-c", "[ -f x ] && echo y; sleep 60"]: 60,
	}
	every command, seconds in expected {
		drain.command_seconds(command) == seconds
	}
}

test_unknown_waits if {
	commands := [
		[],
		["sleep"],
		["sleep", "infinite"],
		["sleep", "nan"],
		["sh", "-c", "sleep infinity &"],
		["sh", "-c", "timeout 10 sleep infinity"],
		["sleep", "$WAIT"],
		["timeout", "10", "sleep", "60"],
		["cmd", "/c", "timeout /t 60"],
		["powershell", "-c", "Start-Sleep 60"],
		["sh", "wait.sh"],
		["sh", "-c", "sleep $WAIT"],
		["sh", "-c", "sleep 60 &"],
		["sh", "-c", "sleep 60 & wait"],
		["sh", "-c", "timeout 10 sleep 60"],
		["sh", "-c", "drain || sleep 60"],
		["sh", "-c", "[ -f x ] && sleep 60"],
		["sh", "-c", "! busy && sleep 60"],
		["sh", "-c", "test -f x && echo y && sleep 60"],
		["sh", "-c", "while busy; do sleep 60; done"],
		["sh", "-c", "if busy; then sleep 60; fi"],
		["sh", "-c", "(sleep 60)"],
		["sh", "-c", "wait() { sleep 60; }"],
		["sh", "-c", "exit 0; sleep 60"],
		["sh", "-c", "exec drain; sleep 60"],
		["sh", "-c", "echo 'a; sleep 60; b'"],
		["sh", "-c", "echo \"a \\\"; sleep 60; \\\" b\""],
		["sh", "-c", "echo # don't\necho 'a; sleep 60; b'"],
		["sh", "-c", "sleep 60 &>/dev/null"],
		["sh", "-c", "sleep 60 2>/dev/null &"],
		["sh", "-c", "sleep 25>/tmp/x"],
		["sh", "-c", "sleep 2>&1"],
		["sh", "-c", "(drain; sleep 60; stop) &"],
		["sh", "-c", "cat <<X\nsleep 40\nX"],
		["sh", "-c", "sleep 40; cat <<-'X' >/tmp/x\n\tsleep 40\n\tX\n"],
	]
	every command in commands {
		not drain.command_seconds(command)
	}
}

test_the_wait_names_the_field_that_sets_it if {
	drain.wait({"lifecycle": {"preStop": {"sleep": {"seconds": 15}}}}) == {
		"seconds": 15,
		"path": ["lifecycle", "preStop", "sleep", "seconds"],
		"action": "sleep",
	}
	drain.wait({"lifecycle": {"preStop": {"exec": {"command": ["sh", "-c", "sleep 15", "x"]}}}}) == {
		"seconds": 15,
		"path": ["lifecycle", "preStop", "exec", "command", 2],
		"action": "exec",
	}
}

test_a_wait_that_is_no_number_is_unknown if {
	not drain.wait({"lifecycle": {"preStop": {"sleep": {"seconds": "${WAIT}"}}}})
	not drain.wait({"lifecycle": {"preStop": {"exec": {"command": ["sleep", 60]}}}})
	not drain.wait({"lifecycle": {"preStop": {"exec": {"command": "sleep 60"}}}})
	not drain.wait({"lifecycle": null})
}

test_hooks_that_do_something if {
	drain.hooked({"lifecycle": {"preStop": {"httpGet": {"port": 80}}}})
	drain.hooked({"lifecycle": {"preStop": {"sleep": {"seconds": "${WAIT}"}}}})
	not drain.hooked({"lifecycle": {"preStop": {"sleep": {"seconds": 0}}}})
	not drain.hooked({"lifecycle": {"postStart": {"exec": {"command": ["true"]}}}})
	not drain.hooked({})
}

test_grace_period if {
	_grace({}) == 30
	_grace({"terminationGracePeriodSeconds": 0}) == 0
	_grace({"terminationGracePeriodSeconds": null}) == 30
	not _grace({"terminationGracePeriodSeconds": "${GRACE}"})
}

_grace(spec) := grace if {
	document := fixture.document([{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": spec}])
	grace := drain.grace(document.objects[0]) with input as document
}

test_data_planes if {
	_data_plane({"image": "registry.k8s.io/ingress-nginx/controller:v1.12.1@sha256:0123"})
	_data_plane({"image": "docker.io/kong/kong-gateway:3.9"})
	_data_plane({"image": "traefik", "args": ["--entrypoints.web.transport.lifecycle.requestacceptgracetimeout=5s"]})
	not _data_plane({"image": "traefik", "args": ["--entrypoints.web.address=:80"]})
	not _data_plane({"image": "registry.example/kongress:1"})
	not _data_plane({"image": null, "args": null})
}

_data_plane(container) if {
	document := fixture.document([{
		"apiVersion": "v1",
		"kind": "Pod",
		"metadata": {"name": "p"},
		"spec": {"containers": [container]},
	}])
	drain.by_data_plane(document.objects[0]) with input as document
}
