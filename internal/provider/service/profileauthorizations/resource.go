package profileauthorizations

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

var calls = resourcebase.SetCalls[attrs.Grant, idm.Authorization, idm.AuthorizationInput]{
	Attribute: "authorizations", Writes: idm.AuthorizationWrites, Show: attrs.GrantValue, AddVerb: "grant", RemoveVerb: "revoke",
	Patch:    attrs.PatchGrant,
	Validity: func(g attrs.Grant) attrs.FixedMap { return g.Validity },
	New: func(input idm.AuthorizationInput, g grants.Grant) idm.AuthorizationInput {
		input.ExtID, input.RoleExtID = idm.SetText(g.ExtID), idm.Set(g.RoleExtID)
		return input
	},
}

func newResource() resource.Resource { return resourcebase.NewSet[model](base(), calls) }

func base() resourcebase.Resource {
	return resourcebase.Resource{
		Description: "All authorizations of a profile, including those granted by hand, which the plan removes. Roles " +
			"through enterprise roles are not affected.\n\nCreating it removes nothing: if the profile has undeclared or different " +
			"authorizations, the create fails and lists them. Import the resource then, and the plan shows the removal.",
		Attributes: attributes,
		Subject:    planchecks.Subject{Type: objecttype.ProfileAuthorizations},
	}
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"profile_ext_id": attrs.Reference("External ID of the profile that has the roles. Changing it replaces the resource: " +
			"the old profile loses them."),
		"authorizations": attrs.Grants("The authorizations by the external ID of their role; `{}` for none, and `crm-reader = {}` for "+
			"a grant without a global data room. "+
			"A second authorization of the same role appears under `role_ext_id/ext_id`.",
			grantKeys()),
	}
}

func grantKeys() map[string]fixedmap.Key {
	keys := map[string]fixedmap.Key{"validity": attrs.GrantValidity("authorization")}
	for _, room := range grants.Rooms {
		keys[room.Attribute] = attrs.DataRoom(room.Objects)
	}
	return keys
}
