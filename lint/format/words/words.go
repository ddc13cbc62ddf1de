// Package words holds the wording that all outputs for people share.
package words

import "fmt"

// Counted writes a number of things, whose name is in the singular and takes an s.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
