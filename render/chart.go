package render

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// chartFile is the file that makes a directory a chart.
const chartFile = "Chart.yaml"

// isLibrary tells whether the text of a Chart.yaml declares a library chart.
func isLibrary(text []byte) bool {
	if !bytes.Contains(text, []byte("library")) {
		return false
	}
	var doc yaml.Node
	_ = yaml.Unmarshal(text, &doc) // Helm reports the mistakes of a Chart.yaml.
	return field(&doc, "type") == "library"
}

// isVariant tells whether a file of this base name in a chart's ci directory
// holds the values of a variant: values.yaml or <anything>-values.yaml, the
// names that chart-testing reads, also with the ending .yml.
func isVariant(base string) bool {
	stem, ok := strings.CutSuffix(base, ".yaml")
	if !ok {
		stem, ok = strings.CutSuffix(base, ".yml")
	}
	return ok && (stem == "values" || strings.HasSuffix(stem, "-values"))
}

// A packaged chart has its Chart.yaml near the front (helm package writes it
// first); further than this nobody looks for it.
const (
	maxArchiveBytes   = 4 << 20
	maxArchiveEntries = 1000
)

// errNoChart tells that an archive can be read and holds something else.
var errNoChart = errors.New("is no packaged chart")

// isArchiveName tells whether a file has the name of a packaged chart.
func isArchiveName(file string) bool { return path.Ext(file) == ".tgz" }

// packagedChart looks for the Chart.yaml of a chart in a .tgz archive and gives
// its text. The error is errNoChart for an archive of anything else, and tells
// what is wrong with the archive where there is none or it cannot be read.
func packagedChart(archive io.Reader) ([]byte, error) {
	unzipped, err := gzip.NewReader(archive)
	if err != nil {
		return nil, fmt.Errorf("cannot be read as a .tgz archive: %w", noEOF(err))
	}
	limited := &io.LimitedReader{R: unzipped, N: maxArchiveBytes}
	entries := tar.NewReader(limited)
	for range maxArchiveEntries {
		header, err := entries.Next()
		if errors.Is(err, io.EOF) || err != nil && limited.N == 0 {
			return nil, errNoChart
		}
		if err != nil {
			return nil, fmt.Errorf("cannot be read as a .tgz archive: %w", err)
		}
		name := path.Clean(header.Name)
		if path.Base(name) != chartFile || strings.Count(name, "/") != 1 || header.Typeflag != tar.TypeReg {
			continue
		}
		text, err := io.ReadAll(entries)
		if err != nil {
			return nil, fmt.Errorf("read %s in the archive: %w", name, err)
		}
		return text, nil
	}
	return nil, errNoChart
}

// noEOF gives the end of a file that should go on its own name.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// findCharts finds the charts, their variants, and what their links bring in.
func (s *survey) findCharts() {
	s.named(func(base string) bool { return base == chartFile }, func(name string) { s.chartDirs[path.Dir(name)] = true })
	for dir := range s.chartDirs {
		if !s.inChart(dir, "charts") {
			file := path.Join(dir, chartFile)
			text, _ := s.tree.ReadFile(file) // The renderer reports what cannot be read.
			s.addNode(s.charts, &node{kind: KindHelm, path: dir, file: file, library: isLibrary(text)})
		}
	}
	s.named(isArchiveName, s.addArchive)
	s.named(isVariant, func(name string) {
		if ci := path.Dir(name); path.Base(ci) == "ci" && s.charts[path.Dir(ci)] != nil {
			chart := s.charts[path.Dir(ci)]
			chart.variants = append(chart.variants, name)
		}
	})
	for link, target := range s.links {
		chart := s.enclosingChart(link)
		if chart != nil && s.inChart(link, "charts", "crds", "templates") && !slices.Contains(slices.Collect(ancestors(link)), target) {
			s.linked[target] = append(s.linked[target], chart)
		}
	}
}

// findValueSets gives the charts the value sets that are listed for them. A chart
// owns the files of its sets, wherever they lie.
func (s *survey) findValueSets(charts map[string][]ValueSet) {
	for name, sets := range charts {
		chart := s.charts[name]
		if chart == nil {
			continue
		}
		chart.sets = sets
		for _, set := range sets {
			for _, file := range set.Files {
				if !slices.Contains(s.readBy[file], chart) {
					s.readBy[file] = append(s.readBy[file], chart)
				}
			}
		}
	}
}

func (s *survey) addArchive(name string) {
	if s.inChart(path.Dir(name), "charts") {
		return
	}
	file, err := s.tree.Open(name)
	if err != nil {
		s.list.Unreadable = append(s.list.Unreadable, fsys.Unreadable{Name: name, Err: err})
		return
	}
	defer file.Close()
	if text, err := packagedChart(file); err == nil {
		s.addNode(s.charts, archiveNode(name, text))
	}
}

// archiveNode gives the node of the archive whose Chart.yaml has the text.
func archiveNode(name string, text []byte) *node {
	return &node{kind: KindHelm, path: name, file: name, library: isLibrary(text)}
}

// inChart tells whether name is, or lies in, one of the folders of a chart.
func (s *survey) inChart(name string, folders ...string) bool {
	for above := range ancestors(name) {
		if slices.Contains(folders, path.Base(above)) && s.chartDirs[path.Dir(above)] {
			return true
		}
	}
	return false
}

// enclosingChart gives the chart that the file belongs to, or nil.
func (s *survey) enclosingChart(file string) *node {
	if len(s.chartDirs) == 0 {
		return nil
	}
	for dir := range ancestors(path.Dir(file)) {
		if chart := s.charts[dir]; chart != nil {
			return chart
		}
	}
	return nil
}
