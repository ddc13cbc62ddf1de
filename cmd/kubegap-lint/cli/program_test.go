package cli_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
)

// garden is a program with three commands, which writes what they are given.
func garden(out *strings.Builder) cli.Program {
	command := func(name, usage string, hidden bool) cli.Command {
		return cli.Command{
			Name: name, Usage: usage, Summary: name + " plants", Long: "About " + name + ".", Hidden: hidden,
			Examples: "  garden " + name + "\n",
			Setup: func(flags *pflag.FlagSet) cli.Run {
				when := flags.String("when", "now", "`WHEN` to "+name)
				bed := flags.String("bed", "", "`BED` of the plants")
				cli.Choices(flags, "when", "now", "never")
				return func(_ context.Context, args []string) (int, error) {
					out.WriteString(strings.Join(append([]string{name, *when, *bed}, args...), ","))
					return 3, nil
				}
			},
		}
	}
	return cli.Program{
		Name: "my-garden", Version: "1.2.3", Note: "It waters\nby itself.", ExitCodes: "  3  done\n", Columns: 80,
		Commands: []cli.Command{command("water", "[water] [flags] [BED...]", false), command("dig", "dig early|late", false), command("burn", "burn", true)},
		Words: func(w cli.Wanted) ([]cli.Item, error) {
			var beds []cli.Item
			for _, bed := range []string{"Roses", "rocks", "grass"} {
				if w.What == "BED" && w.Offers(bed) {
					beds = append(beds, cli.Item{Name: bed, Text: "by " + w.Flag})
				}
			}
			return beds, nil
		},
		Text: out, Data: out,
	}
}

func TestProgram(t *testing.T) {
	t.Parallel()
	const help = `About water.

Usage:
  my-garden [water] [flags] [BED...]

Commands:
  water       water plants
  dig         dig plants
  It waters
  by itself.

Flags:
      --when WHEN              WHEN to water (default "now")
      --bed BED                BED of the plants
  -h, --help[=true|false]      show this help
      --version[=true|false]   show the version

Examples:
  garden water

Exit codes:
  3  done
`
	const helpOfDig = `About dig.

Usage:
  my-garden dig early|late

Flags:
      --when WHEN              WHEN to dig (default "now")
      --bed BED                BED of the plants
  -h, --help[=true|false]      show this help
      --version[=true|false]   show the version

Examples:
  garden dig
`
	for _, tc := range []struct {
		args, out string
		code      int
	}{
		{"", "water,now,", 3},
		{"roses", "water,now,,roses", 3},
		{"water --when never", "water,never,", 3},
		{"dig --bed x late", "dig,now,x,late", 3},
		{"burn", "burn,now,", 3},
		{"--help", help, 0},
		{"help", help, 0},
		{"help dig", helpOfDig, 0},
		{"help help", help, 0},
		{"dig -h", helpOfDig, 0},
		{"dig --version", "my-garden 1.2.3\n", 0},
		{"__complete d", "dig\tdig plants\n:4\n", 0},
		{"__complete b", ":4\n", 0},
		{"__complete RO", "Roses\tby\nrocks\tby\n:4\n", 0},
		{"__complete help wa", "water\twater plants\n:4\n", 0},
		{"__complete dig l", "late\n:4\n", 0},
		{"__complete dig late l", ":4\n", 0},
		{"__complete dig --when n", "now\nnever\n:4\n", 0},
		{"__complete dig --bed g", "grass\tby bed\n:4\n", 0},
		{"__completeNoDesc --bed=g", "grass\n:4\n", 0},
	} {
		t.Run(tc.args, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			code, err := garden(&out).Run(t.Context(), strings.Fields(tc.args))
			if err != nil || code != tc.code {
				t.Errorf("exit code %d, error %v", code, err)
			}
			if diff := cmp.Diff(tc.out, out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestUsageErrors(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		args       []string
		want, hint string
	}{
		{[]string{"--wen"}, "unknown flag --wen; did you mean --when?", "Run 'my-garden --help' for usage."},
		{[]string{"dig", "--none"}, "unknown flag --none", "Run 'my-garden dig --help' for usage."},
		{[]string{"dig", "-x"}, "unknown flag -x", "Run 'my-garden dig --help' for usage."},
		{[]string{"dig", "--bed="}, "--bed is empty; give it a BED, or leave it out", "Run 'my-garden dig --help' for usage."},
		{[]string{"dig", "--when", "soon"}, `--when "soon": want now, never`, "Run 'my-garden dig --help' for usage."},
		{[]string{"help", "dig", "--none"}, "unknown flag --none", "Run 'my-garden dig --help' for usage."},
		{[]string{"help", "rose"}, `there is no command "rose"`, "Run 'my-garden --help' for usage."},
		{[]string{"help", "wter", "--none"}, `there is no command "wter"; did you mean "water"?`, "Run 'my-garden --help' for usage."},
		{[]string{"__complete"}, "__complete needs the words of a command line", "Run 'my-garden --help' for usage."},
	} {
		t.Run(strings.Join(tc.args, " "), func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			program := garden(&out)
			_, err := program.Run(t.Context(), tc.args)
			if !cli.IsUsageError(err) || err.Error() != tc.want {
				t.Errorf("the error is %v, want %s", err, tc.want)
			}
			if got := program.Hint(tc.args); got != tc.hint {
				t.Errorf("the hint is %q, want %q", got, tc.hint)
			}
			if out.Len() > 0 {
				t.Errorf("it prints %q", out.String())
			}
		})
	}
}

func TestMeant(t *testing.T) {
	t.Parallel()
	program := garden(&strings.Builder{})
	for word, want := range map[string]string{"wter": "water", "wa": "water", "dgi": "", "burm": "burn", "roses": ""} {
		if got := program.Meant(word); got != want {
			t.Errorf("Meant(%q) = %q, want %q", word, got, want)
		}
	}
}
