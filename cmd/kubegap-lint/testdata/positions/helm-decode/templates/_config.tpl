{{- define "config" -}}
mode: {{ .Values.config.mode }}
level: "4"
{{- end -}}
