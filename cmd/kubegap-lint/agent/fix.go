package agent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/fix"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Choice says which findings to fix: those that meet all of it.
type Choice struct {
	Fingerprints []string `json:"fingerprints,omitempty" jsonschema:"fingerprints of findings that lint reports for the same paths"`
	Only         []string `json:"only,omitempty" jsonschema:"ids of rules or cases"`
	Object       string   `json:"object,omitempty" jsonschema:"the object of the findings, such as: Deployment shop/web"`
	Pedantic     bool     `json:"pedantic,omitempty" jsonschema:"fix notes too"`
}

type proposeInput struct {
	Selection
	Choice
	Page
}

type applyInput struct {
	Selection
	Choice
	Digest string `json:"digest" jsonschema:"digest of what propose_fix has proposed for the same arguments"`
	Page
}

type fixOutput struct {
	Root      string         `json:"root" jsonschema:"the repository, relative to the directory that is served; files are relative to it"`
	Written   bool           `json:"written" jsonschema:"whether the files were changed"`
	Fixed     []fixedFinding `json:"fixed" jsonschema:"findings whose edit was proved: after it they are gone, no new finding comes up, and nothing else renders otherwise but the same field of the same object in other overlays, in the whole repository"`
	Left      []leftFinding  `json:"left" jsonschema:"findings whose edit was tried and not proved, with the reason"`
	More      int            `json:"more,omitempty" jsonschema:"how many more findings fixed and left have no room for"`
	Unoffered int            `json:"unoffered" jsonschema:"how many findings have no one right edit; explain tells how to fix them"`
	Total     int            `json:"total" jsonschema:"how many files change"`
	Files     []editedFile   `json:"files" jsonschema:"by name"`
	Next      int            `json:"next,omitempty" jsonschema:"pass it as offset to read on; absent after the last file"`
	Digest    string         `json:"digest" jsonschema:"names all of the edits"`
}

type fixedFinding struct {
	Fingerprint string            `json:"fingerprint"`
	Rule        string            `json:"rule"`
	Object      string            `json:"object"`
	Message     string            `json:"message"`
	Location    manifest.Location `json:"location"`
}

type leftFinding struct {
	fixedFinding
	Reason string `json:"reason"`
}

type editedFile struct {
	Name      string `json:"name"`
	Diff      string `json:"diff" jsonschema:"a unified diff"`
	Truncated bool   `json:"truncated,omitempty" jsonschema:"set where the diff is cut, since it is very long"`
}

// How many files an answer has, and how many findings.
const (
	defaultFiles = 20
	maxFiles     = 100
	maxFixed     = 50
)

func (s *server) addFix() {
	refine := func(p map[string]*jsonschema.Schema) {
		refineSelection(p)
		refinePage(p, defaultFiles, maxFiles)
		texts(p["fingerprints"])
		texts(p["only"])
		text(p["object"])
	}
	add(s, tool{
		name: "propose_fix", title: "Propose fixes", renders: true, input: refine,
		description: "Find the edits that fix findings under paths where the rule has one right answer, and prove each by rendering and judging the repository with it. " +
			"It gives unified diffs and writes nothing. Call it for findings that lint calls fixable, by fingerprint, or by rule and object; all that can be fixed if neither is given.",
	}, s.propose)
	if s.Apply == nil {
		return
	}
	add(s, tool{
		name: "apply_fix", title: "Apply fixes", renders: true, writes: true,
		input: func(p map[string]*jsonschema.Schema) {
			refine(p)
			text(p["digest"])
		},
		description: "Write the edits that propose_fix has proposed for the same arguments, after they were proved again. It changes files, and only if the edits are still those with the digest. " +
			"Call it only when the user wants the files changed.",
	}, s.apply)
}

func (s *server) propose(ctx context.Context, seen Observer, in proposeInput) (fixOutput, error) {
	fixes, err := s.Fix(ctx, in.Selection, in.Choice, seen)
	if err != nil {
		return fixOutput{}, err
	}
	return fixesOutput(fixes, in.Page)
}

func (s *server) apply(ctx context.Context, seen Observer, in applyInput) (fixOutput, error) {
	if err := s.writes.Acquire(ctx, 1); err != nil {
		return fixOutput{}, err
	}
	defer s.writes.Release(1)
	fixes, err := s.Fix(ctx, in.Selection, in.Choice, seen)
	if err != nil {
		return fixOutput{}, err
	}
	if digest(fixes.Files) != in.Digest {
		return fixOutput{}, errors.New("the edits are not those with the digest: the files or the arguments have changed; call propose_fix again")
	}
	if err := errors.Join(ctx.Err(), s.Apply(fixes)); err != nil {
		return fixOutput{}, err
	}
	out, err := fixesOutput(fixes, in.Page)
	out.Written = len(fixes.Files) > 0
	return out, err
}

func fixesOutput(f Fixes, p Page) (fixOutput, error) {
	out := fixOutput{Root: f.Root, Fixed: []fixedFinding{}, Left: []leftFinding{}, Unoffered: f.Unoffered, Total: len(f.Files), Digest: digest(f.Files)}
	for _, finding := range f.Fixed[:min(len(f.Fixed), maxFixed)] {
		out.Fixed = append(out.Fixed, named(finding))
	}
	for _, left := range f.Left[:min(len(f.Left), maxFixed)] {
		out.Left = append(out.Left, leftFinding{named(left.Finding), clipped(left.Reason)})
	}
	out.More = len(f.Fixed) - len(out.Fixed) + len(f.Left) - len(out.Left)
	files := make([]editedFile, len(f.Files))
	for i, file := range f.Files {
		diff, cut := firstLines(file.Diff)
		files[i] = editedFile{file.Name, diff, cut}
	}
	var err error
	out.Files, out.Next, err = page(files, p.Offset, p.Limit)
	return out, err
}

func named(f lint.Finding) fixedFinding {
	return fixedFinding{f.Fingerprint, f.Rule, clipped(f.Object.String()), clipped(f.Message), f.Location}
}

// digest names edits by what the files are before and after them.
func digest(files []fix.File) string {
	sum := sha256.New()
	for _, file := range files {
		for _, part := range [][]byte{[]byte(file.Name), file.Before, file.After} {
			of := sha256.Sum256(part)
			_, _ = sum.Write(of[:]) // A hash never fails to write.
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}
