package credentials

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// passwordModel is the model of a kind of credentials with a password.
type passwordModel[M any] interface {
	Pointer[M]
	Secret() *PasswordModel
}

// Password is embedded by the kinds of credentials with a password, a write-only secret that a
// change of its version sets again.
type Password[M any, P passwordModel[M]] struct {
	Resource[M, P]
	limits Limits
}

// Limits are the rules for a password unless the policy sets others.
type Limits struct {
	// Shortest and Longest limit the length of a password; 0 means any length.
	Shortest, Longest int
	// Generates reports that a policy can make the service generate the password: then the
	// configuration must omit it.
	Generates bool
}

// NewPassword returns the resource of a kind of credentials with a password.
func NewPassword[M any, P passwordModel[M]](of *objecttype.Type, calls Calls[P], limits Limits) *Password[M, P] {
	p, own := &Password[M, P]{limits: limits}, calls.Attributes
	description := fmt.Sprintf("The password: %d to %d characters, unless the policy sets other limits; preferably %d random characters.",
		limits.Shortest, limits.Longest, 2*limits.Shortest)
	if limits.Generates {
		description = "The password, which must satisfy the policy. Omit it if the policy has `resetCodeEnabled = \"true\"`: the service " +
			"then generates a code, which the provider discards."
	}
	calls.Attributes = func() map[string]schema.Attribute {
		attributes := map[string]schema.Attribute{}
		if own != nil {
			attributes = own()
		}
		return attrs.WithPassword(description, p.single(), attributes)
	}
	p.Resource = *New[M](of, calls)
	return p
}

