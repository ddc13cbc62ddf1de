package cli

import (
	"errors"
	"fmt"
)

// usageError is a mistake in the command line, for which the help is worth a mention.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// UsageError makes of an error one for which IsUsageError holds.
func UsageError(err error) error { return usageError{err} }

// Usagef is UsageError of what fmt.Errorf gives.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// IsUsageError tells whether an error, or one that it wraps, is a mistake in the command
// line: the help tells how it is right.
func IsUsageError(err error) bool {
	_, ok := errors.AsType[usageError](err)
	return ok
}
