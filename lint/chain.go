package lint

import "github.com/kubegap/kubegap-lint/render/manifest"

// Chain tells how the object of a finding hangs together with others of its
// cluster: how traffic gets from outside to it and on to the nodes, and what
// scales, guards, uses or deploys it. It is a small picture, not the whole graph:
// the nearest objects, of equal ones those that the rule names.
type Chain struct {
	// Nodes come in the order of traffic: an edge leads to a node after its own, unless
	// objects lead to one another in a circle.
	Nodes []ChainNode `json:"nodes"`
	// Edges are sorted by their ends.
	Edges []ChainEdge `json:"edges"`
	// More counts the links of these objects to others that are left out.
	More int `json:"more,omitempty"`
}

// ChainNode is an object, or one of the two ends between which traffic flows.
type ChainNode struct {
	Type ChainNodeType `json:"type"`
	// Object is the zero value for NodeInternet and NodeMachine.
	Object ObjectRef `json:"object,omitzero"`
	// Defect is set for the object of the finding.
	Defect bool `json:"defect,omitempty"`
	// Location is where the object is written; the zero value where that is not
	// known, or not known without rendering a chart once more.
	Location manifest.Location `json:"location,omitzero"`
}

// ChainNodeType is what a ChainNode stands for.
type ChainNodeType string

// The types of nodes.
const (
	// NodeInternet stands for clients outside of the cluster. It leads to an
	// Ingress or a Route, to a Gateway with listeners, to a Service of type
	// LoadBalancer, unless it is documented that what they ask for is private.
	NodeInternet ChainNodeType = "internet"
	// NodeObject is an object that makes no pods.
	NodeObject ChainNodeType = "object"
	// NodePods is an object that makes pods.
	NodePods ChainNodeType = "pods"
	// NodeMachine stands for the nodes of the cluster, on which pods run.
	NodeMachine ChainNodeType = "node"
)

// ChainEdge joins two nodes.
type ChainEdge struct {
	// From and To are indices into the nodes.
	From int `json:"from"`
	To   int `json:"to"`
	// Relation is one of package graph, or of those that only chains have. A route
	// that attaches to a Gateway is an edge from the Gateway, by RelationServes.
	Relation string `json:"relation"`
}

// The relations that package graph does not have.
const (
	// RelationReaches: clients outside of the cluster → what lets them in.
	RelationReaches = "reaches"
	// RelationServes: Gateway → a route that attaches to it.
	RelationServes = "serves"
	// RelationDeploys: an object of Flux or Argo CD → what it deploys.
	RelationDeploys = "deploys"
	// RelationRunsOn: pods → nodes.
	RelationRunsOn = "runs_on"
	// RelationOpensPorts: pods → nodes, by a hostPort.
	RelationOpensPorts = "opens_ports_of"
	// RelationSharesNetwork: pods → nodes, by hostNetwork.
	RelationSharesNetwork = "shares_network_of"
)

// Label names the node for people.
func (n ChainNode) Label() string {
	switch n.Type {
	case NodeInternet:
		return "clients outside the cluster"
	case NodeMachine:
		return "nodes"
	default:
		return n.Object.String()
	}
}

// Label says for people what the edge means, as a verb between its ends.
func (e ChainEdge) Label() string {
	switch e.Relation {
	case "calls":
		return "has the API server call"
	case "class":
		return "is of class"
	case "lives_in":
		return "lives in"
	case "parameters":
		return "is set up by"
	case "routes_to":
		return "sends traffic to"
	case RelationReaches:
		return "reach"
	case RelationRunsOn:
		return "runs on"
	case RelationOpensPorts:
		return "opens ports of"
	case RelationSharesNetwork:
		return "shares the network of"
	case "template_of":
		return "takes the pod template of"
	case "uses_backend_config":
		return "uses"
	default:
		return e.Relation // a verb already: configures, deploys, scales, selects, serves, uses
	}
}
