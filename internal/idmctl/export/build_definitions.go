package export

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
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

func (b *builder) definition(d idm.PropertyDefinition) {
	// The service also returns a length for an enumeration, which the resource does not accept.
	if strings.EqualFold(d.Type, "enum") {
		d.StringMaxLen, d.StringRegex = nil, ""
	}
	id := tenant.DefinitionID(d)
	r := resource{kind: kindDefinition, id: id, name: b.names[kindDefinition][id], part: partTenant, args: []arg{
		textArg("scope", idm.LaterPropertyScope(d.Scope)), textArg("name", d.Name),
		refArg("application_ext_id", b.applicationRef(d.ApplicationExtID)), yesArg("all_clients", new(d.ClientExtID == "")),
		textArg("type", strings.ToUpper(d.Type)), textArg("description", d.Description), yesArg("encrypted", d.Encrypted),
		yesArg("propagated", d.Propagated), yesArg("mandatory_on_gui", d.MandatoryOnGUI), lengthArg(d.StringMaxLen),
		textArg("string_regex", d.StringRegex), stateArg("access_create", d.AccessCreate, "READ_ONLY", "OFF"),
		stateArg("access_modify", d.AccessModify, "READ_ONLY", "OFF"),
		stateArg("uniqueness_scope", d.UniquenessScope, "ABSOLUTE", "ABSOLUTE_USER", "RELATIVE_UNIT"),
		localizedArg("display_name", d.DisplayName), allowedArg(d.AllowedValues),
	}}
	b.add(r)
}

// lengthArg omits a length of zero, which means no limit.
func lengthArg(length *int64) arg {
	if length == nil || *length == 0 {
		return arg{name: "string_max_len"}
	}
	return arg{name: "string_max_len", value: number(*length)}
}

func allowedArg(allowed []idm.AllowedValue) arg {
	if len(allowed) == 0 {
		return arg{name: "allowed_values"}
	}
	var values []string
	for _, one := range allowed {
		values = append(values, one.Value)
	}
	slices.Sort(values)
	all := list{}
	for _, one := range values {
		all = append(all, text(one))
	}
	return arg{name: "allowed_values", value: all}
}

// nameDefinitions names definitions by the name of the property. If two have the same name, it adds
// the type of the object and then the application.
func (b *builder) nameDefinitions() {
	var objects []candidate
	for _, d := range b.t.Definitions {
		id, called := tenant.DefinitionID(d), label(d.Name)
		holder := strings.TrimSuffix(strings.ToLower(idm.LaterPropertyScope(d.Scope)), "_global")
		objects = append(objects, candidate{id: id, key: id, names: [][]string{
			{called}, {holder, called}, {holder, label(b.applications[d.ApplicationExtID]), called}}})
	}
	b.assignNames(kindDefinition, objects)
}
