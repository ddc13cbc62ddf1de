{{/* The name of all objects. */}}
{{- define "web.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 -}}{{/* via Deployment/web .metadata.name */}}
{{- end }}

{{- define "web.labels" -}}
app: web  # at Deployment/web .metadata.labels.app ; at Deployment/web .spec.template.metadata.labels.app
{{ include "web.owner" . }}{{/* via Deployment/web .metadata.labels.team ; via Deployment/web .spec.template.metadata.labels.team */}}
name: {{ include "web.name" . }}  # at Deployment/web .metadata.labels.name
{{- end }}

{{- define "web.owner" -}}
team: {{ .Values.team }}  # at Deployment/web .metadata.labels.team ; at Deployment/web .spec.template.metadata.labels.team
tier: front  # at Deployment/web .metadata.labels.tier
{{- end }}
