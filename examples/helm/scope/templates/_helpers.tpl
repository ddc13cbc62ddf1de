{{- define "scope.labels" -}}
app.kubernetes.io/name: scope
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
