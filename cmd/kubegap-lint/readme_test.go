package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// output is what the program wrote.
type output struct{ stdout, stderr bytes.Buffer }

// String is what a terminal shows: standard output, then standard error.
func (o *output) String() string { return o.stdout.String() + o.stderr.String() }

// console finds the blocks of a Markdown page that show the program at work.
var console = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestReadme runs every command that the README shows in a console block and
// compares what it prints with what stands there. With -update it rewrites the
// README.
func TestReadme(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	path := filepath.Join("..", "..", "README.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	got := console.ReplaceAllFunc(page, func(block []byte) []byte {
		text := console.FindSubmatch(block)[1]
		var b strings.Builder
		for _, command := range commandsIn(string(text)) {
			shown++
			b.WriteString("$ " + command + "\n" + runShown(t, root, command))
		}
		if strings.Contains(b.String(), "```") {
			t.Error("what a command prints would end its block")
		}
		return []byte("```console\n" + b.String() + "```")
	})
	if shown == 0 {
		t.Fatal("the README shows no command")
	}
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(page), string(got)); diff != "" {
		t.Errorf("the README does not show what the program prints (-README +program); run 'make docs':\n%s", diff)
	}
}

// checkout gives the root of a checkout of this project that has the examples in
// it. In the checkout that the test runs in, the remote may be a fork, and there may
// be copies of what the examples take from elsewhere.
func checkout(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := os.CopyFS(filepath.Join(root, "examples"), os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	config := "[remote \"origin\"]\n\turl = https://github.com/kubegap/kubegap-lint.git\n"
	if err := os.WriteFile(filepath.Join(root, ".git", "config"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

func commandsIn(block string) []string {
	var commands []string
	for line := range strings.Lines(block) {
		if command, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "$ "); ok {
			commands = append(commands, command)
		}
	}
	return commands
}

// runShown runs a command as the README shows it: the program by name or with
// go run, in the root of a checkout; `; echo $?` shows the exit code.
func runShown(t *testing.T, root, command string) string {
	t.Helper()
	line, showCode := strings.CutSuffix(command, "; echo $?")
	words := strings.Fields(line)
	switch {
	case len(words) > 2 && words[0] == "go" && words[1] == "run":
		words = words[3:]
	case len(words) > 0 && words[0] == "kubegap-lint":
		words = words[1:]
	default:
		t.Fatalf("the README shows %q, which this test cannot run", command)
	}
	app, out := testApp(t, root)
	code := app.Run(context.Background(), words)
	if showCode {
		return out.String() + string(rune('0'+code)) + "\n"
	}
	return out.String()
}
