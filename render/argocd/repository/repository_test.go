package repository_test

import (
	"testing"

	"github.com/kubegap/kubegap-lint/render/argocd/repository"
)

func TestNormalize(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://github.com/acme/shop.git":       "github.com/acme/shop",
		"https://github.com/acme/shop/":          "github.com/acme/shop",
		"https://bot:token@GitHub.com/Acme/Shop": "github.com/acme/shop",
		"git@github.com:acme/shop.git":           "github.com/acme/shop",
		"ssh://git@github.com/acme/shop.git":     "github.com/acme/shop",
		"ssh://git@github.com:22/acme/shop":      "github.com/acme/shop",
		"ssh://git@git.acme.io:7999/acme/shop":   "git.acme.io:7999/acme/shop",
		"https://git.acme.io:443/acme/shop":      "git.acme.io/acme/shop",
		" /srv/git/shop.git ":                    "/srv/git/shop",
		"https://%zz":                            "",
		"":                                       "",
	} {
		if got := repository.Normalize(in); got != want {
			t.Errorf("Normalize(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	known := repository.New(
		[]string{"git@github.com:acme/shop.git", "https://%zz"},
		[]string{"https://github.com/acme/charts"},
	)
	for name, test := range map[string]struct {
		known *repository.Known
		url   string
		want  repository.Verdict
	}{
		"a remote":                 {known, "https://github.com/acme/shop", repository.Here},
		"another":                  {known, "https://github.com/upstream/shop", repository.Other},
		"configured":               {known, "https://github.com/acme/charts.git", repository.Elsewhere},
		"a parameter nobody sets":  {known, "{{metadata.annotations.repo}}", repository.Unknown},
		"a placeholder":            {known, "<GITOPS_REPO_URL>", repository.Unknown},
		"no URL":                   {known, "https://%zz", repository.Unknown},
		"no remotes":               {repository.New(nil, nil), "https://github.com/acme/shop", repository.Unknown},
		"nothing is known":         {nil, "https://github.com/acme/shop", repository.Unknown},
		"configured, no remotes":   {repository.New(nil, []string{"https://a/b"}), "https://a/b.git", repository.Elsewhere},
		"the configuration wins":   {repository.New([]string{"https://a/b"}, []string{"https://a/b"}), "https://a/b", repository.Elsewhere},
		"the short form has a dot": {known, "git@github.com:/acme/shop", repository.Here},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := test.known.Judge(test.url); got != test.want {
				t.Errorf("Judge(%q) = %d, want %d", test.url, got, test.want)
			}
		})
	}
}
