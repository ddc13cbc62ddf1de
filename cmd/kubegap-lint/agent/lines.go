package agent

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lines reads a stream line by line, and keeps no more of it than one line may have.
type lines struct {
	in *bufio.Reader
	// begun is set once a line was read.
	begun bool
	// skipping is set where what follows belongs to a line that was too long.
	skipping bool
}

func newLines(in io.Reader) *lines { return &lines{in: bufio.NewReader(in)} }

// errLongLine tells of a line with more than maxMessage bytes.
var errLongLine = errors.New("line is too long")

// next gives the next line that is not empty, without what ends it: LF, or CRLF. The
// last line needs no end. A byte order mark at the start of the stream is passed over,
// as RFC 8259, section 8.1, allows. The error is errLongLine as soon as a line is too
// long, and next may be called again; or else it is that of the stream, at its end
// io.EOF.
func (l *lines) next() ([]byte, error) {
	for {
		line, err := l.line()
		if !l.begun {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		l.begun = true
		if line = bytes.TrimSpace(line); len(line) > 0 || err != nil {
			return line, err
		}
	}
}

// line gives the next line as it stands. At the end of the stream, it has no line.
func (l *lines) line() ([]byte, error) {
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		ends := !errors.Is(err, bufio.ErrBufferFull)
		switch {
		case l.skipping:
			l.skipping = !ends
			if err == nil || !ends {
				continue
			}
		case len(line)+len(part) > maxMessage:
			l.skipping = !ends
			return nil, errLongLine
		}
		line = append(line, part...)
		if !ends {
			continue
		}
		if errors.Is(err, io.EOF) && len(line) > 0 {
			return line, nil
		}
		return line, err
	}
}
