# METADATA
# title: Backend of an Alibaba Cloud ALB without a readiness gate
# description: |
#   Kubernetes calls a new pod ready when its containers are, and deletes an old one,
#   while the Application Load Balancer of Alibaba Cloud may not yet have the new pod
#   among its backends. For that time requests fail with 502. A readiness gate with
#   the condition `target-health.alb.k8s.alibabacloud`, which the ALB Ingress
#   controller fulfils, holds the old pods until then. It has to be written into the
#   pod template; nothing adds it.
#
#   The rule follows Ingresses whose class has the controller
#   `ingress.k8s.alibabacloud/alb` (or is named `alb` beside an AlbConfig) to the pods.
#
#   Left alone:
#
#   - classes named `alb` of AWS
#   - the strategy Recreate, DaemonSets, Jobs and bare Pods; zero replicas
#   - a Service without selector
#   - `minReadySeconds` of 30 or more
#
#   Balancers of AWS have a rule of their own.
# scope: package
# related_resources:
#   - ref: https://www.alibabacloud.com/help/en/ack/ack-managed-and-ack-dedicated/user-guide/use-readinessgate-to-check-pod-readiness-before-associating-pods-with-alb-ingresses-during-rolling-updates
#     description: Readiness gates for pods behind ALB Ingresses
# custom:
#   level: warning
#   level_reason: |
#     The vendor documents it as a cause of 502 during rolling updates. A note outside
#     of production.
#   remediation: |
#     Add the gate to the pod template:
#
#     ```yaml
#     spec:
#       template:
#         spec:
#           readinessGates:
#             - conditionType: target-health.alb.k8s.alibabacloud
#     ```
#   kinds:
#     - apps/Deployment
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - Service
#     - networking.k8s.io/Ingress
#   words: [alibabacloud]
#   since: 0.1.0
package kubegap.cases.il_0188.alibaba_alb_without_readiness_gate

import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.rolling
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in exposure.backends
	reached := _targets(workload)[0]
	rolling.updates(workload)
	rolling.min_ready_seconds(workload) < 30
	not _gated(workload)
	place := exposure.place(workload, array.concat(workloads.spec_path(workload), ["readinessGates"]), reached)

	violation := result.with_level(
		result.at_with(
			place.object,
			place.path,
			sprintf(
				"the pods have no readiness gate %s, so a rollout of %s deletes old pods before %s has the new ones among its backends",
				[_gate, objects.title(workload), exposure.title(reached.exposure)],
			),
			exposure.chain(reached),
		),
		_level(workload),
	)
}

_gate := "target-health.alb.k8s.alibabacloud"

_gated(workload) if {
	some gate in workloads.spec(workload).readinessGates
	gate.conditionType == _gate
}

_targets(workload) := [reached |
	some reached in exposure.reported(workload)
	reached.exposure.class.provider == "alibaba-alb"
]

_level(workload) := "note" if environment.not_production(workload)

_level(workload) := "warning" if not environment.not_production(workload)
