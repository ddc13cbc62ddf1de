# METADATA
# description: |
#   What replaces the registry of an image on its way to the node.
package kubegap.lib.mirrors

# METADATA
# description: |
#   Whether the repository declares that images of the registry come from elsewhere:
#   by a registry mirror of Talos or OpenShift, or by a policy or webhook that writes
#   other images into pods. What is declared anywhere counts everywhere, since
#   machines and pods lie in different directories.
# related_resources:
#   - ref: https://docs.siderolabs.com/talos/v1.13/reference/configuration/cri/registrymirrorconfig
mirrored(registry) if _mirrored[registry]

mirrored(_) if _mirrored["*"]

mirrored(_) if _rewritten

_mirrored[registry] := true if {
	some i in input.by_kind["config/talos"]
	some registry, _ in input.objects[i].body.machine.registries.mirrors
}

_mirrored[registry] := true if {
	some i in input.by_kind.RegistryMirrorConfig
	registry := input.objects[i].body.name
}

_mirrored[registry] := true if {
	some kind, field in {
		"config.openshift.io/ImageDigestMirrorSet": "imageDigestMirrors",
		"config.openshift.io/ImageTagMirrorSet": "imageTagMirrors",
		"operator.openshift.io/ImageContentSourcePolicy": "repositoryDigestMirrors",
	}
	some i in input.by_kind[kind]
	some mirror in input.objects[i].body.spec[field]
	registry := split(mirror.source, "/")[0]
}

_rewritten if {
	some i in input.by_kind["admissionregistration.k8s.io/MutatingWebhookConfiguration"]
	regex.match(`image-?swap|harbor-container-webhook`, input.objects[i].name)
}

_rewritten if {
	some kind in [
		"admissionregistration.k8s.io/MutatingAdmissionPolicy",
		"kyverno.io/ClusterPolicy",
		"kyverno.io/Policy",
		"mutations.gatekeeper.sh/Assign",
		"mutations.gatekeeper.sh/AssignImage",
		"policies.kyverno.io/MutatingPolicy",
	]
	some i in input.by_kind[kind]
	text := json.marshal(input.objects[i].body.spec)
	regex.match(`mutat|applyTo`, text)
	regex.match(`"image"|\bimage:|assignDomain|\.image\b`, text)
}
