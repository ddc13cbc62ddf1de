package module

import (
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Compiler makes a compiler of decoded modules, by file name. It only builds
// the indices by which rules are found: all else was done before Encode. The
// modules must hold all that they refer to.
func Compiler(modules map[string]*ast.Module) (*ast.Compiler, error) {
	indexing := []ast.StageID{ast.StageSetModuleTree, ast.StageSetRuleTree, ast.StageBuildRuleIndices, ast.StageBuildComprehensionIndices}
	skipped := slices.DeleteFunc(ast.AllStages(), func(s ast.StageID) bool { return slices.Contains(indexing, s) })
	compiler := ast.NewCompiler().WithSkipStages(skipped...)
	if compiler.Compile(modules); compiler.Failed() {
		return nil, fmt.Errorf("index policies: %w", compiler.Errors)
	}
	return compiler, nil
}
