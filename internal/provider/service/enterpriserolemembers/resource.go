package enterpriserolemembers

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

var calls = resourcebase.SetCalls[resourcebase.NoValue, idm.Role, any]{
	Attribute: "role_ext_ids", Writes: idm.Writes[idm.Role, any]{Ops: idm.EnterpriseRoleMemberOps}, AddVerb: "add", RemoveVerb: "remove",
}

func newResource() resource.Resource {
	return resourcebase.NewSet[model](resourcebase.Resource{
		Description: "All roles of an enterprise role, including those added by hand, which the plan removes. **All holders " +
			"of the enterprise role lose a removed role at once.**\n\nCreating it removes nothing: if the enterprise role has " +
			"undeclared roles, the create fails and lists them. Import the resource then, and the plan shows the removal.",
		Attributes: attributes,
		Subject: planchecks.Subject{
			Type: objecttype.EnterpriseRoleMembers, Collection: planchecks.CollectionOf(idm.EnterpriseRoleMemberOps),
		},
	}, calls)
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"enterprise_role_ext_id": attrs.Reference("External ID of the enterprise role. Changing it replaces the resource: the old " +
			"one loses all its roles."),
		"role_ext_ids": attrs.ExtIDs("External IDs of the roles; `[]` for none."),
	}
}
