package profileenterpriseauthorizations

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

var calls = resourcebase.SetCalls[grant, idm.EnterpriseAuthorization, idm.EnterpriseAuthorizationInput]{
	Attribute: "enterprise_authorizations", Writes: idm.EnterpriseAuthorizationWrites, AddVerb: "grant", RemoveVerb: "revoke",
	Show: shown, Patch: grant.patchFrom,
	Validity: func(g grant) attrs.FixedMap { return g.Validity },
	New: func(input idm.EnterpriseAuthorizationInput, g grants.Grant) idm.EnterpriseAuthorizationInput {
		input.ExtID, input.EnterpriseRoleExtID = idm.SetText(g.ExtID), idm.Set(g.RoleExtID)
		return input
	},
}

func newResource() resource.Resource { return resourcebase.NewSet[model](base(), calls) }

func base() resourcebase.Resource {
	return resourcebase.Resource{
		Description: "All enterprise authorizations of a profile, including those granted by hand, which the plan removes. " +
			"Single roles are not affected.\n\nCreating it removes nothing: if the profile has undeclared or different enterprise " +
			"authorizations, the create fails and lists them. Import the resource then, and the plan shows the removal.",
		Attributes: attributes,
		Subject:    planchecks.Subject{Type: objecttype.ProfileEnterpriseAuthorizations},
	}
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"profile_ext_id": attrs.Reference("External ID of the profile that has the enterprise roles. Changing it replaces the " +
			"resource: " +
			"the old profile loses them."),
		"enterprise_authorizations": attrs.Grants("The enterprise authorizations by the external ID of their enterprise role; `{}` "+
			"for none, and `er-sales = {}` for a grant without a validity. "+
			"A second one of the same enterprise role appears under `enterprise_role_ext_id/ext_id`.",
			map[string]fixedmap.Key{"validity": attrs.GrantValidity("enterprise authorization")}),
	}
}
