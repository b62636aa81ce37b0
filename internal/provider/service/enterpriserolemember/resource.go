package enterpriserolemember

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newResource() resource.Resource {
	return resourcebase.NewMember[model](resourcebase.Resource{
		Description: "One role of an enterprise role.\n\nCreating it gives the role to all holders of the enterprise role, " +
			"and **destroying it revokes the role from all of them**. The service refuses its own internal " +
			"roles.\n\n`idm_enterprise_role_members` manages all roles of an enterprise role instead.",
		Attributes: attributes,
		Subject: planchecks.Subject{
			Type: objecttype.EnterpriseRoleMember, Collection: planchecks.CollectionOf(idm.EnterpriseRoleMemberOps),
		},
	}, idm.EnterpriseRoleMemberOps)
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"enterprise_role_ext_id": attrs.Reference("External ID of the enterprise role. Changing it replaces the resource."),
		"role_ext_id":            attrs.Reference("External ID of the role. Changing it replaces the resource."),
	}
}
