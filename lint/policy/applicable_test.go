package policy_test

import (
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/lint/policy"
)

// A rule whose words occur nowhere is not even parsed, which the tests show by
// a policy that cannot be.
func TestJudgeLooksForWords(t *testing.T) {
	t.Parallel()
	const since = "#   since: 0.1.0"
	for _, test := range []struct {
		name, words, pod string
		read             bool
	}{
		{"none asked for", "", "{apiVersion: v1, kind: Pod, metadata: {name: a}}", true},
		{"value", "words: [privileged, web]", "{apiVersion: v1, kind: Pod, metadata: {name: web}}", true},
		{"key", "words: [hostPath]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {volumes: [{hostPath: {path: /}}]}}", true},
		{"word within a text", "words: [tcp_keepalive_time]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {command: [sh, -c, 'sysctl -w net.ipv4.tcp_keepalive_time=60']}}", true},
		{"word at an end", "words: [preStop]", "{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {x: has-preStop}}}", true},
		{"another object", "words: [UDP]", "{apiVersion: v1, kind: Pod, metadata: {name: a}}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: UDP}}", true},
		{"nowhere", "words: [preStop, UDP]", "{apiVersion: v1, kind: Pod, metadata: {name: a}}", false},
		{"part of a word", "words: [preStop]", "{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {x: preStopped, y: _preStop}}}", false},
		{"other case", "words: [preStop]", "{apiVersion: v1, kind: Pod, metadata: {name: prestop}}", false},
		{"image without a tag", "words: [image-without-version]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{image: 'registry.example:5000/web'}]}}", true},
		{"tag that moves", "words: [image-without-version]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {volumes: [{image: {reference: 'web:latest'}}]}}", true},
		{"tag with a version", "words: [image-without-version]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{image: 'web:v2'}]}}", false},
		{"digest", "words: [image-without-version]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{image: 'web@sha256:0'}]}}", false},
		{"no memory", "words: [container-without-memory]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{image: 'web:2', resources: {requests: {cpu: 1}}}]}}", true},
		{"memory", "words: [container-without-memory]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{image: 'web:2', resources: {limits: {memory: 1Gi}}}]}}", false},
		{"limit of CPU", "words: [container-with-cpu-limit]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{image: 'web:2', resources: {limits: {cpu: 1}}}]}}", true},
		{"request of CPU", "words: [container-with-cpu-limit]", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{image: 'web:2', resources: {requests: {cpu: 1}}}]}}", false},
		{"schema of a definition", "words: [preStop]", `{apiVersion: v1, kind: Pod, metadata: {name: a}}
---
{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: c}, spec: {versions: [{name: v1, schema: {preStop: 1}}]}}`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tree := edited(t, ruleFile, since, "#   "+test.words+"\n"+since)
			tree[ruleFile].Data = append(tree[ruleFile].Data, ")"...)
			library, err := policy.Load(tree)
			if err != nil {
				t.Fatal(err)
			}
			_, err = library.Judge(t.Context(), build(test.pod), question(library))
			if read := err != nil && strings.Contains(err.Error(), "parse policy"); read != test.read {
				t.Errorf("the rule was read: %t, want %t; error is %v", read, test.read, err)
			}
		})
	}
}
