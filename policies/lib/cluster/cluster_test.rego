package kubegap.lib.cluster_test

import data.kubegap.lib.cluster
import data.kubegap.lib.fixture

test_versions_are_read_in_all_spellings if {
	every version in ["1.34", "v1.34", "1.34.2", "v1.34.2", "v1.34.2+k3s1", "1.34.2-eks-1"] {
		_minor(version) == 34
	}
}

test_other_strings_are_no_versions if {
	every version in ["", "latest", "stable-1.34", "${VERSION}", "11.34", "1.x", 1.3] {
		not _minor(version)
	}
}

test_the_user_counts_before_the_objects if {
	document := object.union(_document(["1.34.2"]), {"kubernetes_version": "1.36"})
	cluster.minor(document.objects[0]) == 36 with input as document
}

test_the_place_counts_before_the_whole if {
	document := object.union(_document(["1.34.2"]), {
		"kubernetes_version": "1.36",
		"units": {"fixture.yaml": {"kubernetes_version": "1.35"}},
	})
	cluster.minor(document.objects[0]) == 35 with input as document
}

test_an_object_counts_before_the_others if {
	document := _document(["1.34.2", "1.35.1"])
	cluster.minor(document.objects[1]) == 35 with input as document
}

test_others_count_where_they_agree if {
	document := _document(["1.34.2", "1.34.0"])
	cluster.minor(document.objects[2]) == 34 with input as document
}

test_others_that_disagree_say_nothing if {
	document := _document(["1.34.2", "1.35.0"])
	not cluster.minor(document.objects[2]) with input as document
}

test_kind_has_it_from_the_images_of_the_nodes if {
	document := fixture.document([{
		"apiVersion": "kind.x-k8s.io/v1alpha4",
		"kind": "Cluster",
		"nodes": [{"image": "kindest/node:v1.33.1@sha256:0f"}, {"image": "kindest/node:v1.33.4"}],
	}])
	cluster.minor(document.objects[0]) == 33 with input as document
}

_minor(version) := minor if {
	document := _document([version])
	minor := cluster.minor(document.objects[0]) with input as document
}

# Clusters of the versions, and one object more.
_document(versions) := fixture.document(array.concat(
	[{
		"apiVersion": "kops.k8s.io/v1alpha2",
		"kind": "Cluster",
		"metadata": {"name": sprintf("cluster-%d", [n])},
		"spec": {"kubernetesVersion": version},
	} |
		some n, version in versions
	],
	[{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "other"}}],
))
