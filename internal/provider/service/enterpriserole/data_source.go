package enterpriserole

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
		DataSource:  resourcebase.DataSource{Noun: "enterprise_role", Release: diagnostics.ReleaseOf(objecttype.EnterpriseRole)},
		Description: "Reads one enterprise role of a client.",
		Key:         resourcebase.InClient().By("ext_id", "External ID of the enterprise role."),
		Attributes:  attrs.ComputedEnterpriseRole(),
		Get:         resourcebase.One(idm.EnterpriseRoleOps),
	}
}

func newEnterpriseRolesDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "enterprise_roles", Release: diagnostics.ReleaseOf(objecttype.EnterpriseRole)},
		Description: "Lists the enterprise roles of a client.",
		Key:         resourcebase.InClient(),
		Name:        "enterprise_roles",
		Attribute: attrs.ComputedList("The enterprise roles of the client, in the order of the service.",
			attrs.ComputedEnterpriseRole()),
		List: resourcebase.All(idm.EnterpriseRoleOps),
	}
}
