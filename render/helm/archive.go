package helm

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"

	"github.com/kubegap/kubegap-lint/render"
)

// Limits of packages, beside those that Helm's own loader has: 100 MiB for what
// one package unpacks to and 5 MiB for a file in it.
const (
	// maxUnpacked bounds what a chart's packages unpack to together.
	maxUnpacked = 256 << 20
	// maxNesting bounds packages within packages.
	maxNesting = 8
)

var gzipMagic = []byte{0x1f, 0x8b}

// errTooLarge marks errors about limits.
var errTooLarge = errors.New("that is too large")

// unpacker unpacks the packages of one chart.
type unpacker struct {
	unpacked int
	depth    int
}

// files unpacks a package, whose file in the repository is at. The names are
// relative to the chart in it.
func (u *unpacker) files(data []byte, at string) ([]file, error) {
	if !bytes.HasPrefix(data, gzipMagic) {
		if bytes.HasPrefix(data, []byte("version https://git-lfs")) {
			return nil, errors.New("the file is a Git LFS pointer, not the package itself")
		}
		return nil, errors.New("the file is no gzip archive")
	}
	if u.depth >= maxNesting {
		return nil, fmt.Errorf("the package holds packages within packages, more than %d deep: %w", maxNesting, errTooLarge)
	}
	buffered, err := loader.LoadArchiveFiles(bytes.NewReader(data))
	if err != nil {
		return nil, archiveError(err)
	}
	files := make([]file, len(buffered))
	for i, f := range buffered {
		files[i] = file{name: f.Name, at: at, data: f.Data}
		u.unpacked += len(f.Data)
	}
	if u.unpacked > maxUnpacked {
		return nil, fmt.Errorf("the packages of the chart unpack to more than %d MiB: %w", maxUnpacked>>20, errTooLarge)
	}
	return files, nil
}

// archiveError names the limit that a package breaks, since Helm's message
// gives it in bytes and has no type.
func archiveError(err error) error {
	if strings.Contains(err.Error(), "larger than the maximum file size") {
		return fmt.Errorf("the package unpacks to more than %d MiB, or holds a file of more than %d MiB: %w",
			loader.MaxDecompressedChartSize>>20, loader.MaxDecompressedFileSize>>20, errTooLarge)
	}
	return fmt.Errorf("the package cannot be unpacked: %w", err)
}

// archiveReason classifies an error of unpacker.files.
func archiveReason(err error) render.Reason {
	if errors.Is(err, errTooLarge) {
		return render.ReasonTooLarge
	}
	return render.ReasonUnreadable
}
