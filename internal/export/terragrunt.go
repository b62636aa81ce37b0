package export

import (
	"maps"
	"slices"
	"strings"
)

// terragruntFile is the file that turns a root into a Terragrunt unit.
const terragruntFile = "terragrunt.hcl"

// terragrunt turns each root into a Terragrunt unit that runs after the roots it refers to.
// Existing files stay unchanged.
func (e *exporter) terragrunt(roots []string, resources map[string][]*resource) {
	needs := map[string][]string{}
	for _, root := range roots {
		found := map[string]bool{}
		for _, r := range resources[root] {
			for _, argument := range r.args {
				for _, to := range refs(argument.value) {
					if other := e.byID[to.kind][to.id]; other != nil && other.part != root {
						found[other.part] = true
					}
				}
			}
		}
		for _, other := range slices.Sorted(maps.Keys(found)) {
			// Terragrunt does not accept a cycle.
			if !reaches(needs, other, root) {
				needs[root] = append(needs[root], other)
			}
		}
	}
	for _, root := range roots {
		if e.existing(root+"/"+terragruntFile) == nil {
			e.files[root+"/"+terragruntFile] = terragruntUnit(needs[root])
		}
	}
}

// reaches reports whether a root is the other root or depends on it.
func reaches(needs map[string][]string, root, other string) bool {
	return root == other || slices.ContainsFunc(needs[root], func(next string) bool { return reaches(needs, next, other) })
}

func terragruntUnit(needs []string) []byte {
	if len(needs) == 0 {
		return []byte("# A unit of Terragrunt. It refers to no object of the other units.\n")
	}
	var b strings.Builder
	b.WriteString("# A unit of Terragrunt. It refers to objects of these units, which run first.\ndependencies {\n  paths = [\n")
	for _, root := range needs {
		b.WriteString("    " + quote("../"+root) + ",\n")
	}
	b.WriteString("  ]\n}\n")
	return []byte(b.String())
}

// refs returns the references in a value.
func refs(of value) []ref {
	var found []ref
	switch of := of.(type) {
	case ref:
		found = append(found, of)
	case list:
		for _, each := range of {
			found = append(found, refs(each)...)
		}
	case fixed:
		for _, each := range of {
			found = append(found, refs(each.value)...)
		}
	case mapping:
		for _, each := range of {
			found = append(found, append(refs(each.key), refs(each.value)...)...)
		}
	}
	return found
}
