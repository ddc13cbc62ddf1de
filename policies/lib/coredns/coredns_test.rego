package kubegap.lib.coredns_test

import data.kubegap.lib.coredns

test_plugins_of_server_blocks_and_imported_snippets if {
	names := [[plugin.name, plugin.line] | some plugin in coredns.plugins(_corefile)]
	names == [["health", 1], ["ready", 4], ["errors", 7], ["kubernetes", 9], ["forward", 16], ["file", 19]]
}

test_plugins_have_arguments_and_options if {
	[kubernetes] := [plugin | some plugin in coredns.plugins(_corefile); plugin.name == "kubernetes"]
	kubernetes.arguments == ["cluster.local", "in-addr.arpa"]
	kubernetes.options == [
		{"name": "pods", "arguments": ["insecure"], "line": 10},
		{"name": "fallthrough", "arguments": ["in addr", "arpa"], "line": 11},
	]
}

test_lameduck_of_a_snippet_counts if {
	coredns.lameduck(_corefile) == {"seconds": 5, "line": 2}
}

test_the_longest_lameduck_counts if {
	coredns.lameduck(".:1 {\nhealth {\nlameduck 1s\n}\n}\n.:2 {\nhealth :2 {\nlameduck 500ms\n}\n}") == {"seconds": 1, "line": 2}
}

test_an_unknown_duration_is_null if {
	coredns.lameduck(".:1 {\nhealth {\nlameduck {$WAIT}\n}\n}") == {"seconds": null, "line": 2}
}

test_no_lameduck_is_undefined if {
	not coredns.lameduck(".:53 {\nhealth\n}")
}

test_a_snippet_is_no_file if {
	not coredns.imports_files(_corefile)
	coredns.imports_files(".:53 {\nimport custom/*.override\n}")
}

test_broken_corefiles_use_nothing if {
	every text in ["", "{", "}", "}\n{\n", ".:53 {", "{\n}", ".:53 {\nkubernetes cluster.local", "\""] {
		coredns.plugins(text) == []
		not coredns.serves_cluster(text)
	}
}

test_the_kubernetes_plugin_serves_the_cluster if {
	coredns.serves_cluster(_corefile)
	not coredns.serves_cluster(".:53 {\nk8s_gateway example.com\nforward . kubernetes\n}")
}

_corefile := `(probes) {
    health {
        lameduck 5s # long enough
    }
    ready
}
.:53 {
    errors
    import probes
    kubernetes cluster.local in-addr.arpa {
        pods insecure
        fallthrough "in addr" arpa
    }
    # log {
    #   class all
    # }
    forward . /etc/resolv.conf
}
example.com {
    file /etc/coredns/example.db
}
(unused) {
    whoami
}
`
