package tenantgen

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// obscured are the arguments whose value may be unknown until the apply.
var obscured = []string{"name", "description", "location", "remarks", "modification_comment", "url", "display_name", "properties"}

// Obscure takes some values from a resource that is replaced at each step, so that a plan does not
// know them.
func Obscure(r *rand.Rand, resources []Resource, step int) []Resource {
	hidden := Block{}
	for _, resource := range resources {
		if resource.Type == definition.of.TypeName() {
			continue // Its name is the key of properties.
		}
		for _, name := range slices.Sorted(maps.Keys(resource.Arguments)) {
			if !slices.Contains(obscured, name) || r.IntN(5) > 0 {
				continue
			}
			key := resource.Address() + "." + name
			hidden[key] = resource.Arguments[name]
			resource.Arguments[name] = fmt.Sprintf("${terraform_data.unknown.output[%q]}", key)
		}
	}
	return append(resources, Resource{"terraform_data", "unknown", Block{"input": hidden, "triggers_replace": step}})
}
