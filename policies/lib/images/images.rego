# METADATA
# description: |
#   The parts of an image reference: registry.example:5000/team/app:1.2@sha256:….
package kubegap.lib.images

# METADATA
# description: |
#   The repository without its registry, such as "team/app". Undefined for what
#   is not text.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/containers/images/
repository(image) := concat("/", array.slice(parts, 1, count(parts))) if {
	parts := split(_named(image), "/")
	count(parts) > 1
	_registry(parts[0])
} else := _named(image)

# METADATA
# description: The last segment of the repository, such as "app".
basename(image) := segments[count(segments) - 1] if {
	segments := split(repository(image), "/")
}

# METADATA
# description: |
#   The tag, or "" if the image names none. A port of the registry is no tag.
tag(image) := regex.find_n(`[^:/]*$`, _undigested(image), 1)[0] if {
	regex.match(`:[^:/]*$`, _undigested(image))
} else := "" if {
	is_string(image)
}

# METADATA
# description: |
#   Registry and repository as a runtime completes them: "docker.io/library/app"
#   for app, "docker.io/team/app" for index.docker.io/team/app. Undefined for what
#   is not text.
full(image) := concat("/", ["docker.io", path]) if {
	registry(image) == "docker.io"
	path := _in_library(repository(image))
} else := concat("/", [registry(image), repository(image)])

# METADATA
# description: |
#   The host of the registry, with its port if it has one, "docker.io" if none is
#   named. Undefined for what is not text.
registry(image) := host if {
	host := split(_named(image), "/")[0]
	contains(_named(image), "/")
	_registry(host)
	not host in _docker_hub
} else := "docker.io" if {
	is_string(image)
}

# METADATA
# description: Whether the image is named by its digest, with a tag or without.
digested(image) if {
	is_string(image)
	contains(image, "@")
}

# METADATA
# description: |
#   Whether the repository is the wanted one, or ends with it, as it does below
#   the name of a mirror: mirror.example/docker.io/team/app is team/app.
is(image, wanted) if repository(image) == wanted

is(image, wanted) if endswith(repository(image), concat("", ["/", wanted]))

# The reference without tag and digest.
_named(image) := regex.replace(_undigested(image), `:[^:/]*$`, "")

_undigested(image) := split(image, "@")[0] if is_string(image)

_registry(segment) if regex.match(`[.:]`, segment)

_registry("localhost")

_docker_hub := {"docker.io", "index.docker.io", "registry-1.docker.io", "registry.hub.docker.com"}

_in_library(path) := path if {
	contains(path, "/")
} else := concat("/", ["library", path])
