package graph

// A place is one kind of field that names an object.
type place struct {
	relation Relation
	// at leads from the root of the body, or of the pod template, to the field:
	// keys joined by dots, with [] after the key of a list.
	at string
	// read gives what the value of the field names, in an object of the
	// namespace. An empty name means nothing.
	read func(value any, namespace string) identity
}

// places lists the fields of objects of a kind that name another object, save
// for those of its pod template.
func places(kind string) []place {
	switch kind {
	case "networking.k8s.io/Ingress", "extensions/Ingress":
		return []place{
			{RoutesTo, "spec.defaultBackend.service", local("Service", "name")},
			{RoutesTo, "spec.backend", local("Service", "serviceName")},
			{RoutesTo, "spec.rules[].http.paths[].backend.service", local("Service", "name")},
			{RoutesTo, "spec.rules[].http.paths[].backend", local("Service", "serviceName")},
			{Class, "spec.ingressClassName", named("networking.k8s.io", "IngressClass")},
		}
	case "gateway.networking.k8s.io/HTTPRoute", "gateway.networking.k8s.io/GRPCRoute", "gateway.networking.k8s.io/TLSRoute",
		"gateway.networking.k8s.io/TCPRoute", "gateway.networking.k8s.io/UDPRoute":
		return []place{
			{RoutesTo, "spec.rules[].backendRefs[]", backend},
			{AttachesTo, "spec.parentRefs[]", grouped("gateway.networking.k8s.io", "Gateway")},
		}
	case "gateway.networking.k8s.io/Gateway":
		return []place{{Class, "spec.gatewayClassName", named("gateway.networking.k8s.io", "GatewayClass")}}
	case "gateway.networking.k8s.io/GatewayClass":
		return []place{{Parameters, "spec.parametersRef", grouped("", "")}}
	case "networking.k8s.io/IngressClass":
		return []place{{Parameters, "spec.parameters", ingressParameters}}
	case "PersistentVolumeClaim":
		return []place{{Class, "spec.storageClassName", named("storage.k8s.io", "StorageClass")}}
	case "autoscaling/HorizontalPodAutoscaler":
		return []place{{Scales, "spec.scaleTargetRef", versioned}}
	case "autoscaling.k8s.io/VerticalPodAutoscaler":
		return []place{{Scales, "spec.targetRef", versioned}}
	case "keda.sh/ScaledObject": // https://keda.sh/docs/latest/reference/scaledobject-spec/
		return []place{{Scales, "spec.scaleTargetRef", versioned}}
	case "admissionregistration.k8s.io/ValidatingWebhookConfiguration", "admissionregistration.k8s.io/MutatingWebhookConfiguration":
		return []place{{Calls, "webhooks[].clientConfig.service", service}}
	case "apiregistration.k8s.io/APIService":
		return []place{{Calls, "spec.service", service}}
	}
	return controllerPlaces(kind)
}

// controllerPlaces is places for the kinds of single controllers.
func controllerPlaces(kind string) []place {
	switch kind {
	case "elbv2.k8s.aws/TargetGroupBinding": // https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/targetgroupbinding/spec/
		return []place{{RoutesTo, "spec.serviceRef", local("Service", "name")}}
	case "gateway.k8s.aws/TargetGroupConfiguration": // https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/gateway/customization/
		return []place{{Configures, "spec.targetReference", grouped("", "Service")}}
	case "traefik.io/IngressRoute", "traefik.containo.us/IngressRoute", "traefik.io/IngressRouteTCP", "traefik.containo.us/IngressRouteTCP",
		"traefik.io/IngressRouteUDP", "traefik.containo.us/IngressRouteUDP": // https://doc.traefik.io/traefik/reference/routing-configuration/kubernetes/crd/http/ingressroute/
		return []place{{RoutesTo, "spec.routes[].services[]", backend}}
	case "networking.istio.io/VirtualService": // https://istio.io/latest/docs/reference/config/networking/virtual-service/
		return []place{
			{RoutesTo, "spec.http[].route[].destination", destination},
			{RoutesTo, "spec.tcp[].route[].destination", destination},
			{RoutesTo, "spec.tls[].route[].destination", destination},
		}
	case "route.openshift.io/Route": // https://docs.redhat.com/en/documentation/openshift_container_platform/latest/html/network_apis/route-route-openshift-io-v1
		return []place{
			{RoutesTo, "spec.to", backend},
			{RoutesTo, "spec.alternateBackends[]", backend},
		}
	case "argoproj.io/Rollout": // https://argo-rollouts.readthedocs.io/en/stable/features/specification/
		return []place{
			{RoutesTo, "spec.strategy.blueGreen.activeService", named("", "Service")},
			{RoutesTo, "spec.strategy.blueGreen.previewService", named("", "Service")},
			{RoutesTo, "spec.strategy.canary.stableService", named("", "Service")},
			{RoutesTo, "spec.strategy.canary.canaryService", named("", "Service")},
			{TemplateOf, "spec.workloadRef", versioned},
		}
	}
	return nil
}

// podPlaces lists the fields of a pod template that name an object.
func podPlaces() []place {
	list := []place{
		{Uses, "spec.serviceAccountName", named("", "ServiceAccount")},
		{Uses, "spec.imagePullSecrets[]", local("Secret", "name")},
		{Uses, "spec.volumes[].configMap", local("ConfigMap", "name")},
		{Uses, "spec.volumes[].secret", local("Secret", "secretName")},
		{Uses, "spec.volumes[].persistentVolumeClaim", local("PersistentVolumeClaim", "claimName")},
		{Uses, "spec.volumes[].projected.sources[].configMap", local("ConfigMap", "name")},
		{Uses, "spec.volumes[].projected.sources[].secret", local("Secret", "name")},
	}
	for _, containers := range []string{"spec.initContainers[].", "spec.containers[]."} {
		list = append(list,
			place{Uses, containers + "envFrom[].configMapRef", local("ConfigMap", "name")},
			place{Uses, containers + "envFrom[].secretRef", local("Secret", "name")},
			place{Uses, containers + "env[].valueFrom.configMapKeyRef", local("ConfigMap", "name")},
			place{Uses, containers + "env[].valueFrom.secretKeyRef", local("Secret", "name")},
		)
	}
	return list
}
