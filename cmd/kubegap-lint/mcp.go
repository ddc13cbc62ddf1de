package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/agent"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// mcpFlags are the flags of the mcp command.
type mcpFlags struct {
	configFlags
	policyFlags
	root        string
	allowWrites bool
}

func (a App) mcpCommand() cli.Command {
	return cli.Command{
		Name:    "mcp",
		Usage:   "mcp [flags]",
		Summary: "serve agents by the Model Context Protocol",
		Long: `kubegap-lint mcp serves agents by the Model Context Protocol
(https://modelcontextprotocol.io) on standard input and output: they lint and render
paths, and read what the rules look for and what happened to others. A client starts
it in the repository, or with --root.

What agents name lies in the working directory or in --root, and nothing outside of
it is read but Helm's own cache of charts and what the flags name. Nothing is
written, unless --allow-writes adds a tool that writes proved fixes, and there is
no network.

A mistake in the configuration or in the policies ends it when it starts; one that
is made later is told to the agent. It ends when its input has ended and all that
was asked is answered, so that requests can be piped in, one a line. A line that is
no message is answered with an error, and the session goes on.`,
		Examples: `  kubegap-lint mcp                    serve the working directory
  kubegap-lint mcp --root ~/deploy    serve another one
  kubegap-lint mcp --policy policies  judge by your own policies too
  kubegap-lint mcp < requests.jsonl   answer what is in a file

Exit codes:
  0  the client closed the session
  2  usage or configuration, or a client that reads no more
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f mcpFlags
			flags.StringVar(&f.root, "root", "", "`DIR` that agents may read (default: the working directory)")
			flags.BoolVar(&f.allowWrites, "allow-writes", false, "let agents write the fixes that they have proposed")
			f.policyFlags.register(flags)
			f.configFlags.register(flags)
			return func(ctx context.Context, args []string) (int, error) {
				if len(args) > 0 {
					return exitUsage, cli.Usagef("mcp takes no arguments; name the directory with --root %s", args[0])
				}
				return a.mcp(ctx, f)
			}
		},
	}
}

func (a App) mcp(ctx context.Context, f mcpFlags) (int, error) {
	s, err := a.serve(f)
	if err != nil {
		return exitUsage, err
	}
	defer s.tree.Close()
	if top, _ := a.Root([]string{s.tree.Dir()}); f.root == "" && top != s.tree.Dir() {
		fmt.Fprintf(a.Stderr, "kubegap-lint: serves the working directory only, which is a part of the repository %s; --root serves all of it\n", top)
	}
	outliveFatal()
	outliveReader()
	log := slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := agent.Serve(ctx, s.program(), a.Stdin, a.data, log); err != nil {
		return exitUsage, fmt.Errorf("serve agents: %w", err)
	}
	return exitClean, nil
}

// serve opens the directory to serve. It fails for what is wrong with its configuration
// and policies now; what goes wrong later is for the agent to read. The files that the flags name are found from
// the working directory, while the paths of agents are relative to what is served.
func (a App) serve(f mcpFlags) (*served, error) {
	dir := a.Abs(f.root)
	if f.root == "" && dir == filepath.Dir(dir) {
		return nil, cli.Usagef("the working directory is %s, all of the file system; name the repository with --root", dir)
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		return nil, cli.Usagef("open %s: %w", cmp.Or(f.root, "the working directory"), fsys.Cause(err))
	}
	known, err := a.catalogFor(tree, f.configFlags, f.policyFlags)
	if err != nil {
		tree.Close()
		return nil, err
	}
	s := &served{app: a, flags: f, tree: tree, catalog: known}
	s.app.Dir = tree.Dir()
	for i, name := range f.dirs {
		s.flags.dirs[i] = s.app.Relative(a.Abs(name))
	}
	if f.file != "" {
		s.flags.file = s.app.Relative(a.Abs(f.file))
	}
	return s, nil
}
