package kubegap.lib.names

# METADATA
# description: What no rule needs.
unused(obj) := obj.name
