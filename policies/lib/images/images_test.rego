package kubegap.lib.images_test

import data.kubegap.lib.images

test_parts if {
	every image, parts in {
		"app": ["app", "app", ""],
		"app:1.2": ["app", "app", "1.2"],
		"localhost/team/app:1": ["team/app", "app", "1"],
		"registry.example/team/app@sha256:0a1b": ["team/app", "app", ""],
		"registry.example:5000/app": ["app", "app", ""],
		"registry.example:5000/team/app:1.2@sha256:0a1b": ["team/app", "app", "1.2"],
		"team/app:latest": ["team/app", "app", "latest"],
	} {
		[images.repository(image), images.basename(image), images.tag(image)] == parts
	}
}

test_names_in_full if {
	every image, full in {
		"app:1.2": "docker.io/library/app",
		"docker.io/app": "docker.io/library/app",
		"index.docker.io/team/app:1": "docker.io/team/app",
		"localhost/app": "localhost/app",
		"registry.example:5000/team/app:1@sha256:0a1b": "registry.example:5000/team/app",
		"team/app@sha256:0a1b": "docker.io/team/app",
	} {
		images.full(image) == full
	}
	not images.full(7)
}

test_a_digest_counts_with_and_without_a_tag if {
	images.digested("app@sha256:0a1b")
	images.digested("app:1@sha256:0a1b")
	not images.digested("app:1")
}

test_a_mirror_keeps_the_end_of_the_repository if {
	images.is("mirror.example/docker.io/team/app:1", "team/app")
	images.is("team/app", "team/app")
	not images.is("otherteam/app", "team/app")
}

test_nothing_is_said_of_what_is_not_text if {
	not images.repository(7)
	not images.tag(null)
}
