package resourcebase

import (
	"context"
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// ConfiguredPassword reads password_wo, which only the configuration holds.
func ConfiguredPassword(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) string {
	var password types.String
	diags.Append(config.GetAttribute(ctx, path.Root("password_wo"), &password)...)
	return password.ValueString()
}

// Repeat sends a write that leads to the same when it is done twice, also when the answer is lost.
func (r *Resource) Repeat(ctx context.Context, send func() error) error {
	const nothing = ""
	_, err := r.writes.CreateUnique(ctx, func() (string, error) { return nothing, send() }, func() (string, error) { return nothing, nil })
	return err
}

// RefusedPassword returns err, or says which policy is the reason when the service refused a
// password because it generates those of that policy itself. Without a policy it is the client's
// default of the type.
func (r *Resource) RefusedPassword(ctx context.Context, err error, client, policyExtID, policyType string) error {
	if !errors.Is(err, idm.ErrInvalid) || errors.Is(err, idm.ErrDuplicate) {
		return err
	}
	policy := r.policy(ctx, client, policyExtID, policyType)
	if !strings.EqualFold(policy.Parameters["resetCodeEnabled"], "true") {
		return err
	}
	return &remedy.GeneratedSecretError{Policy: policy, Err: err}
}

// GeneratedPassword is the error when the service took a password and generated another.
func (r *Resource) GeneratedPassword(ctx context.Context, client, policyExtID, policyType string) error {
	return &remedy.GeneratedSecretError{Policy: r.policy(ctx, client, policyExtID, policyType)}
}

// policy is the policy that a credential follows, the zero value when it cannot be read.
func (r *Resource) policy(ctx context.Context, client, extID, policyType string) idm.Policy {
	if extID != "" {
		policy, err := r.API.Policy(ctx, client, extID)
		if err != nil {
			return idm.Policy{}
		}
		return policy
	}
	for policy, err := range r.API.Policies(ctx, client) {
		if err != nil {
			break
		}
		if policy.PolicyType == policyType && policy.DefaultPolicy != nil && *policy.DefaultPolicy {
			return policy
		}
	}
	return idm.Policy{}
}
