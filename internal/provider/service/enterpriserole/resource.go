package enterpriserole

import (
	"context"
	"fmt"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newResource() resource.Resource {
	return resourcebase.NewObject(resourcebase.Resource{
		Description: "An enterprise role of a client: a set of roles that `idm_enterprise_authorization` grants as one. " +
			"`idm_enterprise_role_member` adds a role, `idm_enterprise_role_members` manages all.",
		Attributes: attributes,
		Subject: planchecks.Subject{
			Type: objecttype.EnterpriseRole, Collection: planchecks.CollectionOf(idm.EnterpriseRoleOps),
		},
	}, resourcebase.ObjectCalls[idm.EnterpriseRole, idm.EnterpriseRoleInput, *model]{
		Writes:     idm.EnterpriseRoleWrites,
		Holder:     resourcebase.HolderByName(idm.EnterpriseRoleOps, func(plan *model) types.String { return plan.Name }),
		Dependents: dependents,
	})
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name":         attrs.RequiredText("Name of the enterprise role, unique in its client."),
		"description":  attrs.OptionalText("Purpose of the enterprise role."),
		"display_name": attrs.LocalizedText("Display name"),
	}
}

// dependents lists the roles in an enterprise role, for the error if the service refuses to delete
// it because of them. No operation lists the profiles that have it.
func dependents(ctx context.Context, api *idm.API, state *model) iter.Seq[string] {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	return resourcebase.Dependents(idm.EnterpriseRoleMemberOps.List(ctx, api, idm.Under(client, extID)), func(o idm.Role) string {
		return fmt.Sprintf("enterprise role member %s", objecttype.ImportID(client, extID, o.ExtID))
	})
}
