package kubegap.lib.adminui

import data.kubegap.lib.images
import data.kubegap.lib.workloads

# The tools by their id: how messages call them, and what a stranger could do
# who gets to use one. Those that serve other protocols as well list the ports
# of their user interface, by number and by the usual names.
_tools := {
	"adminer": {"name": "Adminer", "power": "query the databases it reaches"},
	"akhq": {"name": "AKHQ", "power": "read and change Kafka topics"},
	"alertmanager": {"name": "Alertmanager", "power": "silence every alert"},
	"argo-server": {"name": "the Argo Workflows server", "power": "run workflows in the cluster"},
	"centraldashboard": {"name": "the Kubeflow dashboard", "power": "run notebooks in the cluster"},
	"headlamp": {"name": "Headlamp", "power": "see and change what its account may"},
	"hubble-ui": {"name": "Hubble UI", "power": "watch all network flows"},
	"jaeger": {
		"name": "Jaeger",
		"power": "read every trace",
		"ports": {16686, "http-query", "query", "query-http", "ui"},
	},
	"jupyter": {"name": "Jupyter", "power": "run code in the cluster"},
	"kafka-ui": {"name": "Kafka UI", "power": "read and change Kafka topics"},
	"kibana": {"name": "Kibana", "power": "read and change the indices"},
	"kube-ops-view": {"name": "Kubernetes Operational View", "power": "see every node and pod"},
	"kubernetes-dashboard": {"name": "Kubernetes Dashboard", "power": "see and change what its account may"},
	"longhorn-ui": {"name": "Longhorn UI", "power": "delete volumes and backups"},
	"mongo-express": {"name": "mongo-express", "power": "read and change the databases"},
	"octant": {"name": "Octant", "power": "see and change what its account may"},
	"opensearch-dashboards": {"name": "OpenSearch Dashboards", "power": "read and change the indices"},
	"pgadmin": {"name": "pgAdmin", "power": "query the databases it reaches"},
	"phpmyadmin": {"name": "phpMyAdmin", "power": "query the databases it reaches"},
	"portainer": {"name": "Portainer", "power": "run containers in the cluster"},
	"prometheus": {"name": "Prometheus", "power": "read every metric and target"},
	"rabbitmq": {
		"name": "RabbitMQ management",
		"power": "read and change the queues",
		"ports": {15671, 15672, "http-stats", "management", "stats"},
	},
	"redis-commander": {"name": "Redis Commander", "power": "read and change all data"},
	"thanos": {
		"name": "Thanos",
		"power": "query every metric",
		"ports": {9090, 10902, "http"},
	},
	"weave-scope": {"name": "Weave Scope", "power": "open a shell in every container"},
}

# The tool by the last segment of the image's repository.
_basenames := {
	"adminer": "adminer",
	"akhq": "akhq",
	"alertmanager": "alertmanager",
	"all-spark-notebook": "jupyter",
	"argocli": "argo-server",
	"base-notebook": "jupyter",
	"centraldashboard": "centraldashboard",
	"centraldashboard-angular": "centraldashboard",
	"datascience-notebook": "jupyter",
	"headlamp": "headlamp",
	"hubble-ui": "hubble-ui",
	"jaeger-query": "jaeger",
	"julia-notebook": "jupyter",
	"kafka-ui": "kafka-ui",
	"kibana": "kibana",
	"kube-ops-view": "kube-ops-view",
	"kubernetes-dashboard-amd64": "kubernetes-dashboard",
	"longhorn-ui": "longhorn-ui",
	"minimal-notebook": "jupyter",
	"mongo-express": "mongo-express",
	"octant": "octant",
	"opensearch-dashboards": "opensearch-dashboards",
	"pgadmin4": "pgadmin",
	"phpmyadmin": "phpmyadmin",
	"portainer": "portainer",
	"portainer-ce": "portainer",
	"portainer-ee": "portainer",
	"prometheus": "prometheus",
	"pyspark-notebook": "jupyter",
	"pytorch-notebook": "jupyter",
	"r-notebook": "jupyter",
	"rabbitmq": "rabbitmq",
	"redis-commander": "redis-commander",
	"scipy-notebook": "jupyter",
	"tensorflow-notebook": "jupyter",
	"thanos": "thanos",
}

# The tools whose last segment is a common word.
_repositories := {
	"all-in-one": {"jaegertracing/all-in-one": "jaeger"},
	"dashboard": {"kubernetesui/dashboard": "kubernetes-dashboard"},
	"scope": {"weaveworks/scope": "weave-scope"},
}

# Values of app.kubernetes.io/name that stand for a tool and nothing around it.
_labels := {
	"akhq": "akhq",
	"alertmanager": "alertmanager",
	"hubble-ui": "hubble-ui",
	"kafka-ui": "kafka-ui",
	"kube-ops-view": "kube-ops-view",
	"kubernetes-dashboard": "kubernetes-dashboard",
	"prometheus": "prometheus",
	"redis-commander": "redis-commander",
	"weave-scope": "weave-scope",
}

# The tools that the pods run: {"id", "container", "path"} for each container.
# An image that no list names, as a mirror may rename it, is recognised by the
# label where the pod runs nothing else.
_running(workload) := found if {
	found := [object.union(c, {"id": id}) |
		some c in workloads.long_running(workload)
		id := _by_image(c.container.image)
	]
	count(found) > 0
} else := [object.union(c, {"id": id}) |
	containers := workloads.long_running(workload)
	count(containers) == 1
	some c in containers
	name := workloads.labels(workload)["app.kubernetes.io/name"]
	id := _labels[name]
	not startswith(images.basename(c.container.image), concat("", [name, "-"]))
]

_by_image(image) := _basenames[images.basename(image)]

_by_image(image) := id if {
	some repository, id in _repositories[images.basename(image)]
	images.is(image, repository)
}
