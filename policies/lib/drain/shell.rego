package kubegap.lib.drain

# METADATA
# description: |
#   The seconds of a wait without an end, and at least of every wait that has one
#   in it: a century, so that they can be added and compared like others.
forever := 3155760000

# METADATA
# description: |
#   The seconds that a command of a lifecycle hook is sure to wait: those of
#   `sleep`, or of the sleeps that a shell script reaches on every run. Undefined
#   where that is not known: no sleep, a variable, a loop, a condition, a
#   background job, a time limit, or a command of Windows.
command_seconds(command) := _arguments(array.slice(command, 1, count(command))) if {
	_program(command[0]) == "sleep"
} else := _arguments(array.slice(command, 2, count(command))) if {
	_program(command[0]) == "busybox"
	command[1] == "sleep"
} else := seconds if {
	shell := _program(command[0])
	shell in {"ash", "bash", "dash", "ksh", "sh", "zsh"}
	regex.match(`^-[a-z]*c$`, command[1])
	waits := script_waits(shell, command[2])
	count(waits) > 0
	seconds := sum(waits)
}

_program(path) := regex.replace(path, `^.*/`, "")

_arguments(arguments) := sum(seconds) if {
	count(arguments) > 0
	seconds := [_interval(argument) | some argument in arguments]
	count(seconds) == count(arguments)
}

_arguments([argument]) := forever if _endless(argument)

# sleep adds its arguments up. A bare number is in seconds.
_interval(text) := to_number(number) * _units[unit] if {
	regex.match(`^[0-9]+(\.[0-9]+)?[smhd]?$`, text)
	unit := regex.replace(text, `[0-9.]`, "")
	number := trim_suffix(text, unit)
}

# The sleep of GNU reads its arguments as strtod does, which knows these words in
# upper and lower case, and so does that of BusyBox since 1.31.
# https://pubs.opengroup.org/onlinepubs/9799919799/functions/strtod.html
_endless(text) if regex.match(`^(?i:inf|infinity)$`, text)

_units := {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}

# METADATA
# description: |
#   The waits, in seconds and in their order, of the sleeps that a script for the
#   named shell is sure to reach. What follows a compound command, an exit or a
#   return is not looked at: it may never run, or run more than once. Undefined
#   for a script with a here-document, whose lines may be no commands.
script_waits(shell, script) := [seconds |
	statements := _statements(shell, script)
	some i, statement in statements
	every earlier in array.slice(statements, 0, i + 1) {
		not _diverts(earlier)
	}
	parts := split(statement, "&&")
	some j, part in parts
	every earlier in array.slice(parts, 0, j) {
		not _tests(earlier)
	}
	seconds := _sleep(part)
] if {
	not contains(script, "<<")
}

# The statements of a script, split at newlines and semicolons, without comments
# and redirections, and with only the first character of what is quoted, so that
# nothing inside of it is read.
_statements(shell, script) := regex.split(`[;\n]`, plain) if {
	joined := replace(script, "\\\n", " ")
	bare := regex.replace(joined, `(\\).|(")(?:\\.|[^"\\])*"|(')[^']*'|(?:^|\s)#[^\n]*`, "$1$2$3")
	plain := regex.replace(bare, object.get(_redirections, shell, _redirection), " ")
}

# A number right before the operator is a descriptor, no argument. The target may
# stand apart from the operator.
# https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_07
_redirection := `[0-9]*(?:>>|>&|>\||<>|<&|>|<)[ \t]*[^\s;&|<>()]+`

# Others read &> as a background job and a redirection.
_redirections := {shell: redirection |
	some shell in ["bash", "zsh"]
	redirection := concat("|", [`&>>?[ \t]*[^\s;&|<>()]+`, _redirection])
}

_diverts(statement) if {
	regex.match(`(^|[\s&|])(if|then|else|while|until|for|do|case|select|function|exit|return|\{|\()(\s|\(|$)`, statement)
}

# A subshell, which may run in the background, or a function. A substitution
# starts with a dollar sign.
_diverts(statement) if regex.match(`(^|[^$])\(`, statement)

# exec replaces the shell: only what it starts still runs. Without a command, it
# redirects what the shell itself reads and writes.
_diverts(statement) if {
	regex.match(`(^|[\s&|])exec\s+\S`, statement)
	not regex.match(`(^|[\s&|])exec\s+\S*sleep\s`, statement)
}

# A command whose failure is an ordinary outcome guards what follows it.
_tests(part) if regex.match(`^\s*(!|\[|test\s|command\s|grep\s|pgrep\s|pidof\s|which\s)`, part)

_sleep(part) := _arguments(regex.find_n(`\S+`, matches[0][1], -1)) if {
	matches := regex.find_all_string_submatch_n(
		`^\s*(?:exec\s+)?(?:\S*/)?sleep((?:\s+[0-9a-zA-Z.]+)+)\s*(?:\|\|.*)?$`,
		part,
		1,
	)
}
