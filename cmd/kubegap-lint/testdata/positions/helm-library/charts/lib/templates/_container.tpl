{{- define "lib.container" -}}
- name: web  # at Deployment/web .spec.template.spec.containers[0] ; near Deployment/web .spec.template.spec.containers[0].lifecycle
  image: nginx  # at Deployment/web .spec.template.spec.containers[0].image
{{- end -}}
