package kubegap.lib.probes

# METADATA
# description: |
#   Whether a handler tests more than the container that it asks, as far as its words
#   tell: paths of databases or of dependencies, the health of Spring Boot as a whole,
#   and commands that query a database or another host.
# related_resources:
#   - ref: https://github.com/spring-projects/spring-boot/pull/20660/files
tests_dependencies(handler) if {
	_asks(handler, `(^|/)(db|database|redis|deps|dependencies|deep|full)(\?|$)|/actuator/health(\?|$)|[?&](deep|full)\b`)
}

tests_dependencies(handler) if {
	handler.kind == "exec"
	text := concat(" ", handler.command)
	regex.match(`\b(psql|mysql|mariadb|mongo|mongosh|cqlsh|sqlcmd)\s.*(select|-e\b|--execute|--eval|-c\b|-q\b)`, lower(text))
}

tests_dependencies(handler) if {
	handler.kind == "exec"
	text := concat(" ", handler.command)
	regex.match(`\b(curl|wget)\b`, text)
	some address in regex.find_n(`https?://[A-Za-z0-9][A-Za-z0-9.-]*`, text, -1)
	not regex.match(`://(localhost|127\.|0\.0\.0\.0)`, address)
}

# METADATA
# description: |
#   Whether a handler asks, by the words of its path, for readiness: it may test
#   dependencies, or say no on purpose.
asks_readiness(handler) if _asks(handler, `(^|/)(ready|readyz|readiness|readiness_check)([/?]|$)`)

_asks(handler, pattern) if {
	handler.kind == "httpGet"
	regex.match(pattern, lower(handler.path))
	not regex.match(`(^|[/?&=_-])(live|livez|liveness|ping)([/?&]|$)`, lower(handler.path))
}
