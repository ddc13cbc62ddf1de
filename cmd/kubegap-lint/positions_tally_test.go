package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// row is a line of the table.
type row struct {
	kind  render.Kind
	class string
}

// count counts places by their precision.
type count [3]int

func (c count) plus(p manifest.Precision) count { c[p]++; return c }

func (c count) total() int { return c[0] + c[1] + c[2] }

// share gives the part of the places that have at least the precision, in
// percent.
func (c count) share(atLeast manifest.Precision) float64 {
	n := 0
	for p := atLeast; p <= manifest.PrecisionExact; p++ {
		n += c[p]
	}
	return 100 * float64(n) / float64(max(c.total(), 1))
}

// tally counts places by what they are places of.
type tally map[row]count

func (t tally) add(other tally) {
	for key, c := range other {
		sum := t[key]
		for p := range c {
			sum[p] += c[p]
		}
		t[key] = sum
	}
}

// of sums up the rows of a kind, save for packages, which have no lines.
func (t tally) of(kind render.Kind) count {
	var sum count
	for key, c := range t {
		if key.kind == kind && key.class != "packaged" {
			for p := range c {
				sum[p] += c[p]
			}
		}
	}
	return sum
}

// String is the table that the tests log.
func (t tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-10s %-9s %8s %8s %8s %8s   exact  exact or nearby\n", "kind", "field", "places", "exact", "nearby", "file")
	write := func(kind render.Kind, class string, c count) {
		fmt.Fprintf(&b, "%-10s %-9s %8d %8d %8d %8d %6.1f%% %6.1f%%\n", kind, class, c.total(), c[manifest.PrecisionExact],
			c[manifest.PrecisionNearby], c[manifest.PrecisionFile], c.share(manifest.PrecisionExact), c.share(manifest.PrecisionNearby))
	}
	var rows []row
	for key := range t {
		rows = append(rows, key)
	}
	slices.SortFunc(rows, func(a, b row) int {
		return strings.Compare(string(a.kind)+" "+a.class, string(b.kind)+" "+b.class)
	})
	for _, key := range rows {
		write(key.kind, key.class, t[key])
	}
	for _, kind := range []render.Kind{render.KindPlain, render.KindKustomize, render.KindHelm} {
		write(kind, "all", t.of(kind))
	}
	return b.String()
}
