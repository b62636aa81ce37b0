package enterpriserolemember

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newMembersDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource: resourcebase.DataSource{
			Noun: "enterprise_role_members", Release: diagnostics.ReleaseOf(objecttype.EnterpriseRoleMember),
		},
		Description: "Lists the roles that an enterprise role consists of.",
		Key:         resourcebase.InClient().By("enterprise_role_ext_id", "External ID of the enterprise role."),
		Name:        "members",
		Attribute:   attrs.ComputedList("The roles, in the order of the service.", attrs.ComputedRole()),
		List:        resourcebase.All(idm.EnterpriseRoleMemberOps),
	}
}
