package enterpriseauthorization

import (
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
		Description: "Grants an enterprise role, and so all its roles, to a profile. A profile can have each enterprise " +
			"role once.\n\n`idm_profile_enterprise_authorizations` manages all enterprise authorizations of a profile instead.",
		Attributes: attributes,
		Subject: planchecks.Subject{
			Type: objecttype.EnterpriseAuthorization,
		},
	}, resourcebase.ObjectCalls[idm.EnterpriseAuthorization, idm.EnterpriseAuthorizationInput, *model]{
		Writes:   idm.EnterpriseAuthorizationWrites,
		Siblings: idm.EnterpriseAuthorizationOps.List,
		Holder: resourcebase.HolderByName(idm.EnterpriseAuthorizationOps,
			func(plan *model) types.String { return plan.EnterpriseRoleExtID }),
		Named: func(*model) bool { return false },
	})
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"profile_ext_id": attrs.Reference("External ID of the profile that gets the enterprise role. Changing it replaces the " +
			"enterprise authorization."),
		"enterprise_role_ext_id": attrs.Reference("External ID of the enterprise role that is granted. Changing it replaces the " +
			"enterprise authorization."),
		"validity": attrs.GrantValidity("enterprise authorization"),
	}
}
