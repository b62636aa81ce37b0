package review

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// id is an external ID, or the address of the object that it will come from. An unknown value is
// identified by the address of the object that contains it, so that two unknown values are never
// equal.
type id struct {
	text    string
	unknown bool
}

func idOf(value any, address string) id {
	switch value := value.(type) {
	case nil:
		return id{}
	case plan.Unknown:
		return id{cmp.Or(value.From, address), true}
	case plan.Masked:
		if value.Changed {
			address += " afterwards"
		}
		return id{address, true}
	}
	return id{text: plan.Text(value)}
}

// value returns the id as a value of a plan.
func (i id) value() any {
	if i.unknown {
		return plan.Unknown{From: i.text}
	}
	return i.text
}

// objectKey identifies an object of one kind. The same ID in two services or clients refers to two
// objects.
type objectKey struct {
	service string
	client  id
	id      id
}

// compare orders keys, so that a review is reproducible.
func (k objectKey) compare(other objectKey) int {
	return cmp.Or(cmp.Compare(k.service, other.service), k.client.compare(other.client), k.id.compare(other.id))
}

func (i id) compare(other id) int {
	return cmp.Or(cmp.Compare(i.text, other.text), bools(i.unknown, other.unknown))
}

func bools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// refers returns the key of the object that an attribute refers to.
func (e *entry) refers(values plan.Values, name string) objectKey {
	return objectKey{e.Service, clientOf(values, e.Address), idOf(values[name], e.Address)}
}

// clientOf returns the client of an object.
func clientOf(values plan.Values, address string) id { return idOf(values["client_ext_id"], address) }

// label returns the external ID of a client, or that it is not known.
func (i id) label() string {
	if i.unknown {
		return plan.Unknown{}.String()
	}
	return i.text
}

// sortedKeys returns the sorted keys of a map.
func sortedKeys[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }

// byName compares names, first ignoring case.
func byName(a, b string) int {
	return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
}
