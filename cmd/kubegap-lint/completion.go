package main

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
)

func (a App) completionCommand() cli.Command {
	return cli.Command{
		Name:    "completion",
		Usage:   "completion bash|zsh|fish|powershell",
		Summary: "print a script that completes command lines in a shell",
		Long: `kubegap-lint completion prints a script by which a shell completes commands, flags
and their values, the ids of cases and rules, and the words of the vocabulary. The
script asks the program, so that it is right for every later version.`,
		Examples: `  source <(kubegap-lint completion bash)
  kubegap-lint completion bash > /etc/bash_completion.d/kubegap-lint
  kubegap-lint completion zsh > "${fpath[1]}/_kubegap-lint"
  kubegap-lint completion fish > ~/.config/fish/completions/kubegap-lint.fish
  kubegap-lint completion powershell | Out-String | Invoke-Expression
`,
		Setup: func(_ *pflag.FlagSet) cli.Run {
			return func(_ context.Context, args []string) (int, error) {
				if len(args) != 1 {
					return exitUsage, cli.Usagef("completion needs one shell: bash, zsh, fish or powershell")
				}
				return exitClean, a.program().Completion(a.data, args[0])
			}
		},
	}
}
