package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// ShownRole is a role as a data source shows it.
func ShownRole() Attributes {
	return WithRecord(Attributes{
		"ext_id":             Shown("External id of the role."),
		"application_ext_id": Shown("External id of the application that the role belongs to."),
		"application_name":   Shown("Name of that application."),
		"name":               Shown("Name of the role, unique in its application."),
		"description":        Shown("What the role is for."),
	})
}

// Role is the model of ShownRole.
type Role struct {
	ExtID            types.String `tfsdk:"ext_id"`
	ApplicationExtID types.String `tfsdk:"application_ext_id"`
	ApplicationName  types.String `tfsdk:"application_name"`
	Name             types.String `tfsdk:"name"`
	Description      types.String `tfsdk:"description"`
	Record
}

// RoleValue converts a role of the service.
func RoleValue(r idm.Role) Role {
	return Role{
		ExtID:            Text(r.ExtID),
		ApplicationExtID: Text(r.ApplicationExtID),
		ApplicationName:  Text(r.ApplicationName),
		Name:             Text(r.Name),
		Description:      Text(r.Description),
		Record:           RecordValue(r.Record),
	}
}
