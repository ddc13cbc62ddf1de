package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

func (a App) renderCommand() cli.Command {
	return cli.Command{
		Name:    "render",
		Usage:   "render [flags] [PATH...]",
		Summary: "print what PATH renders to",
		Long: `kubegap-lint render prints the objects that the charts, overlays and manifests
under PATH, and the objects of Flux and Argo CD among them, would send to a cluster,
in the order that helm and kustomize give. What was left out is listed on standard
error. With --format json, each object has its unit and the line that it is from.`,
		Examples: `  kubegap-lint render overlays/prod
  kubegap-lint render --set replicas=3 charts/web
  kubegap-lint render --format json ./clusters/production
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f renderFlags
			outputFormat := flags.String("format", "yaml", "output `FORMAT`: yaml or json")
			cli.Choices(flags, "format", "yaml", "json")
			f.register(flags)
			return func(ctx context.Context, args []string) (int, error) {
				return a.render(ctx, f, *outputFormat, args)
			}
		},
	}
}

// rendering is the JSON form of what was rendered.
type rendering struct {
	Objects  []renderedObject `json:"objects"`
	Failures []render.Problem `json:"failures"`
	Skipped  []render.Problem `json:"skipped"`
}

type renderedObject struct {
	Unit     string         `json:"unit"`
	Object   map[string]any `json:"object"`
	Location fileLine       `json:"location"`
}

type fileLine struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

func (a App) render(ctx context.Context, f renderFlags, outputFormat string, paths []string) (int, error) {
	out, _, err := a.rendering(ctx, f, paths)
	if err != nil {
		return exitUsage, err
	}
	if outputFormat == "json" {
		err = a.encode(out)
	} else {
		err = writeYAML(a.data, out.Objects)
		a.listProblems(out)
	}
	if err != nil {
		return exitUsage, err
	}
	if len(out.Failures) > 0 {
		return exitIncomplete, nil
	}
	return exitClean, nil
}

// rendering renders paths, and gives the units with what comes out of them.
func (a App) rendering(ctx context.Context, f renderFlags, paths []string) (rendering, []render.Unit, error) {
	repo, err := a.open(ctx, f, paths)
	if err != nil {
		return rendering{}, nil, err
	}
	defer repo.close()
	a.listBarren(repo.plan.Barren)
	progress := a.startProgress(len(repo.plan.Targets))
	deployed := repo.deploy(ctx, repo.plan.Targets, progress)
	progress.stop()
	units := slices.Concat(deployed.Bare, deployed.Units)
	out := collect(repo.plan, units)
	out.Failures = append(out.Failures, deployed.Failures...)
	return out, units, nil
}

// collect puts the units of a plan together. Documents that are no Kubernetes
// objects are left out.
func collect(plan render.Plan, units []render.Unit) rendering {
	out := rendering{
		Objects:  []renderedObject{},
		Failures: append([]render.Problem{}, plan.Failures...),
		Skipped:  append([]render.Problem{}, plan.Skipped...),
	}
	for _, unit := range units {
		out.Failures = append(out.Failures, unit.Failures...)
		out.Skipped = append(out.Skipped, unit.Skipped...)
		for _, o := range unit.Objects {
			if o.Dialect != "" {
				continue
			}
			place := o.Source.Trace(manifest.Path{})
			out.Objects = append(out.Objects, renderedObject{
				Unit: unit.Target.Name(), Object: o.Body, Location: fileLine{place.File, place.Line},
			})
		}
	}
	return out
}

// writeYAML writes the objects as a stream of documents, each with its source.
func writeYAML(w io.Writer, objects []renderedObject) error {
	for _, o := range objects {
		text, err := yaml.Marshal(o.Object)
		if err != nil {
			return fmt.Errorf("write object of %s: %w", o.Unit, err)
		}
		if _, err := fmt.Fprintf(w, "---\n# Source: %s\n%s", format.Printable(o.Location.File), text); err != nil {
			return err
		}
	}
	return nil
}

// listFailures tells people what did not render.
func (a App) listFailures(failures []render.Problem) {
	for _, p := range failures {
		fmt.Fprintln(a.Stderr, format.Printable(fmt.Sprintf("%s: not rendered: %s", p.Location, p.Message)))
	}
}

// maxBarren is how many paths are named that have nothing to render: a hook passes all
// files that changed.
const maxBarren = 10

// listBarren tells people what they asked for and has nothing to render: a path may be
// wrong. What is broken is always told.
func (a App) listBarren(barren []render.Problem) {
	told, more := 0, 0
	for _, p := range barren {
		if p.Reason == render.ReasonEmpty && told >= maxBarren {
			more++
			continue
		}
		told++
		fmt.Fprintln(a.Stderr, format.Printable(fmt.Sprintf("kubegap-lint: %s: %s", p.Location, p.Message)))
	}
	if more > 0 {
		fmt.Fprintf(a.Stderr, "kubegap-lint: and %s without anything to render\n", words.Counted(more, "more path"))
	}
}

// listProblems tells people on standard error what is not in the output.
func (a App) listProblems(out rendering) {
	a.listFailures(out.Failures)
	for _, p := range out.Skipped {
		fmt.Fprintln(a.Stderr, format.Printable(fmt.Sprintf("%s: left out: %s", p.Location, p.Message)))
	}
}
