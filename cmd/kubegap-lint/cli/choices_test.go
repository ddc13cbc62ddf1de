package cli

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

func TestChoices(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"default", nil, ""},
		{"one of them", []string{"--when=never"}, ""},
		{"none of them", []string{"--when", "sometimes"}, `--when "sometimes": want always, never`},
		{"empty", []string{"--when="}, `--when "": want always, never`},
		{"repeated flags are left to their command", []string{"--where=here"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			flags := pflag.NewFlagSet("", pflag.ContinueOnError)
			flags.String("when", "", "")
			flags.StringArray("where", nil, "")
			Choices(flags, "when", "always", "never")
			Choices(flags, "where", "there")
			if err := flags.Parse(tc.args); err != nil {
				t.Fatal(err)
			}
			got := ""
			if err := checkChoices(flags); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
