# METADATA
# title: [[.Kind]] without an owner
# description: |
#   The label `team` names the team that runs an object. An object without it is
#   reported.
# scope: package
[[- if .Own]]
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/
#     description: Labels
[[- end]]
# custom:
#   level: warning
#   level_reason: |
#     The label prevents no failure, but shortens it.
#   remediation: |
#     Name the team:
#
#     ```yaml
#     metadata:
#       labels:
#         team: payments
#     ```
#   kinds:
#     - [[.Key]]
#   since: 0.1.0
package [[.Package]]

import data.kubegap.lib.objects
import data.kubegap.lib.result

violations contains violation if {
	some obj in objects.of_kind("[[.Key]]")
	not _has_owner(obj)
	violation := result.at(obj, ["metadata", "labels", "team"], "has no label team, so nobody knows whom to call when it fails")
}

_has_owner(obj) if objects.label(obj, "team") != ""
