package kubegap.lib.proportional_test

import data.kubegap.lib.fixture
import data.kubegap.lib.proportional

test_flags_in_a_list_and_in_a_line if {
	every arguments in [
		["--target=deployment/coredns"],
		["/cluster-proportional-autoscaler", "--target=Deployment/coredns"],
		["sh", "-c", "/cluster-proportional-autoscaler --v=2 --target=deployment/coredns"],
	] {
		document := _document(arguments)
		proportional.target_names(document.objects[0]) == {{"kind": "deployment", "name": "coredns"}} with input as document
	}
}

test_several_targets if {
	document := _document(["--target=deployment/coredns,deployment/kube-dns"])
	count(proportional.target_names(document.objects[0])) == 2 with input as document
}

test_targets_and_parameters_are_in_the_namespace_of_the_flag if {
	document := _document(["--target=deployment/coredns", "--configmap=scaler", "--namespace=kube-system"])
	[target.index | some target in proportional.targets(document.objects[0])] == [1] with input as document
	proportional.parameters(document.objects[0]).index == 2 with input as document
}

test_or_in_that_of_the_autoscaler if {
	document := _document(["--target=deployment/coredns", "--configmap=scaler"])
	proportional.targets(document.objects[0]) == [] with input as document
	not proportional.parameters(document.objects[0]) with input as document
}

test_what_is_targeted if {
	document := _document(["--target=deployment/coredns", "--namespace=kube-system"])
	proportional.targeted(document.objects[1]) with input as document
	not proportional.targeted(document.objects[0]) with input as document
}

test_a_namespace_from_a_variable_is_its_own if {
	document := _document(["--target=deployment/scaler", "--namespace=$(NAMESPACE)"])
	proportional.targeted(document.objects[0]) with input as document
}

test_a_deployment_without_a_target_is_no_autoscaler if {
	document := _document(["--v=2"])
	count(proportional.declared) == 0 with input as document
}

test_ladders if {
	every ladder in [
		{"nodesToReplicas": [[1, 1], [8, 2]]},
		{"nodesToReplicas": [[2, 2], [9, 1]]},
		{"nodesToReplicas": [[4, 1]]},
		{"coresToReplicas": [[1, 1], [64, 3]]},
		{"coresToReplicas": [[64, 3], [1, 1]], "nodesToReplicas": [[1, 1]]},
	] {
		proportional.ladder_reaches_one(ladder)
	}
	every ladder in [
		{},
		{"nodesToReplicas": [[1, 1], [2, 2]]},
		{"coresToReplicas": [[1, 1], [64, 3]], "nodesToReplicas": [[1, 1], [2, 2]]},
		{"coresToReplicas": [[1, 1], [9, 2]]},
		{"nodesToReplicas": [[4, 2]]},
		{"nodesToReplicas": "none"},
	] {
		not proportional.ladder_reaches_one(ladder)
	}
}

_document(arguments) := fixture.document([
	{
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"name": "scaler", "namespace": "scalers"},
		"spec": {"template": {"spec": {"containers": [{
			"name": "autoscaler",
			"image": "registry.k8s.io/cpa/cluster-proportional-autoscaler:v1.9.0",
			"command": arguments,
		}]}}},
	},
	{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "coredns", "namespace": "kube-system"}},
	{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "scaler", "namespace": "kube-system"}},
])
