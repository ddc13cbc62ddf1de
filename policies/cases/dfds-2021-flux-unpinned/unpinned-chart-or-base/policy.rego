# METADATA
# title: Chart without a fixed version
# description: |
#   A chart version that is left open is chosen by the controller, whenever it looks at
#   the repository: a new release of the chart, with other defaults, other objects or
#   other definitions, reaches the cluster without a commit and at an hour that nobody
#   has chosen. There is nothing to revert, either.
#
#   The rule reports charts from a chart repository or an OCI registry whose version is
#   absent or `*`: in HelmReleases, HelmCharts and OCIRepositories of Flux (there also the
#   tag `latest`) and in Applications and ApplicationSets of Argo CD. A range, such as
#   `1.x`, `^1.2` or `>=1.2`, is a note.
#
#   Left alone:
#
#   - exact versions, digests, and tags other than `latest`
#   - charts from a GitRepository or a Bucket, where Flux ignores the version
#   - versions with variables or parameters of an ApplicationSet
#   - sources and releases that are suspended
#   - git repositories, whose branch may be the team's own
#   - OCIRepositories that no HelmRelease in sight uses and that do not ask for a chart:
#     a moving tag of manifests is how some teams deliver their own.
# scope: package
# related_resources:
#   - ref: https://fluxcd.io/flux/components/source/helmcharts/#version
#     description: Version of a HelmChart of Flux
#   - ref: https://argo-cd.readthedocs.io/en/stable/user-guide/tracking_strategies/
#     description: Tracking strategies of Argo CD
# custom:
#   level: warning
#   level_reason: |
#     Any release of the chart, also one that breaks compatibility, is installed without a
#     commit. A note for ranges, which somebody has chosen, and outside of production.
#   remediation: |
#     Write the version that runs now, and let a bot propose the next one:
#
#     ```yaml
#     spec:
#       chart:
#         spec:
#           chart: fluentd
#           version: 0.5.3
#     ```
#   kinds:
#     - argoproj.io/Application
#     - argoproj.io/ApplicationSet
#     - helm.toolkit.fluxcd.io/HelmRelease
#     - source.toolkit.fluxcd.io/HelmChart
#     - source.toolkit.fluxcd.io/OCIRepository
#   since: 0.1.0
package kubegap.cases.dfds_2021_flux_unpinned.unpinned_chart_or_base

import data.kubegap.lib.environment
import data.kubegap.lib.gitops
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.values

violations contains violation if {
	some found in _charts
	not found.object.body.spec.suspend == true
	openness := _openness(found.version)

	violation := result.with_level(
		result.at(found.object, found.path, _message(found, openness)),
		_level(found.object, openness),
	)
}

_level(obj, openness) := "warning" if {
	openness != "range"
	not environment.not_production(obj)
} else := "note"

_message(found, openness) := sprintf("%s, so %s is upgraded to each new release of the chart without a commit", [found.absent, found.what]) if {
	openness == "absent"
} else := sprintf("allows any version of the chart (%s), so %s is upgraded to each new release without a commit", [found.version, found.what]) if {
	openness == "open"
} else := sprintf("leaves the version to a range (%s), so %s is upgraded within it without a commit", [found.version, found.what])

# What the version leaves to the controller; undefined for an exact one.
_openness(version) := "absent" if {
	version in {"", null}
} else := "open" if {
	is_string(version)
	not values.unknown(version)
	regex.match(`^\s*([*xX](-0)?|latest)\s*$`, version)
} else := "range" if {
	is_string(version)
	not values.unknown(version)
	not regex.match(`^v?[0-9]+\.[0-9]+\.[0-9]+([-+]\S*)?$`, version)
	regex.match(`[<>^~*]|\.[xX]($|\.)`, version)
}

# A chart template of a HelmRelease, or a HelmChart: Flux reads its version only where
# it comes from a chart repository.
_charts contains found if {
	some kind, path in {
		"helm.toolkit.fluxcd.io/HelmRelease": ["spec", "chart", "spec"],
		"source.toolkit.fluxcd.io/HelmChart": ["spec"],
	}
	some obj in objects.of_kind(kind)
	chart := object.get(obj.body, path, {})
	chart.sourceRef.kind == "HelmRepository"
	is_string(chart.chart)
	found := {
		"object": obj,
		"path": array.concat(path, ["version"]),
		"version": object.get(chart, "version", ""),
		"absent": sprintf("names no version of the chart %s", [chart.chart]),
		"what": objects.title(obj),
	}
}

_charts contains found if {
	some app in objects.of_kinds(["argoproj.io/Application", "argoproj.io/ApplicationSet"])
	some source in _sources(app)
	is_string(source.body.chart)
	source.body.chart != ""
	not values.unknown(source.body.chart)
	not _patched(app)
	found := {
		"object": app,
		"path": array.concat(source.path, ["targetRevision"]),
		"version": object.get(source.body, "targetRevision", ""),
		"absent": sprintf("names no version of the chart %s", [source.body.chart]),
		"what": objects.title(app),
	}
}

# Of the fields of a reference, Flux reads digest first, then semver and tag.
_charts contains found if {
	some repository in objects.of_kind("source.toolkit.fluxcd.io/OCIRepository")
	_holds_chart(repository)
	reference := object.get(repository.body, ["spec", "ref"], {})
	some field, version in _oci_version(reference)
	found := {
		"object": repository,
		"path": [part | some part in ["spec", "ref", field]; part != ""],
		"version": version,
		"absent": "names neither a tag nor a digest",
		"what": "what uses it",
	}
}

_oci_version(reference) := {"": ""} if {
	reference in [null, {}]
} else := {"semver": reference.semver} if {
	object.get(reference, "digest", "") == ""
	is_string(reference.semver)
} else := {"tag": reference.tag} if {
	object.get(reference, "digest", "") == ""
	reference.tag == "latest"
}

_holds_chart(repository) if {
	is_string(repository.body.spec.layerSelector.mediaType)
	contains(repository.body.spec.layerSelector.mediaType, "helm.chart")
}

_holds_chart(repository) if {
	name := sprintf("%s/%s", [repository.namespace, repository.name])
	[repository.environment, name] in _referred
}

# The OCIRepositories that HelmReleases take their chart from.
_referred := {[release.environment, sprintf("%s/%s", [namespace, reference.name])] |
	some release in objects.of_kind("helm.toolkit.fluxcd.io/HelmRelease")
	reference := release.body.spec.chartRef
	reference.kind == "OCIRepository"
	namespace := object.get(reference, "namespace", release.namespace)
}

# The sources of an Application, or of those that an ApplicationSet makes.
_sources(app) := array.concat(
	[{"path": array.concat(path, ["source"]), "body": spec.source} | is_object(spec.source)],
	[{"path": array.concat(path, ["sources", i]), "body": source} |
		some i, source in spec.sources
		is_object(source)
	],
) if {
	path := gitops.application_path(app)
	spec := gitops.application(app)
}

# A patch of the template may set the version.
_patched(app) if {
	is_string(app.body.spec.templatePatch)
	contains(app.body.spec.templatePatch, "targetRevision")
}
