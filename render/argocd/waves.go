package argocd

import (
	"slices"
	"strconv"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// waveAnnotation orders the objects of one Application. See
// https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/
const waveAnnotation = "argocd.argoproj.io/sync-wave"

// Wave gives the sync wave of an object: 0 where it names none, or no number.
func Wave(o manifest.Object) int {
	wave, err := strconv.Atoi(o.Annotation(waveAnnotation))
	if err != nil {
		return 0
	}
	return wave
}

// Before implements gitops.Orderer. It tells for each Application among the objects of one unit which others
// have to be healthy before it is made: those of the wave before its own, as
// namespace/name, sorted. The keys are namespace/name, too; an Application of the
// first wave has none.
func (c *Controller) Before(objects []manifest.Object) map[string][]string {
	waves := map[int][]string{}
	for _, o := range objects {
		if group, _ := o.GroupVersion(); group == Group && o.Kind() == kindApplication {
			waves[Wave(o)] = append(waves[Wave(o)], o.Namespace()+"/"+o.Name())
		}
	}
	numbers := make([]int, 0, len(waves))
	for n := range waves {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	before := map[string][]string{}
	for i := 1; i < len(numbers); i++ {
		earlier := slices.Sorted(slices.Values(waves[numbers[i-1]]))
		for _, name := range waves[numbers[i]] {
			before[name] = earlier
		}
	}
	return before
}
