package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// ComputedEnterpriseRole returns the attributes of an enterprise role in a data source.
func ComputedEnterpriseRole() Attributes {
	return WithRecord(Attributes{
		"client_ext_id": ComputedText("Client of the enterprise role."),
		"ext_id":        ComputedText("External ID."),
		"name":          ComputedText("Name, unique in the client."),
		"description":   ComputedText("Description."),
		"display_name":  ComputedLocalized("Display name"),
	})
}

// EnterpriseRole is the model of ComputedEnterpriseRole.
type EnterpriseRole struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	ExtID       types.String `tfsdk:"ext_id"`
	Name        types.String `tfsdk:"name"`
	Description types.String `tfsdk:"description"`
	DisplayName FixedMap     `tfsdk:"display_name"`
	Record
}

// EnterpriseRoleValue converts an enterprise role of the service.
func EnterpriseRoleValue(r idm.EnterpriseRole) EnterpriseRole {
	return EnterpriseRole{
		ClientExtID: Text(r.ClientExtID),
		ExtID:       Text(r.ExtID),
		Name:        Text(r.Name),
		Description: Text(r.Description),
		DisplayName: LocalizedValue(r.DisplayName),
		Record:      RecordValue(r.Record),
	}
}

// EnterpriseRoleOf returns EnterpriseRoleValue for enterprise roles read from a client, and ignores
// the client that the response names.
func EnterpriseRoleOf(client string) func(idm.EnterpriseRole) EnterpriseRole {
	return func(r idm.EnterpriseRole) EnterpriseRole {
		value := EnterpriseRoleValue(r)
		value.ClientExtID = types.StringValue(client)
		return value
	}
}
