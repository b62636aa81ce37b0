package enterpriserolemember

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.New(objecttype.EnterpriseRoleMember, listresource.Listing[idm.Role]{
		Description: "Finds the roles of an enterprise role, for `terraform query`.",
		Source:      listresource.Within(objecttype.EnterpriseRoleMember, idm.EnterpriseRoleMemberOps.List),
		Show: func(of listresource.Arguments, role idm.Role) listresource.Listed {
			m := &model{
				ClientExtID: of.ClientExtID, EnterpriseRoleExtID: types.StringValue(of.Text("enterprise_role_ext_id")),
				RoleExtID: types.StringValue(role.ExtID),
			}
			return listresource.Listed{Model: m, Name: role.Name}
		},
	})
}
