package review

import "slices"

// outcome is the result of one step of a review. Steps do not depend on each other: New joins their
// outcomes.
type outcome struct {
	findings []Finding
	// access are the changes of access, by person.
	access []accessChange
}

func (o *outcome) add(other outcome) {
	o.findings = append(o.findings, other.findings...)
	o.access = append(o.access, other.access...)
}

func combine(all ...outcome) outcome {
	joined := outcome{findings: []Finding{}}
	for _, each := range all {
		joined.add(each)
	}
	return joined
}

// explained returns the objects that a finding is about.
func (o outcome) explained() map[*entry]bool {
	found := map[*entry]bool{}
	for _, f := range o.findings {
		for _, e := range f.about {
			found[e] = true
		}
	}
	return found
}

// finding returns an outcome with one finding about an object.
func (x *analysis) finding(e *entry, text string, rules ...string) outcome {
	return outcome{findings: []Finding{{Rules: unique(rules), Text: text, Address: e.Address, Service: e.Service,
		Client: clientLabel(e.values()), about: []*entry{e}}}}
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
