package policy

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/version"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/policy/module"
)

// CompiledFile is the file in the root of a library that holds its compiled
// form: what would take most of a short run to parse and compile anew.
const CompiledFile = "compiled.bin"

// compiledIndex stands at the beginning of the compiled form, as JSON after its
// length. The modules follow it, in its order.
type compiledIndex struct {
	// OPA is the version that compiled the modules, and the only one that can
	// evaluate them.
	OPA     string           `json:"opa"`
	Rules   []compiledRule   `json:"rules"`
	Cases   []lint.Case      `json:"cases"`
	Modules []compiledModule `json:"modules"`
}

type compiledRule struct {
	lint.Rule
	Words []string `json:"words,omitempty"`
}

type compiledModule struct {
	File string `json:"file"`
	// Imports are the packages that the file imports.
	Imports []string `json:"imports,omitempty"`
	Size    int      `json:"size"`
}

// Compiled gives the compiled form of the library, which must have been checked.
// It is the same for the same files.
func (l *Library) Compiled() ([]byte, error) {
	index := compiledIndex{OPA: version.Version, Cases: l.cases}
	for _, r := range l.rules {
		rule := r.Rule
		rule.Bad, rule.Good = "", "" // Open reads them from their files
		index.Rules = append(index.Rules, compiledRule{rule, r.words})
	}
	parsed, err := l.parse(l.added)
	if err != nil {
		return nil, err
	}
	compiler := judgingCompiler()
	if err := compileModules(compiler, parsed); err != nil {
		return nil, err
	}
	var modules []byte
	for _, name := range slices.Sorted(maps.Keys(parsed)) {
		data, err := module.Encode(compiler.Modules[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		imports := slices.Sorted(maps.Keys(l.packagesOf(parsed[name])))
		index.Modules = append(index.Modules, compiledModule{name, imports, len(data)})
		modules = append(modules, data...)
	}
	head, err := json.Marshal(index)
	if err != nil {
		return nil, fmt.Errorf("write the index of policies: %w", err)
	}
	return slices.Concat(binary.AppendUvarint(nil, uint64(len(head))), head, modules), nil
}

// Open reads the library whose root is the root of fsys by its compiled form,
// which must be that of the files beside it.
func Open(fsys fs.FS) (*Library, error) {
	index, modules, err := readCompiled(fsys)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", CompiledFile, err)
	}
	l := &Library{cases: index.Cases, shared: map[string][]*source{}}
	policies := make(map[string]*source, len(index.Rules))
	for _, m := range index.Modules {
		s, err := readSource(Tree{FS: fsys}, m.File)
		if err != nil {
			return nil, err
		}
		s.compiled, modules, s.imports = modules[:m.Size], modules[m.Size:], m.Imports
		if folder := path.Dir(m.File); path.Base(m.File) == "policy.rego" {
			policies[folder] = s
		} else {
			l.shared[s.pkg] = append(l.shared[s.pkg], s)
		}
	}
	for _, r := range index.Rules {
		rule := loaded{r.Rule, r.Words, policies["cases/"+r.ID]}
		if err := rule.readExamples(fsys, "cases/"+r.ID); err != nil {
			return nil, err
		}
		l.rules = append(l.rules, rule)
	}
	return l, nil
}

// readCompiled reads the compiled form, and gives its index and its modules.
func readCompiled(fsys fs.FS) (compiledIndex, []byte, error) {
	var index compiledIndex
	data, err := fs.ReadFile(fsys, CompiledFile)
	if err != nil {
		return index, nil, err
	}
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) {
		return index, nil, errors.New("it is damaged")
	}
	data = data[n:]
	if err := json.Unmarshal(data[:size], &index); err != nil {
		return index, nil, err
	}
	if index.OPA != version.Version {
		return index, nil, fmt.Errorf("it is for version %s of OPA, and this is %s", index.OPA, version.Version)
	}
	total := 0
	for _, m := range index.Modules {
		total += m.Size
	}
	if data = data[size:]; total != len(data) {
		return index, nil, errors.New("it is damaged")
	}
	return index, data, nil
}

// decoded gives the compiled module of the file.
func (s *source) decoded() (*ast.Module, error) {
	s.decode.Do(func() { s.decodedModule, s.decodeErr = module.Decode(s.compiled) })
	return s.decodedModule, s.decodeErr
}

// collect gives the compiled modules of files and of all that they import, by
// file name.
func (l *Library) collect(files []*source) (map[string]*ast.Module, error) {
	modules := map[string]*ast.Module{}
	for len(files) > 0 {
		s := files[len(files)-1]
		files = files[:len(files)-1]
		if modules[s.name] != nil {
			continue
		}
		m, err := s.decoded()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		modules[s.name] = m
		for _, pkg := range s.imports {
			files = append(files, l.shared[pkg]...)
		}
	}
	return modules, nil
}
