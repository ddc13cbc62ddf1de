{{- define "lib.deployment" -}}
apiVersion: apps/v1
kind: Deployment  # at Deployment/web .
metadata:
  name: {{ .Chart.Name }}  # at Deployment/web .metadata.name
spec:
  replicas: {{ .Values.replicas }}  # at Deployment/web .spec.replicas
  template:
    spec:
      containers:
        {{- include "lib.container" . | nindent 8 }}{{/* via Deployment/web .spec.template.spec.containers[0].image */}}
{{- end -}}
