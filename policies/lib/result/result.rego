# METADATA
# description: |
#   Constructors for violations. Policies build violations with these functions
#   only, so that the wire format has one definition.
package kubegap.lib.result

# METADATA
# description: |
#   A violation on the field of obj that path leads to, at the rule's own level.
#   A path is an array of map keys and list indices; the field may be absent
#   from the manifest. A path that goes on below a string names a place inside
#   the document that the string holds; where that is plain text, one index
#   counts its lines from zero.
at(obj, path, message) := at_with(obj, path, message, [])

# METADATA
# description: Same as at, with further places that explain the violation.
at_with(obj, path, message, related) := {
	"object": obj.index,
	"path": path,
	"message": message,
	"related": related,
}

# METADATA
# description: The violation, at another level than the rule's own.
with_level(violation, level) := object.union(violation, {"level": level}) if {
	level in {"error", "warning", "note"}
}

# METADATA
# description: A place that explains a violation, with a note on its part in it.
related(obj, path, note) := {
	"object": obj.index,
	"path": path,
	"message": note,
}

# METADATA
# description: |
#   The violation, with places in other objects that share what is wrong as equals, such
#   as the other one of two that claim one name. It is reported where any of them was
#   asked for, and not only obj. So that it is the same finding each time, a rule looks
#   at all objects for it, judged or not, and chooses obj without regard to which of
#   them are.
with_peers(violation, places) := object.union(violation, {"peers": places}) if {
	count(places) > 0
} else := violation

# METADATA
# description: |
#   The violation, with what puts it right: changes that belong together. A rule
#   offers them only where there is one right answer, which a careful owner would
#   accept unseen.
with_fix(violation, changes) := object.union(violation, {"fix": changes}) if {
	count(changes) > 0
} else := violation

# METADATA
# description: |
#   A change that sets the field of obj that path leads to, which may be absent. A
#   path may end in the index of a line of a text.
set(obj, path, value) := {
	"object": obj.index,
	"path": path,
	"set": value,
}

# METADATA
# description: |
#   A change that puts a field of another name in the place of the one that path
#   leads to.
replace(obj, path, key, value) := {
	"object": obj.index,
	"path": path,
	"key": key,
	"set": value,
}

# METADATA
# description: |
#   A change that adds an object beside obj. What it has in common with obj, such as
#   the namespace, is written as in the file of obj.
add(obj, document) := {
	"object": obj.index,
	"add": document,
}
