{{- define "rounds.labels" -}}
app.kubernetes.io/name: rounds
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "rounds.selector" -}}
app.kubernetes.io/name: rounds
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "rounds.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What every pod has: no rights, a root file system that it cannot write, secrets as files. */}}
{{- define "rounds.pod" -}}
serviceAccountName: {{ .Release.Name }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: secrets
    secret: { secretName: {{ .Values.secretName | quote }}, defaultMode: 0440 }
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end }}

{{/* A container without its command. Its `env` is last: what uses it may add to it. */}}
{{- define "rounds.container" -}}
image: {{ include "rounds.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/rounds, readOnly: true }
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
env:
  - { name: BASE_URL, value: {{ .Values.baseUrl | quote }} }
  {{- with .Values.cell }}
  {{- if .name }}
  {{- if not (has "DIRECTORY_URL" $.Values.secretKeys) }}
  {{- fail "A cell needs the directory: add DIRECTORY_URL to your Secret and to secretKeys." }}
  {{- end }}
  - { name: CELL, value: {{ .name | quote }} }
  - name: CELL_URL
    value: {{ .url | default (printf "http://%s-web.%s.svc" $.Release.Name $.Release.Namespace) | quote }}
  {{- end }}
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  {{- range .Values.secretKeys }}
  - { name: {{ . }}_FILE, value: /run/rounds/{{ . }} }
  {{- end }}
{{- end }}
