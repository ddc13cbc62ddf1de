# METADATA
# title: Service that says nothing about itself
# description: A Service with an empty name in a label.
# scope: package
# custom:
#   level: error
#   level_reason: It fails on purpose where the label part-of is no number.
#   remediation: Set the label.
#   kinds: [Service]
#   since: 0.1.0
package kubegap.cases.example_2020_bare_pods.unlabelled_service

violations contains {"object": i, "path": ["metadata"], "message": "is zero"} if {
	some i in input.by_kind.Service
	to_number(input.objects[i].body.metadata.labels["part-of"]) == 0
}
