# METADATA
# description: Names of objects.
package kubegap.lib.names

# METADATA
# description: Whether the object is for a person who looks for a mistake.
debug(obj) if startswith(obj.name, "debug")

# METADATA
# description: How messages name an object.
title(obj) := concat(" ", [obj.kind, obj.name])
