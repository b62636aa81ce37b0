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
		MarkdownDescription: "The password of a user, of which it has one at most.\n\n" +
			"The password is in no plan, state or log. The service has no operation that changes it, so a change of `password_wo_version` " +
			"replaces it: it is deleted and created again. " +
			"**When the service refuses the new one, the user has none until the next apply.** A policy with `resetCodeEnabled` generates " +
			"passwords itself, so none can be " +
			"declared under it. Destroying it ends the user's login with a password at once; its other credentials go on. " +
			"Later releases of the service have it, from 2.71.0 on.",
		Attributes: attrs.WithCredential(r.Type.Key.Form(), "password", map[string]schema.Attribute{
			"password_wo":         attrs.WriteOnlyPassword("The password, as the policy demands it."),
			"password_wo_version": attrs.ReplacedPasswordVersion(),
			"policy_ext_id":       attrs.CredentialPolicy(r.PolicyType),
		}),
	}
}
