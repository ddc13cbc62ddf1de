package kubegap.lib.adminui

# Command and arguments of a container, in order.
_command(container) := [word |
	some field in ["command", "args"]
	some word in container[field]
	is_string(word)
]

_words_of_command(container) := {word | some word in _command(container)}

# Whether a flag is given, with one dash or two, whatever its value.
_has_argument(container, flag) if {
	some word in _command(container)
	regex.match(sprintf(`(^|\s)--?%s(=|\s|$)`, [flag]), word)
}

# Whether a flag has the value, in one word or in two.
_has_setting(container, flag, value) if {
	some word in _command(container)
	regex.match(sprintf(`(^|\s)--?%s(=|\s+)["']?%s(["'\s]|$)`, [flag, value]), word)
}

_has_setting(container, flag, value) if {
	words := _command(container)
	some i, word in words
	word in {concat("", ["-", flag]), concat("", ["--", flag])}
	words[i + 1] == value
}

# Whether the text stands anywhere in the command, the names or the values of
# the environment, in whatever case.
_mentions(container, text) if {
	some word in _command(container)
	contains(lower(word), text)
}

_mentions(container, text) if {
	some name, value in _environment(container)
	contains(lower(sprintf("%s=%v", [name, value])), text)
}

# The environment; what comes from elsewhere has the value "".
_environment(container) := {variable.name: value |
	some variable in container.env
	is_string(variable.name)
	value := object.get(variable, "value", "")
}

_has_environment(container, names) if {
	some name, _ in _environment(container)
	name in names
}

default _is_environment(_, _, _) := false

_is_environment(container, name, value) if {
	lower(sprintf("%v", [_environment(container)[name]])) == value
}
