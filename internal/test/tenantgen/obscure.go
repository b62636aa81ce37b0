package tenantgen

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// obscured lists the arguments whose value may be unknown during a plan.
var obscured = []string{"name", "description", "location", "remarks", "modification_comment", "url", "urls", "display_name", "properties",
	"sensitive_properties", "validity", "address", "contacts", "language_code", "birth_date", "state_name", "user_state", "profile_state",
	"active", "terms_version", "displayed", "client_global", "parameters", "abbreviation"}

// unknownValues is the type of the resource with the values that are unknown during a plan.
const unknownValues = "terraform_data"

// Obscure moves some values to a resource that is replaced in each step, so that they are unknown
// during a plan. It also sets the client of some resources explicitly to the provider's default.
func Obscure(r *rand.Rand, resources []Resource, step int) []Resource {
	hidden := Block{}
	for _, resource := range resources {
		if resource.Type == definition.of.TypeName() {
			continue // Its name is the key of properties.
		}
		if ofClient(resource.Type) && resource.Arguments["client_ext_id"] == nil && r.IntN(6) == 0 {
			resource.Arguments["client_ext_id"] = Client
		}
		hide(r, hidden, resource.Address(), resource.Arguments)
		if of := objecttype.ByTypeName(resource.Type); of.Class == objecttype.Collection {
			elements, _ := resource.Arguments[of.Elements].(Block)
			for _, key := range slices.Sorted(maps.Keys(elements)) {
				element, _ := elements[key].(Block)
				hide(r, hidden, resource.Address()+"."+key, element)
			}
		}
	}
	return append(resources, Resource{Type: unknownValues, Name: "unknown",
		Arguments: Block{"input": hidden, "triggers_replace": step}})
}

// hide moves some arguments of a resource or an element to hidden.
func hide(r *rand.Rand, hidden Block, address string, arguments Block) {
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if slices.Contains(obscured, name) && r.IntN(5) == 0 {
			key := address + "." + name
			hidden[key] = arguments[name]
			arguments[name] = fmt.Sprintf("${terraform_data.unknown.output[%q]}", key)
		}
	}
}

func ofClient(resource string) bool {
	return slices.ContainsFunc(objecttype.All(), func(of *objecttype.Type) bool { return of.TypeName() == resource && of.OfClient() })
}
