package contextpassword

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

func newResource() *credentials.Password[model, *model] {
	return credentials.NewPassword[model](objecttype.ContextPassword, credentials.Calls[*model]{
		Description: "A password of a user for one context, such as an application.\n\nA change of `password_wo_version` " +
			"sets the password in place. The service refuses this under a policy with `resetCodeEnabled`.",
		Attributes: attributes,
		Name:       func(c idm.Credential) string { return c.Context },
		Ops:        idm.ContextPasswordOps,
		Same:       func(plan *model, c idm.Credential) bool { return plan.Context.ValueString() == c.Context },
	}, credentials.Limits{Generates: true})
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"context": attrs.Reference("Context of the password, unique for the user. Changing it replaces the context " +
			"password."),
	}
}
