# METADATA
# description: |
#   Where the settings of kube-proxy live, and what they come to. A setting is
#   {"object", "mode", "timeout", "gates", "platform", "adjustable", "doubtful"}:
#   the object that carries it; mode and timeout (of idle IPVS connections) as
#   {"value", "path"}, value being null where the object says nothing and path
#   the place that holds it, or would hold it, below the string where it stands
#   in an embedded document; the feature gates that are on; the name of the
#   platform whose format it is; whether that format has a field for the timeout;
#   and whether kube-proxy may be turned off somewhere out of sight.
#
#   A setting is gathered only where kube-proxy is not turned off next to it.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/config-api/kube-proxy-config.v1alpha1/
#     description: kube-proxy configuration (v1alpha1)
package kubegap.lib.kubeproxy

import data.kubegap.lib.platform
import data.kubegap.lib.values

# METADATA
# description: The settings that judged objects carry.
declared contains setting if {
	some e, settings in _gathered
	some setting in settings
	setting.object.judged
	not replaced(setting.object)
}

# METADATA
# description: |
#   The settings of the cluster that obj is for, whether the objects that carry
#   them are judged or not. Where the user says the mode, it is those of this mode,
#   or else that of the KubeProxyConfiguration which stands for his word.
visible(obj) := visible_from(obj.environment)

# METADATA
# description: The settings that are visible to the objects of an environment.
visible_from(environment) := written if {
	platform.kube_proxy
	written := {setting |
		some setting in _of_mode(environment)
		not _stands_for_the_user(setting)
	}
	count(written) > 0
} else := _of_mode(environment) if {
	platform.kube_proxy
} else := _in_scope(environment)

_of_mode(environment) := {setting |
	some setting in _in_scope(environment)
	is_string(setting.mode.value)
	lower(setting.mode.value) == platform.kube_proxy
}

_stands_for_the_user(setting) if {
	setting.object.kind == "KubeProxyConfiguration"
	setting.object.name == "platform"
}

_in_scope(environment) := {setting |
	count([e | some e in _seen_from(environment); e in _replaced]) == 0
	some e in _seen_from(environment)
	some setting in _gathered[e]
}

# The settings of each environment, gathered once.
_gathered[e] := settings if {
	some e, _ in input.environments
	settings := {setting | some setting in _settings[e]}
}

# METADATA
# description: Whether the repository has any settings of kube-proxy.
known if {
	some settings in _gathered
	count(settings) > 0
}

# METADATA
# description: Whether the setting puts kube-proxy into IPVS mode.
ipvs(setting) if {
	is_string(setting.mode.value)
	lower(setting.mode.value) == "ipvs"
}

# METADATA
# description: |
#   The seconds that the kernel keeps an established connection without traffic
#   in the IPVS table: 15 minutes, unless the setting has a value greater than
#   zero, because kube-proxy leaves the kernel alone at zero. Undefined where
#   the value is unknown.
# related_resources:
#   - ref: https://github.com/torvalds/linux/blob/master/net/netfilter/ipvs/ip_vs_proto_tcp.c
#     description: the kernel's table of IPVS timeouts
#   - ref: https://github.com/torvalds/linux/blob/master/net/netfilter/ipvs/ip_vs_ctl.c
#     description: a timeout of zero leaves the table as it is
idle_seconds(setting) := kernel_default if kernel_timeout(setting)

idle_seconds(setting) := seconds if {
	seconds := values.seconds(setting.timeout.value)
	seconds > 0
}

# METADATA
# description: Whether the setting leaves the timeout to the kernel.
kernel_timeout(setting) if setting.timeout.value == null

kernel_timeout(setting) if values.seconds(setting.timeout.value) == 0

# METADATA
# description: The kernel's timeout of established connections, in seconds.
kernel_default := 900

# METADATA
# description: |
#   The seconds that a socket with keepalive is silent before Linux sends the
#   first probe, unless the application or a sysctl asks for less.
# related_resources:
#   - ref: https://www.kernel.org/doc/html/latest/networking/ip-sysctl.html
#     description: tcp_keepalive_time
first_keepalive := 7200

# METADATA
# description: |
#   The settings in IPVS mode whose idle connections are forgotten before Linux
#   would send the first keepalive. Each has idle_seconds.
forgetful(settings) := {setting |
	some setting in settings
	ipvs(setting)
	idle_seconds(setting) < first_keepalive
}

# METADATA
# description: |
#   Whether the setting is for a cluster that lives on a developer's machine:
#   kind or k3d.
local(setting) if setting.platform in {"kind", "k3d"}

_scope(obj) := _seen_from(obj.environment)

_seen_from(e) := array.concat([e], input.environments[e].sees)

# What a format offers where no more is said: a field for the timeout, no gates.
_setting(obj, platform, mode, timeout) := {
	"object": obj,
	"platform": platform,
	"mode": mode,
	"timeout": timeout,
	"gates": set(),
	"adjustable": true,
	"doubtful": false,
}

_entry(obj, path) := _below([], obj.body, path)

_below(prefix, document, path) := {
	"value": object.get(document, path, null),
	"path": array.concat(prefix, path),
}

# The value of the first entry that has one, else of the last.
_first(entries) := [entry | some entry in entries; entry.value != null][0]

_first(entries) := entries[count(entries) - 1] if {
	every entry in entries {
		entry.value == null
	}
}
