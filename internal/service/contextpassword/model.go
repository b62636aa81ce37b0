package contextpassword

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

type model struct {
	attrs.Credential
	attrs.Password
	Context types.String `tfsdk:"context"`
}

// Read takes over what the service has.
func (m *model) Read(c idm.Credential) {
	m.ReadCommon(c)
	m.Context = attrs.Text(c.Context)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
}

func post(ctx context.Context, api *idm.API, plan *model, password string) (string, idm.Secret, error) {
	return api.CreateContextPassword(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), idm.ContextPasswordCreate{
		ExtID:       plan.ExtID.ValueString(),
		Context:     plan.Context.ValueString(),
		Password:    password,
		StateName:   plan.StateName.ValueString(),
		PolicyExtID: plan.PolicyExtID.ValueString(),
	})
}
