package e2e

import (
	"slices"
	"strings"
)

// writes returns the requests that change the service, and forgets them.
func (w *workspace) writes() (all []string) {
	for _, r := range w.sim.Requests() {
		if !slices.Contains([]string{"GET", "HEAD"}, r.Method) && !strings.HasSuffix(r.Path, "/search") {
			all = append(all, r.Method+" "+r.Path)
		}
	}
	w.sim.ClearRequests()
	return all
}
