{{- define "port" -}}
- name: {{ .port.name }}  # at Service/web .spec.ports[0].name ; at Service/web .spec.ports[1].name
  port: {{ .port.port }}  # at Service/web .spec.ports[0].port ; at Service/web .spec.ports[1].port
  protocol: {{ .root.Values.protocol }}  # at Service/web .spec.ports[0].protocol ; at Service/web .spec.ports[1].protocol
{{- end -}}
