package export

import "cmp"

// split writes a root for each part, with a state of its own. What is in another root stands as its
// id, with a comment that names the resource there.
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
	if e.o.Terragrunt {
		e.terragrunt(order, byPart)
	}
}

// elsewhere names a resource that another root has.
func (e *exporter) elsewhere(to ref) string {
	r := e.byID[to.kind][to.id]
	if r == nil || e.o.Layout != Split {
		return ""
	}
	return cmp.Or(to.label, to.extID) + ", " + r.kind + "." + r.name + " in ../" + r.part
}
