package kubegap.lib.spread_test

import data.kubegap.lib.fixture
import data.kubegap.lib.spread

test_constraints_spread if {
	_declared({"topologySpreadConstraints": [_constraint("DoNotSchedule", "web")]})
	_declared({"topologySpreadConstraints": [_constraint("ScheduleAnyway", "${NAME}")]})
	not _declared({"topologySpreadConstraints": [_constraint("DoNotSchedule", "api")]})
	not _declared({"topologySpreadConstraints": null})
	not _declared({})
}

test_anti_affinity_spreads if {
	_declared(_required("web"))
	_declared(_preferred("web"))
	not _declared(_required("api"))
}

test_over_nodes_is_for_hard_terms if {
	_over_nodes(_required("web"))
	not _over_nodes(_preferred("web"))
	_over_nodes({"topologySpreadConstraints": [_constraint("DoNotSchedule", "web")]})
	not _over_nodes({"topologySpreadConstraints": [_constraint("ScheduleAnyway", "web")]})
}

test_paths_lead_to_the_term if {
	document := _document(_preferred("web"))
	found := spread.terms(document.objects[0]) with input as document
	found[0].path == [
		"spec", "template", "spec", "affinity", "podAntiAffinity",
		"preferredDuringSchedulingIgnoredDuringExecution", 0, "podAffinityTerm",
	]
}

_declared(spec) if {
	document := _document(spec)
	spread.declared(document.objects[0]) with input as document
}

_over_nodes(spec) if {
	document := _document(spec)
	spread.over_nodes(document.objects[0]) with input as document
}

_document(spec) := fixture.document([{
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "web"},
	"spec": {"template": {"metadata": {"labels": {"app": "web"}}, "spec": spec}},
}])

_constraint(unsatisfiable, app) := {
	"topologyKey": "kubernetes.io/hostname",
	"whenUnsatisfiable": unsatisfiable,
	"labelSelector": {"matchLabels": {"app": app}},
}

_required(app) := {"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [_term(app)]}}}

_preferred(app) := {"affinity": {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{
	"weight": 100,
	"podAffinityTerm": _term(app),
}]}}}

_term(app) := {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": app}}}
