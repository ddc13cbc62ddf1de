package graph

// index finds the objects of one environment. It is built once, however many
// environments see this one.
type index struct {
	objects map[identity]int
	// pods finds workloads by namespace and one label of their pods, and by
	// namespace alone where the label is the zero value. Each is also entered
	// under the namespace "*" where some selector chooses in all.
	pods map[podKey][]int
	// choosers finds objects with a selector by one pair of it, or where it
	// has none by the zero value. They are entered as pods are, under each
	// namespace in which they choose.
	choosers map[podKey][]int
	// referrers finds references by their target. Nothing is found by the
	// Namespace that it lives in.
	referrers map[identity][]referrer
}

type podKey struct {
	namespace string
	label     label
}

type referrer struct {
	object int
	reference
}

const everyNamespace = "*"

func (b *builder) newIndex(e int) *index {
	members := b.graph.Environments[e].Objects
	x := &index{objects: make(map[identity]int, len(members))}
	for _, i := range members {
		o := &b.graph.Objects[i]
		if o.Name == "" {
			continue
		}
		if _, taken := x.objects[o.identity()]; !taken {
			x.objects[o.identity()] = i
		}
	}
	return x
}

func (b *builder) indexPods(e int) {
	pods := map[podKey][]int{}
	for _, i := range b.graph.Environments[e].Objects {
		o := &b.graph.Objects[i]
		if o.Template == nil {
			continue
		}
		namespaces := []string{o.Namespace}
		if b.everywhere {
			namespaces = append(namespaces, everyNamespace)
		}
		for _, namespace := range namespaces {
			pods[podKey{namespace, label{}}] = append(pods[podKey{namespace, label{}}], i)
			for _, l := range b.labels[i] {
				pods[podKey{namespace, l}] = append(pods[podKey{namespace, l}], i)
			}
		}
	}
	b.indices[e].pods = pods
}

// indexReverse enters what other environments need to find who, in this one,
// refers to their objects.
func (b *builder) indexReverse(e int) {
	x := b.indices[e]
	x.choosers, x.referrers = map[podKey][]int{}, map[identity][]referrer{}
	frequency := map[label]int{}
	members := b.graph.Environments[e].Objects
	for _, i := range members {
		if s := b.selectors[i]; s != nil {
			for _, pair := range s.pairs {
				frequency[pair]++
			}
		}
	}
	for _, i := range members {
		for _, r := range b.references[i] {
			if r.relation != LivesIn {
				x.referrers[r.target] = append(x.referrers[r.target], referrer{i, r})
			}
		}
		s := b.selectors[i]
		if s == nil {
			continue
		}
		var chosen label
		if len(s.pairs) > 0 {
			chosen = s.pairs[rarest(s.pairs, func(l label) int { return frequency[l] })]
		}
		for _, namespace := range s.scope() {
			key := podKey{namespace, chosen}
			x.choosers[key] = append(x.choosers[key], i)
		}
	}
}

// scope gives the namespaces under which the selector finds pods.
func (s *selector) scope() []string {
	if s.everywhere {
		return []string{everyNamespace}
	}
	return s.namespaces
}

// chosen gives the workloads of the environment that the selector chooses.
func (b *builder) chosen(e int, s *selector) []int {
	var result []int
	for _, namespace := range s.scope() {
		var key label
		if len(s.pairs) > 0 {
			key = s.pairs[rarest(s.pairs, func(l label) int { return len(b.indices[e].pods[podKey{namespace, l}]) })]
		}
		for _, i := range b.indices[e].pods[podKey{namespace, key}] {
			if s.matches(b.podLabels(i)) {
				result = append(result, i)
			}
		}
	}
	return result
}