// Create creates the credential with the configured password, under an external ID that is fixed
// before the call.
func (p *Password[M, P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	password := configuredPassword(ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	p.CreateBy(ctx, req, resp, func(plan P, held *write.Lock) (string, error) {
		*plan.OwnExtID() = resourcebase.NewExtID(*plan.OwnExtID())
		if p.single() {
			_, err := p.get(ctx, plan)
			return p.Writes.CreateUnique(ctx, func() (string, error) { return p.post(ctx, plan, password) },
				func() (string, error) { return p.find(ctx, plan, errors.Is(err, idm.ErrNoRecord)) })
		}
		ops := p.CreateOps(ctx, plan)
		ops.Unprovable, ops.Held, ops.Post = true, held, func() (string, error) { return p.post(ctx, plan, password) }
		return p.Writes.CreateIdempotent(ctx, p.LockKey(plan), req.Plan, ops)
	})
}

// find looks for a user's only credential after a lost response, by the external ID that was sent. A
// read returns no password, so only a credential that certainly did not exist before is the created
// one.
func (p *Password[M, P]) find(ctx context.Context, plan P, isNew bool) (string, error) {
	if !isNew {
		return "", nil
	}
	credential, err := p.get(ctx, plan)
	if errors.Is(err, idm.ErrNoRecord) || err == nil && credential.ExtID != plan.OwnExtID().ValueString() {
		return "", nil
	}
	return credential.ExtID, err
}

// post sends the create. It discards a generated password, so that the state never contains it. If
// a generated password replaces the configured one, it deletes the credential again and returns an
// error.
func (p *Password[M, P]) post(ctx context.Context, plan P, password string) (string, error) {
	input := plan.PatchFrom(new(M), new(M))
	input.Password = idm.SetText(password)
	extID, other, err := p.API.CreatePassword(ctx, p.Calls.Ops, plan.Place(), input)
	if err != nil {
		return extID, p.refused(ctx, plan, err)
	}
	if !other || password == "" {
		return extID, nil
	}
	if err := p.Calls.Delete(ctx, p.API, plan.Place(), extID); err != nil {
		return "", err
	}
	return "", &diagnostics.GeneratedSecretError{Policy: p.policy(ctx, plan)}
}

// Update sets the password if its version changed, and then the state of the credential.
func (p *Password[M, P]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state := P(new(M)), P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	password := configuredPassword(ctx, req.Config, &resp.Diagnostics)
	lock := p.LockExclusive(ctx, &resp.Diagnostics, p.LockKey(state))
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock)
	if resp.Diagnostics.HasError() {
		return
	}
	to, rotates := resourcebase.UpdateState(resp), !p.single() && plan.Secret().rotates(state.Secret())
	state.Secret().PasswordVersion = plan.Secret().PasswordVersion
	if !rotates {
		resp.Diagnostics.Append(p.UpdateTo(ctx, to, update, plan, state)...)
		return
	}
	before := *state
	credential, err := p.rotate(ctx, state, password)
	resp.Diagnostics.Append(p.SaveStep(ctx, to, plan, state, "change", credential, err)...)
	// The password has no version, and its change advances the version of the credential.
	update = update.Unversioned()
	if resourcebase.Changes(plan.PatchFrom(&before, &before)) && !resp.Diagnostics.HasError() {
		credential, err := p.SendPatch(ctx, update, plan, &before)
		resp.Diagnostics.Append(p.SaveStep(ctx, to, plan, state, "update", credential, err)...)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
	}
}

// rotate sets the password and reads the credential. If the response is lost, the version of the
// credential shows what happened: it advanced by one if the password was changed. If it did not
// advance, rotate sends the change again.
func (p *Password[M, P]) rotate(ctx context.Context, state P, password string) (idm.Credential, error) {
	before, err := p.get(ctx, state)
	if err != nil {
		return idm.Credential{}, err
	}
	change := func() (string, error) {
		other, err := p.API.ChangePassword(ctx, p.Calls.Ops, state.Place(), state.OwnExtID().ValueString(), password)
		if err == nil && other {
			return "", &diagnostics.GeneratedSecretError{Policy: p.policy(ctx, state)}
		}
		return "", p.refused(ctx, state, err)
	}
	changed := func() (string, error) {
		now, err := p.get(ctx, state)
		switch {
		case err != nil || sameSecret(now, before):
			return "", err
		case now.Version != before.Version+1:
			return "", errChangedElsewhere
		}
		return state.OwnExtID().ValueString(), nil
	}
	if _, err := p.Writes.CreateUnique(ctx, change, changed); err != nil {
		return idm.Credential{}, err
	}
	return p.get(ctx, state)
}

var errChangedElsewhere = errors.New("another caller has changed the credential in the meantime")

// sameSecret reports whether a credential shows no change since an earlier read.
func sameSecret(now, before idm.Credential) bool {
	return now.Version == before.Version && now.LastChangeDate == before.LastChangeDate && now.LastModified == before.LastModified
}

// refused returns err. If the service refused a password because it generates passwords under a
// policy, the error names the policy.
func (p *Password[M, P]) refused(ctx context.Context, m P, err error) error {
	if !errors.Is(err, idm.ErrInvalid) || errors.Is(err, idm.ErrDuplicate) {
		return err
	}
	policy := p.policy(ctx, m)
	if !generates(policy) {
		return err
	}
	return &diagnostics.GeneratedSecretError{Policy: policy, Err: err}
}

// policy returns the policy of a credential, or the client's default of the type. It returns the
// zero value if the policy cannot be read.
func (p *Password[M, P]) policy(ctx context.Context, m P) idm.Policy {
	policy, _ := p.Checks.Catalog.Policy(ctx, m.Place().Client, p.Type.PolicyType, m.Secret().PolicyExtID.ValueString())
	return policy
}

func (p *Password[M, P]) get(ctx context.Context, m P) (idm.Credential, error) {
	return p.Calls.Get(ctx, p.API, m.Place(), m.OwnExtID().ValueString())
}

// configuredPassword reads password_wo, which only the configuration contains.
func configuredPassword(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) string {
	var password types.String
	diags.Append(config.GetAttribute(ctx, path.Root("password_wo"), &password)...)
	return password.ValueString()
}
