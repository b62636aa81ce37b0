package role

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ObjectDataSource{
		DataSource:  resourcebase.DataSource{Noun: "role", Release: diagnostics.ReleaseOf(objecttype.Role)},
		Description: "Reads one role, with the application that it belongs to.",
		Key:         resourcebase.Key{}.By("ext_id", "External ID of the role."),
		Attributes:  attrs.ComputedRole(),
		Get:         resourcebase.One(idm.RoleOps),
	}
}

func newRolesDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "roles", Release: diagnostics.ReleaseOf(objecttype.Role)},
		Description: "Lists the roles of an application.",
		Key:         resourcebase.Key{}.By("application_ext_id", "External ID of the application."),
		Name:        "roles",
		Attribute:   attrs.ComputedList("The roles of the application, in the order of the service.", attrs.ComputedRole()),
		List:        resourcebase.All(idm.RoleOps),
	}
}
