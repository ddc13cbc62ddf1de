package cli

import (
	_ "embed"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// bashCompletion is our own script, as that of cobra does nothing where the
// package bash-completion is not installed. PROGRAM stands for the name of the program.
//
//go:embed completion.bash
var bashCompletion string

// Completion writes the script by which a shell (bash, zsh, fish or powershell)
// completes command lines. It asks the program, so that it is right for every later
// version. Those of cobra know nothing of the program but its name, and ask it as
// complete answers.
func (p Program) Completion(w io.Writer, shell string) error {
	program := &cobra.Command{Use: p.Name}
	switch shell {
	case "bash":
		names := strings.NewReplacer("_PROGRAM", "_"+strings.ReplaceAll(p.Name, "-", "_"), "PROGRAM", p.Name)
		_, err := names.WriteString(w, bashCompletion)
		return err
	case "zsh":
		return program.GenZshCompletion(w)
	case "fish":
		return program.GenFishCompletion(w, true)
	case "powershell":
		return program.GenPowerShellCompletionWithDesc(w)
	default:
		return Usagef("no completion for the shell %q: want bash, zsh, fish or powershell", shell)
	}
}
