package kubegap.lib.gitops

# METADATA
# description: |
#   The path to the Application spec in an Application, or in the template of an
#   ApplicationSet.
application_path(obj) := ["spec"] if {
	obj.kind == "Application"
} else := ["spec", "template", "spec"] if {
	obj.kind == "ApplicationSet"
}

# METADATA
# description: |
#   The spec of an Application, or that of the Applications which an ApplicationSet
#   makes; {} where the manifest has no mapping there.
application(obj) := _mapping(object.get(obj.body, application_path(obj), {}))

_mapping(value) := value if is_object(value)

_mapping(value) := {} if not is_object(value)

# METADATA
# description: |
#   Whether the Application or ApplicationSet syncs by itself and deletes what is no
#   longer rendered.
# related_resources:
#   - https://argo-cd.readthedocs.io/en/stable/user-guide/auto_sync/#automatic-pruning
prunes(obj) if {
	automated := application(obj).syncPolicy.automated
	automated.prune == true
	not automated.enabled == false
}

# METADATA
# description: |
#   Whether an Application deletes obj from the cluster by itself when it is no longer
#   rendered. An option of the object wins over that of the Application.
# related_resources:
#   - https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#no-prune-resources
pruned_by_argocd(obj, app) if {
	prunes(app)
	not _guarded(obj, app)
	not immortal(obj)
}

_guarded(obj, _) if _own_option(obj) in {"confirm", "false"}

_guarded(obj, app) if {
	not _own_option(obj)
	some option in application(app).syncPolicy.syncOptions
	is_string(option)
	lower(option) in {"prune=confirm", "prune=false"}
}

# The value of the sync option Prune that the object sets.
_own_option(obj) := value if {
	some option in split(text_annotation(obj, "argocd.argoproj.io/sync-options"), ",")
	[name, value] := split(trim_space(option), "=")
	name == "prune"
}

# METADATA
# description: |
#   The kinds of generators of an ApplicationSet, also those inside of others: "git",
#   "clusters", "pullRequest" and so on.
generators(set) := {kind |
	[path, value] := walk(object.get(set.body, ["spec", "generators"], []))
	is_number(path[count(path) - 1])
	_listed(path)
	some kind, _ in value
	not kind in {"selector", "template", "values"}
}

# A list of generators is that of the ApplicationSet, of a matrix or of a merge.
_listed(path) if count(path) == 1

_listed(path) if path[count(path) - 2] == "generators"
