package graph

// Relation is the meaning of a reference from one object to another.
type Relation string

// The relations. Unless another source is named at the table that reads them,
// https://kubernetes.io/docs/reference/kubernetes-api/ documents the fields.
const (
	// AttachesTo: a route of the Gateway API → Gateway.
	AttachesTo Relation = "attaches_to"
	// Calls: a webhook configuration or an APIService → Service.
	Calls Relation = "calls"
	// Class: Ingress → IngressClass, Gateway → GatewayClass,
	// PersistentVolumeClaim → StorageClass.
	Class Relation = "class"
	// Configures: TargetGroupConfiguration → Service or Gateway.
	Configures Relation = "configures"
	// LivesIn: an object → its Namespace.
	LivesIn Relation = "lives_in"
	// Parameters: a class → the object that holds its parameters.
	Parameters Relation = "parameters"
	// RoutesTo: what sends traffic from outside → Service.
	RoutesTo Relation = "routes_to"
	// Scales: an autoscaler → workload.
	Scales Relation = "scales"
	// Selects: an object with a label selector → workload, by the labels of
	// its pods.
	Selects Relation = "selects"
	// TemplateOf: a Rollout → the workload whose pod template it takes.
	TemplateOf Relation = "template_of"
	// Uses: a workload → ConfigMap, Secret, PersistentVolumeClaim,
	// ServiceAccount.
	Uses Relation = "uses"
	// UsesBackendConfig: Service → BackendConfig.
	UsesBackendConfig Relation = "uses_backend_config"
)
