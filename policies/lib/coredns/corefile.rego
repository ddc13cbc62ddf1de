package kubegap.lib.coredns

# The Corefile is read line by line: server blocks of plugins, each with
# arguments and maybe a block of options; snippets, and their imports; comments;
# quoted words. An opening brace ends a line, and a closing one begins it.

# METADATA
# description: |
#   The plugins that the server blocks of a Corefile use, those of imported
#   snippets included: {"name", "arguments", "options", "line"}, each option
#   being {"name", "arguments", "line"}, and lines counted from zero.
# related_resources:
#   - ref: https://coredns.io/manual/configuration/
#     description: the Corefile
plugins(text) := [plugin |
	statements := _statements(text)
	hosts := _server_blocks(statements) | _imported_snippets(statements)
	some statement in statements
	statement.inside in hosts
	statement.words[0] != "import"
	plugin := object.union(_use(statement), {"options": [_use(option) |
		some option in statements
		option.inside == statement.line
	]})
]

# METADATA
# description: |
#   Whether the Corefile imports other files, so that it may use more plugins
#   than can be seen.
# related_resources:
#   - ref: https://coredns.io/plugins/import/
#     description: snippets and files
imports_files(text) if {
	statements := _statements(text)
	count(_imports(statements) - {name | some name, _ in _snippets(statements)}) > 0
}

_use(statement) := {
	"name": statement.words[0],
	"arguments": array.slice(statement.words, 1, count(statement.words)),
	"line": statement.line,
}

# The lines that open server blocks.
_server_blocks(statements) := {statement.line |
	some statement in statements
	statement.inside == -1
	statement.opens
	not startswith(statement.words[0], "(")
}

# The lines that open snippets, by the names of these.
_snippets(statements) := {trim(statement.words[0], "()"): statement.line |
	some statement in statements
	statement.inside == -1
	statement.opens
	startswith(statement.words[0], "(")
}

_imports(statements) := {statement.words[1] |
	some statement in statements
	statement.words[0] == "import"
}

_imported_snippets(statements) := {line |
	some name, line in _snippets(statements)
	name in _imports(statements)
}

# The lines that say something: {"line", "words", "opens", "inside"}, opens
# telling whether the line opens a block, and inside naming the line that opens
# the innermost block around it, or -1.
_statements(text) := [statement |
	lines := _words(text)
	blocks := _blocks(lines)
	some n, words in lines
	words[0] != "}"
	statement := {
		"line": n,
		"words": [word | some word in words; word != "{"],
		"opens": words[count(words) - 1] == "{",
		"inside": max({-1} | {open | some open, close in blocks; open < n; n < close}),
	}
]

# The words of each line that has any, by line. A comment begins at a word.
_words(text) := {n: words |
	some n, line in split(text, "\n")
	code := regex.replace(line, `(^|\s)#.*$`, "")
	words := [trim(word, `"`) | some word in regex.find_n(`"[^"]*"|\S+`, code, -1)]
	count(words) > 0
}

# The blocks: the line that closes each, by the line that opens it. The blocks
# that nothing closes are left out.
_blocks(lines) := {open: close |
	braces := [{"line": n, "step": step} | some n, words in lines; step := _step(words)]
	depths := [depth |
		some i, _ in braces
		depth := sum([brace.step | some brace in array.slice(braces, 0, i + 1)])
	]
	some i, brace in braces
	brace.step == 1
	open := brace.line
	close := min([braces[j].line |
		some j, depth in depths
		j > i
		depth == depths[i] - 1
	])
}

_step(words) := 1 if words[count(words) - 1] == "{"

_step(words) := -1 if words[0] == "}"
