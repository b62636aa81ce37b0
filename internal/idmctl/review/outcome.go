package review

import "slices"

// outcome is the result of one step of a review. Steps do not depend on each other: New joins their
// outcomes.
type outcome []Finding

func (o *outcome) add(found ...Finding) { *o = append(*o, found...) }

// explained returns the objects that a finding is about.
func (o outcome) explained() map[*entry]bool {
	found := map[*entry]bool{}
	for _, f := range o {
		for _, e := range f.about {
			found[e] = true
		}
	}
	return found
}

// finding returns a finding about an object.
func (x *analysis) finding(e *entry, text string, rules ...string) Finding {
	return Finding{Rules: unique(rules), Text: text, Address: e.Address, Service: e.Service, Client: clientLabel(e.values()),
		about: []*entry{e}, service: x.serviceNames(e.Service), client: Named{ExtID: clientOf(e.values())}}
}

// unique removes duplicates, and keeps the first of each.
func unique[T comparable](names []T) []T {
	var kept []T
	for _, name := range names {
		if !slices.Contains(kept, name) {
			kept = append(kept, name)
		}
	}
	return kept
}
