package export

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// definitions writes the property definitions of the client. Definitions for all clients are
// written only if the caller names the type: destroying one of them deletes its values in every
// client.
func (b *builder) definitions() {
	if b.t.DefinitionsOwned == nil {
		return
	}
	var unowned []string
	for _, d := range b.t.Definitions {
		switch {
		case !b.t.DefinitionsOwned[d.PropertyID]:
			unowned = append(unowned, d.Scope+"/"+d.Name)
		case d.ClientExtID == "" && len(b.o.Only) == 0:
		default:
			b.definition(d)
		}
	}
	if len(unowned) > 0 && b.o.wants(kindDefinition) {
		slices.Sort(unowned)
		b.summary.Missing = append(b.summary.Missing, tenant.Missing{What: "property definitions", ExtIDs: unowned,
			Reason: "this release of the service does not show which client has them, and cannot change them by this API",
			WayOut: "Define properties outside Terraform, until the service has release 8.2605.0"})
	}
}

// definition writes a definition without the defaults of the service, which also returns a length
// for an enumeration.
func (b *builder) definition(d idm.PropertyDefinition) {
	id := tenant.DefinitionID(d)
	if strings.EqualFold(d.Type, "enum") {
		d.StringMaxLen, d.StringRegex = nil, ""
	}
	if d.StringMaxLen != nil && *d.StringMaxLen == 0 {
		d.StringMaxLen = nil
	}
	for field, accepted := range map[*string][]string{&d.AccessCreate: {"READ_ONLY", "OFF"}, &d.AccessModify: {"READ_ONLY", "OFF"},
		&d.UniquenessScope: {"ABSOLUTE", "ABSOLUTE_USER", "RELATIVE_UNIT"}} {
		if !slices.Contains(accepted, *field) {
			*field = ""
		}
	}
	d.Scope, d.Type = idm.LaterPropertyScope(d.Scope), strings.ToUpper(d.Type)
	args := append(b.args(objecttype.PropertyDefinition, d), yesArg("all_clients", d.ClientExtID == ""), allowedArg(d.AllowedValues))
	b.add(resource{kind: kindDefinition, id: id, name: b.names[kindDefinition][id], part: partTenant, args: args})
}

func allowedArg(allowed []idm.AllowedValue) arg {
	var values list
	allowed = slices.SortedFunc(slices.Values(allowed), func(a, b idm.AllowedValue) int { return strings.Compare(a.Value, b.Value) })
	for _, one := range allowed {
		values = append(values, text(one.Value))
	}
	if values == nil {
		return arg{}
	}
	return arg{name: "allowed_values", value: values}
}

// nameDefinitions names definitions by the name of the property. If two have the same name, it adds
// the type of the object and then the application.
func (b *builder) nameDefinitions() {
	var objects []candidate
	for _, d := range b.t.Definitions {
		id, called := tenant.DefinitionID(d), label(d.Name)
		holder := strings.TrimSuffix(strings.ToLower(idm.LaterPropertyScope(d.Scope)), "_global")
		objects = append(objects, candidate{id: id, key: id, names: [][]string{
			{called}, {holder, called}, {holder, label(b.labels[kindApplication][d.ApplicationExtID]), called}}})
	}
	b.assignNames(kindDefinition, objects)
}
