package main

import (
	"context"
	_ "embed"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// bashCompletion is our own script, as that of cobra does nothing where the
// package bash-completion is not installed.
//
//go:embed completions/kubegap-lint.bash
var bashCompletion string

func completionCommand() command {
	return command{
		name:    "completion",
		usage:   "completion bash|zsh|fish|powershell",
		summary: "print a script that completes command lines in a shell",
		long: `kubegap-lint completion prints a script by which a shell completes commands, flags
and their values, the ids of cases and rules, and the words of the vocabulary. The
script asks the program, so that it is right for every later version.`,
		examples: `  source <(kubegap-lint completion bash)
  kubegap-lint completion bash > /etc/bash_completion.d/kubegap-lint
  kubegap-lint completion zsh > "${fpath[1]}/_kubegap-lint"
  kubegap-lint completion fish > ~/.config/fish/completions/kubegap-lint.fish
  kubegap-lint completion powershell | Out-String | Invoke-Expression
`,
		setup: func(a App, _ *pflag.FlagSet) func(context.Context, []string) (int, error) {
			return func(_ context.Context, args []string) (int, error) {
				if len(args) != 1 {
					return exitUsage, usagef("completion needs one shell: bash, zsh, fish or powershell")
				}
				return exitClean, a.completion(args[0])
			}
		},
	}
}

// completion writes the script for a shell. Those of cobra know nothing of the
// program but its name, and ask it as complete answers.
func (a App) completion(shell string) error {
	program := &cobra.Command{Use: "kubegap-lint"}
	switch shell {
	case "bash":
		_, err := io.WriteString(a.data, bashCompletion)
		return err
	case "zsh":
		return program.GenZshCompletion(a.data)
	case "fish":
		return program.GenFishCompletion(a.data, true)
	case "powershell":
		return program.GenPowerShellCompletionWithDesc(a.data)
	default:
		return usagef("no completion for the shell %q: want bash, zsh, fish or powershell", shell)
	}
}
