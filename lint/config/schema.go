package config

import _ "embed"

// SchemaURL is where the schema of the file is published.
const SchemaURL = "https://raw.githubusercontent.com/kubegap/kubegap-lint/main/lint/config/schema.json"

//go:embed schema.json
var schema string

// Schema gives the JSON Schema of the file. It tells editors what may stand
// there; Read tells more.
func Schema() string { return schema }
