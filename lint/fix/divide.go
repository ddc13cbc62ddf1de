package fix

import "slices"

// divide gives the two parts of a group, of more than one plan, in which to look for
// those that cannot be proved together: the plans that edit what is read where the
// problems came up, then the others, of which one may be the cause all the same. Where
// there are no others, those that alone have to do with a problem are refused, and
// each part has a half of the plans that share one.
func divide(group []*plan, problems []problem) (first, second []*plan) {
	clusters, known := clustersOf(group, problems)
	if !known {
		half := len(group) / 2
		return group[:half], group[half:]
	}
	early := map[*plan]bool{}
	for _, cluster := range clusters {
		for _, p := range cluster {
			early[p] = true
		}
	}
	if len(early) == len(group) {
		for _, cluster := range clusters {
			if len(cluster) == 1 {
				cluster[0].reason = reasonFor(cluster[0], problems)
			}
			for _, p := range cluster[len(cluster)/2:] {
				early[p] = false
			}
		}
	}
	for _, p := range group {
		switch {
		case p.reason != "":
		case early[p]:
			first = append(first, p)
		default:
			second = append(second, p)
		}
	}
	return first, second
}

// clustersOf gives the plans of a group that edit what the units read in which problems
// came up, in the order of the group: those that may have to do with one problem are in
// one cluster. known is false where there is a problem with which none has to do.
func clustersOf(group []*plan, problems []problem) (clusters [][]*plan, known bool) {
	editors := map[string][]int{}
	for i, p := range group {
		for name := range p.edits {
			editors[name] = append(editors[name], i)
		}
	}
	s := newSets(len(group))
	suspected := make([]bool, len(group))
	for _, problem := range problems {
		first := -1
		for _, file := range problem.files {
			for _, i := range editors[file] {
				suspected[i] = true
				if first < 0 {
					first = i
				}
				s.join(first, i)
			}
		}
		if first < 0 {
			return nil, false
		}
	}
	at := map[int]int{}
	for i, p := range group {
		if !suspected[i] {
			continue
		}
		c, begun := at[s.of(i)]
		if !begun {
			c = len(clusters)
			at[s.of(i)] = c
			clusters = append(clusters, nil)
		}
		clusters[c] = append(clusters[c], p)
	}
	return clusters, true
}

// sets are disjoint sets of numbers: for each number another one of its set, or, for
// one number of each set, itself.
type sets []int

// newSets puts each number below n in a set of its own.
func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// of gives the number that stands for the set of a number.
func (s sets) of(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// join makes one set of those of two numbers.
func (s sets) join(a, b int) { s[s.of(b)] = s.of(a) }

// reasonFor gives the reason of the first problem that a plan has to do with.
func reasonFor(p *plan, problems []problem) string {
	i := slices.IndexFunc(problems, func(problem problem) bool { return p.editsAny(problem.files) })
	return problems[i].reason
}
