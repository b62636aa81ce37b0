package review

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// extIDOf returns a value as the external ID of facts. One that the plan does not show is pending,
// with the address of the object that defines it, or else of the object with the value.
func extIDOf(value any, address string) string {
	switch value := value.(type) {
	case plan.Unknown:
		return access.PendingID(cmp.Or(value.From, address))
	case plan.Masked:
		if value.Changed {
			// A changed sensitive value differs from the former one.
			address += " afterwards"
		}
		return access.PendingID(address)
	}
	return plan.Text(value)
}

// refers returns the object that an attribute refers to.
func (e *entry) refers(values plan.Values, name string, kind access.Kind) access.ID {
	return access.NewID(e.Service, clientOf(values), kind, extIDOf(values[name], e.Address))
}

// profile returns the profile that an object belongs to.
func (e *entry) profile(values plan.Values) access.ID {
	return e.refers(values, "profile_ext_id", access.Profile)
}

// clientOf returns the client of an object, "" for one that the plan does not show.
func clientOf(values plan.Values) string {
	client, _ := values.Known("client_ext_id")
	return client
}

// clientLabel returns the client of an object for readers.
func clientLabel(values plan.Values) string {
	if undetermined(values["client_ext_id"]) {
		return plan.Unknown{}.String()
	}
	return clientOf(values)
}

func sortedKeys[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }

// byName orders by name, without regard to case first.
func byName(a, b string) int {
	return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
}
