package export

import "cmp"

// split writes a root with its own state for each part. An object of another root is written as its
// external ID, with a comment that names its resource.
func (e *exporter) split() {
	byPart := map[string][]*resource{}
	var order []string
	for _, r := range e.b.resources {
		if byPart[r.part] == nil {
			order = append(order, r.part)
		}
		byPart[r.part] = append(byPart[r.part], r)
	}
	for _, part := range order {
		e.root(part+"/", byPart[part], fileOfType)
	}
}

// elsewhere describes the location of a resource in another root; "" if no root has it.
func (e *exporter) elsewhere(to ref) string {
	r := e.byID[to.kind][to.id]
	if r == nil || e.o.Layout != Split {
		return ""
	}
	return cmp.Or(to.label, to.extID) + ", " + r.kind + "." + r.name + " in ../" + r.part
}
