package kubegap.lib.traefik

# The alternatives of a rule, as lists of matchers. Where parentheses group them,
# only a rule of path matchers alone is read, as one branch. Undefined with a
# negation.
_branches(rule) := [_matchers(branch) | some branch in split(rule, "||")] if {
	not regex.match(`[!()]`, _skeleton(rule))
} else := [matchers] if {
	not contains(_skeleton(rule), "!")
	matchers := _matchers(rule)
	every matcher in matchers {
		matcher.name in {"Path", "PathPrefix"}
	}
} else := []

_matcher := "([A-Za-z]+)\\(((?:\\s*(?:`[^`]*`|\"[^\"]*\")\\s*,?)*)\\)"

_skeleton(rule) := regex.replace(rule, _matcher, "")

_matchers(branch) := [{"name": found[1], "path": path, "exact": found[1] == "Path"} |
	some found in regex.find_all_string_submatch_n(_matcher, branch, -1)
	some quoted in regex.find_n("`[^`]*`|\"[^\"]*\"", found[2], -1)
	path := trim(quoted, "`\"")
]
