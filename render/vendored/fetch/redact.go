package fetch

import "github.com/kubegap/kubegap-lint/render"

// redact takes the passwords of addresses out of what people read of outcomes.
func redact(outcomes []Outcome) {
	for i := range outcomes {
		o := &outcomes[i]
		o.What = render.Redacted(o.What)
		if o.Err != nil {
			o.Err = redactedError{o.Err}
		}
	}
}

// redactedError is an error that tells no passwords.
type redactedError struct{ error }

func (e redactedError) Error() string { return render.Redacted(e.error.Error()) }

func (e redactedError) Unwrap() error { return e.error }
