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

// blocks finds the blocks of a Markdown page that show the program at work, and
// those that show a file, whose first line names it.
var blocks = regexp.MustCompile("(?ms)^```(\\w+)(?: (\\S+))?\n(.*?)^```$")

// TestReadme follows the pages that show the program at work. It runs every
// command of a console block and compares what it prints with what stands there,
// and it writes the files that a page names before their text, for the commands
// below. With -update it rewrites the pages.
func TestReadme(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"README.md", "policies/WRITING.md"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			followPage(t, filepath.Join("..", "..", filepath.FromSlash(name)))
		})
	}
}

func followPage(t *testing.T, path string) {
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	root, shown := checkout(t), 0
	got := blocks.ReplaceAllFunc(page, func(block []byte) []byte {
		parts := blocks.FindSubmatch(block)
		language, file, text := string(parts[1]), string(parts[2]), parts[3]
		switch {
		case file != "":
			writeShown(t, filepath.Join(root, filepath.FromSlash(file)), text)
		case language == "console":
			commands := commandsIn(string(text))
			shown += len(commands)
			return []byte("```console\n" + runAllShown(t, root, commands) + "```")
		}
		return block
	})
	if shown == 0 {
		t.Fatal("the page shows no command")
	}
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(page), string(got)); diff != "" {
		t.Errorf("the page does not show what the program prints (-page +program); run 'make docs':\n%s", diff)
	}
}

// runAllShown runs commands and gives them with what they print.
func runAllShown(t *testing.T, root string, commands []string) string {
	t.Helper()
	var b strings.Builder
	for _, command := range commands {
		b.WriteString("$ " + command + "\n" + runShown(t, root, command))
	}
	if strings.Contains(b.String(), "```") {
		t.Error("what a command prints would end its block")
	}
	return b.String()
}

// writeShown writes a file that a page shows.
func writeShown(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
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
