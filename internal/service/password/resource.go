package password

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// passwordResource has its operations from resourcebase.Password.
type passwordResource struct {
	resourcebase.Password[model, *model]
}

func newResource() *passwordResource {
	r := &passwordResource{}
	r.Resource = resourcebase.OfUser(objecttype.Password)
	r.Calls, r.Post, r.PolicyType, r.Single, r.Collection = calls, post, "PwdPolicy", true, calls.Collection()
	return r
}

func (r *passwordResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "The password of a user, who has at most one.\n\nA change of `password_wo_version` replaces the " +
			"credential, because the service cannot change it. **If the service refuses the new password, the user has none until " +
			"the next apply.** It cannot be managed under a policy with `resetCodeEnabled`, which generates passwords.",
		Attributes: attrs.WithCredential(r.Type.Key.Form(), "password", map[string]schema.Attribute{
			"password_wo":         attrs.WriteOnlyPassword("The password, as the policy demands it."),
			"password_wo_version": attrs.ReplacedPasswordVersion(),
			"policy_ext_id":       attrs.CredentialPolicy(r.PolicyType),
		}),
	}
}
