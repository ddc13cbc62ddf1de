package render_test

import (
	"testing"

	"github.com/kubegap/kubegap-lint/render"
)

func TestRedacted(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"no address", "a text", "a text"},
		{"no user", "https://h.example/x@v1", "https://h.example/x@v1"},
		{"password", "https://user:secret@h.example/x", "https://user:xxxxx@h.example/x"},
		{"empty password", "https://user:@h.example/x", "https://user:xxxxx@h.example/x"},
		{"password with signs", "HTTPS://user:se:c@ret@h.example:8443/x?ref=v1", "HTTPS://user:xxxxx@h.example:8443/x?ref=v1"},
		{"token", "https://ghp_secret@github.com/acme/x", "https://xxxxx@github.com/acme/x"},
		{"user of ssh", "ssh://git@h.example/x", "ssh://git@h.example/x"},
		{"password of ssh", "ssh://git:secret@h.example/x", "ssh://git:xxxxx@h.example/x"},
		{"scp", "git@h.example:acme/x", "git@h.example:acme/x"},
		{"behind git::", "git::https://user:secret@h.example/x", "git::https://user:xxxxx@h.example/x"},
		{
			"in a sentence", `the path "a" lies in https://u:one@h.example/x, not in oci://v:two@r.example`,
			`the path "a" lies in https://u:xxxxx@h.example/x, not in oci://v:xxxxx@r.example`,
		},
		{"at sign behind the host", "https://h.example/?q=a:b@c", "https://h.example/?q=a:b@c"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := render.Redacted(test.text); got != test.want {
				t.Errorf("Redacted(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}
