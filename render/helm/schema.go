package helm

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"helm.sh/helm/v3/pkg/chart"
)

// violations checks values against the schemas of the chart and its subcharts
// and gives one sentence for each that fails, sorted by place. Helm's own check
// would fetch what a schema refers to; here such a schema is an error of type
// remoteSchemaError. Other errors are about a schema itself.
func violations(c *chart.Chart, values map[string]any) ([]string, error) {
	found, err := schemaViolations(c, values)
	for _, sub := range c.Dependencies() {
		below, isMap := values[sub.Name()].(map[string]any)
		if !isMap {
			continue
		}
		more, subErr := violations(sub, below)
		for _, v := range more {
			found = append(found, sub.Name()+"."+v)
		}
		err = errors.Join(err, subErr)
	}
	return found, err
}

// hasSchema tells whether the chart or one below it checks its values.
func hasSchema(c *chart.Chart) bool {
	for sub := range allCharts(c) {
		if len(sub.Schema) > 0 {
			return true
		}
	}
	return false
}

// schemaURL is the base of references within a schema.
const schemaURL = "chart:///values.schema.json"

// schemaError is an error in the schema of one chart.
type schemaError struct {
	chart *chart.Chart
	// remote is the URL that the schema needs, or "".
	remote string
	err    error
}

func (e *schemaError) Error() string {
	if e.remote != "" {
		return fmt.Sprintf("refers to %s, which is not fetched: the values are not checked", e.remote)
	}
	return fmt.Sprintf("is no usable schema: %v", e.err)
}

func (e *schemaError) Unwrap() error { return e.err }

// schemaViolations checks one chart without its subcharts.
func schemaViolations(c *chart.Chart, values map[string]any) (found []string, err error) {
	defer func() {
		// Helm guards itself against panics of the library too.
		if r := recover(); r != nil {
			err = &schemaError{chart: c, err: fmt.Errorf("the check panics: %v", r)}
		}
	}()
	if len(c.Schema) == 0 {
		return nil, nil
	}
	schema, err := compileSchema(c.Schema)
	if err != nil {
		var load *jsonschema.LoadURLError
		if errors.As(err, &load) {
			return nil, &schemaError{chart: c, remote: load.URL, err: err}
		}
		return nil, &schemaError{chart: c, err: err}
	}
	err = schema.Validate(values)
	invalid, isInvalid := errors.AsType[*jsonschema.ValidationError](err)
	if err != nil && !isInvalid {
		return nil, &schemaError{chart: c, err: err}
	}
	if !isInvalid {
		return nil, nil
	}
	found = leaves(*invalid.DetailedOutput(), nil)
	slices.Sort(found)
	return slices.Compact(found), nil
}

func compileSchema(text []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	// A loader without schemes finds nothing but the schemas that are built in.
	compiler.UseLoader(jsonschema.SchemeURLLoader{})
	if err := compiler.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	return compiler.Compile(schemaURL)
}

// leaves lists the innermost errors of a failed check.
func leaves(unit jsonschema.OutputUnit, found []string) []string {
	for _, below := range unit.Errors {
		found = leaves(below, found)
	}
	if len(unit.Errors) > 0 || unit.Error == nil {
		return found
	}
	place := strings.ReplaceAll(strings.TrimPrefix(unit.InstanceLocation, "/"), "/", ".")
	if place == "" {
		return append(found, unit.Error.String())
	}
	return append(found, place+": "+unit.Error.String())
}
