package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/save"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// outputFlags say in which formats the report is written, and where.
type outputFlags struct {
	formats []string
	output  string
}

func (f *outputFlags) register(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.formats, "format", nil, "write the report in a `FORMAT[=FILE]`: text (default), "+strings.Join(format.Names()[1:], ", ")+"; may be repeated, with a FILE for all but one")
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `FILE` instead of standard output")
}

// outputFile is one form of the report.
type outputFile struct {
	format string
	// file is the name that the user gave; "" stands for standard output.
	file string
	// to is where file is; the zero value stands for standard output.
	to save.Destination
	// value is that of --format, and writtenBy the flag that names the file.
	value, writtenBy string
}

func (o outputFile) showsSources() bool { return format.ShowsSources(o.format) }

func (o outputFile) showsContext() bool { return format.ShowsContext(o.format) }

// outputs gives the forms of the report in the order of the flags. No two of
// them have the same place.
func (a App) outputs(f outputFlags) ([]outputFile, error) {
	values := f.formats
	if len(values) == 0 {
		values = format.Names()[:1]
	}
	var outputs []outputFile
	outputUsed := f.output == ""
	for _, value := range values {
		o, err := outputOf(value, f.output)
		if err != nil {
			return nil, err
		}
		name := "standard output"
		if o.file != "" {
			o.to, name = save.To(a.Abs(o.file)), o.file
		}
		if i := slices.IndexFunc(outputs, func(other outputFile) bool { return other.to.Same(o.to) }); i >= 0 {
			return nil, cli.Usagef("--format %s and --format %s both go to %s: give each a FILE of its own, as in --format %s=FILE", outputs[i].value, o.value, name, o.format)
		}
		outputs = append(outputs, o)
		outputUsed = outputUsed || !strings.Contains(value, "=")
	}
	if !outputUsed {
		return nil, cli.Usagef("--output %s: every --format names its own FILE", f.output)
	}
	return outputs, nil
}

// outputOf reads a value of --format. What names no file goes to that of
// --output.
func outputOf(value, file string) (outputFile, error) {
	name, own, named := strings.Cut(value, "=")
	if err := cli.OneOf("format", name, format.Names()...); err != nil {
		return outputFile{}, err
	}
	o := outputFile{format: name, file: file, value: value, writtenBy: "--output " + file}
	if named {
		o.file, o.writtenBy = own, "--format "+value
	}
	switch {
	case named && own == "":
		return outputFile{}, cli.Usagef("--format %s names no FILE", value)
	case o.file == "-":
		o.file = ""
	}
	return o, nil
}

// write writes the report in all its forms: the files first, so that what is
// read on standard output comes from a run that wrote them all.
func (a App) write(report lint.Report, f lintFlags, outputs []outputFile) error {
	for _, o := range outputs {
		if o.file != "" {
			if err := a.writeOne(report, f, o); err != nil {
				return err
			}
		}
	}
	for _, o := range outputs {
		if o.file == "" {
			return a.writeOne(report, f, o)
		}
	}
	return nil
}

// writeOne writes one form of the report.
func (a App) writeOne(report lint.Report, f lintFlags, o outputFile) error {
	writer, err := format.ByName(o.format)
	if err != nil {
		return err
	}
	options := format.Options{
		Version: thisBuild().Version, ByEnvironment: f.groupBy != "", ShowSuppressed: f.showSuppressed, Fails: f.fails,
		Color: a.color(f.color, o.file == "" && a.StdoutTerminal), SourceURL: f.sourceURL, CasePage: casePage,
	}
	if o.file == "" {
		options.Columns = a.Columns
		return writer(a.data, report, options)
	}
	var out bytes.Buffer
	if err := writer(&out, report, options); err != nil {
		return err
	}
	if err := o.to.Write(out.Bytes()); err != nil {
		return fmt.Errorf("write %s: %w", o.writtenBy, fsys.Cause(err))
	}
	return nil
}
