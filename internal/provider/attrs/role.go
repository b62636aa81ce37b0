package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// ComputedRole returns the attributes of a role in a data source.
func ComputedRole() Attributes {
	return WithRecord(Attributes{
		"ext_id":             ComputedText("External ID."),
		"application_ext_id": ComputedText("Application of the role."),
		"application_name":   ComputedText("Name of the application."),
		"name":               ComputedText("Name, unique in the application."),
		"description":        ComputedText("Description."),
	})
}

// Role is the model of ComputedRole.
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
