package policy

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Capabilities are the language features and builtin functions that policies
// may use: all of the linked OPA save for those that refused names.
func Capabilities() *ast.Capabilities {
	c := ast.CapabilitiesForThisVersion()
	c.Builtins = slices.DeleteFunc(slices.Clone(c.Builtins), func(b *ast.Builtin) bool {
		return b.Nondeterministic || refused(b.Name) != ""
	})
	c.AllowNet = []string{}
	return c
}

const (
	// notForPolicies follows the name of a function whose result depends on more
	// than its arguments, or that does more than give a result.
	notForPolicies = " is not for policies, which see their input and nothing else"
	// readsZones follows that of one which takes the name of a time zone: what it
	// stands for depends on the machine, most of all Local.
	readsZones = " is not for policies, since time zones depend on the machine"
	// readsClock follows that of one which compares with the time of day.
	readsClock = " is not for policies, since its result depends on the time of day"
	// takesMemory follows that of one whose result may take all memory.
	takesMemory = " is not for policies, since its result may be larger than any memory"
)

// refused tells why policies may not use a builtin function, apart from those that
// OPA itself knows to be nondeterministic; "" where they may.
func refused(name string) string {
	switch name {
	case "opa.runtime", "trace", "print":
		return notForPolicies
	case "time.clock", "time.date", "time.diff", "time.format", "time.parse_ns", "time.weekday":
		return readsZones
	case "crypto.x509.parse_and_verify_certificates", "crypto.x509.parse_and_verify_certificates_with_options":
		return readsClock
	case "net.cidr_expand":
		return takesMemory
	}
	return ""
}
