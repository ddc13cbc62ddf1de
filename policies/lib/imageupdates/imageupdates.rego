# METADATA
# description: |
#   Controllers that choose the version of an image by themselves, so that the tag
#   of the manifest says little.
package kubegap.lib.imageupdates

import data.kubegap.lib.images
import data.kubegap.lib.objects

# METADATA
# description: |
#   Whether a controller keeps the image of the workload up to date: Keel or an
#   OpenShift image trigger by an annotation of the workload, Flux by an
#   ImageRepository, Argo CD Image Updater by an annotation of an Application or an
#   ImageUpdater.
# related_resources:
#   - ref: https://fluxcd.io/flux/components/image/imagerepositories/
#   - ref: https://argocd-image-updater.readthedocs.io/en/stable/
updated(_, image) if _watched[images.full(image)]

updated(workload, _) if {
	some key in ["keel.sh/policy", "image.openshift.io/triggers"]
	objects.annotation(workload, key)
}

_watched[name] := true if {
	some repository in objects.of_kind("image.toolkit.fluxcd.io/ImageRepository")
	name := images.full(repository.body.spec.image)
}

# alias=registry/repository:constraint, separated by commas
_watched[name] := true if {
	some application in objects.of_kind("argoproj.io/Application")
	list := objects.annotation(application, "argocd-image-updater.argoproj.io/image-list")
	some entry in split(list, ",")
	parts := split(trim_space(entry), "=")
	name := images.full(parts[count(parts) - 1])
}

_watched[name] := true if {
	some updater in objects.of_kind("argocd-image-updater.argoproj.io/ImageUpdater")
	some reference in updater.body.spec.applicationRefs
	some image in reference.images
	name := images.full(image.imageName)
}
