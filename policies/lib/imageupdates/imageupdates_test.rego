package kubegap.lib.imageupdates_test

import data.kubegap.lib.fixture
import data.kubegap.lib.imageupdates

test_flux_scans_a_repository if {
	document := _document({
		"apiVersion": "image.toolkit.fluxcd.io/v1",
		"kind": "ImageRepository",
		"metadata": {"name": "web"},
		"spec": {"image": "docker.io/team/web"},
	})
	_updated(document, "team/web:latest")
	not _updated(document, "team/api:latest")
}

test_argo_cd_image_updater_lists_images if {
	document := _document({
		"apiVersion": "argoproj.io/v1alpha1",
		"kind": "Application",
		"metadata": {
			"name": "web",
			"annotations": {"argocd-image-updater.argoproj.io/image-list": "web=registry.example/web:1.x, registry.example/api"},
		},
	})
	_updated(document, "registry.example/web:main")
	_updated(document, "registry.example/api")
	not _updated(document, "registry.example/job")
}

test_an_image_updater_lists_images if {
	document := _document({
		"apiVersion": "argocd-image-updater.argoproj.io/v1alpha1",
		"kind": "ImageUpdater",
		"metadata": {"name": "web"},
		"spec": {"applicationRefs": [{"namePattern": "*", "images": [{"alias": "web", "imageName": "registry.example/web:1.x"}]}]},
	})
	_updated(document, "registry.example/web:main")
}

test_annotations_of_the_workload_count if {
	document := _annotated({"keel.sh/policy": "force"})
	_updated(document, "web")
	not _updated(_annotated({"team": "shop"}), "web")
}

_updated(document, image) if {
	imageupdates.updated(document.objects[0], image) with input as document
}

_annotated(annotations) := fixture.document([{
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "web", "annotations": annotations},
}])

_document(manifest) := fixture.document([{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}}, manifest])
