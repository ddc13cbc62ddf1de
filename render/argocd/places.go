package argocd

import (
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// valuePlaces tells where the values in the Application stand.
func (p *planner) valuePlaces(v values) []manifest.Place {
	if v.at == nil || p.overridden {
		return nil
	}
	place, ok := p.object.Place(v.at)
	if !ok {
		return nil
	}
	return []manifest.Place{place}
}
