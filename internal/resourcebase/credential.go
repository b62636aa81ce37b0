package resourcebase

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// CredentialModel is the model of a kind of credential; it embeds attrs.Credential.
type CredentialModel[M any] interface {
	*M
	Keyed
	Common() *attrs.Credential
	// Read takes over what the service has.
	Read(idm.Credential)
}

// CredentialCalls are the operations that every kind of credential has, as methods of idm.API.
type CredentialCalls struct {
	Get    func(a *idm.API, ctx context.Context, client, user, extID string) (idm.Credential, error)
	Update func(a *idm.API, ctx context.Context, client, user, extID string, patch idm.CredentialPatch) (idm.Credential, error)
	Delete func(a *idm.API, ctx context.Context, client, user, extID string) error
	List   func(a *idm.API, ctx context.Context, client, user string) iter.Seq2[idm.Credential, error]
}

// Collection is the list of those of a user.
func (c CredentialCalls) Collection() plancheck.Collection {
	return plancheck.Collection{List: func(ctx context.Context, api *idm.API, client, user string) error {
		for _, err := range c.List(api, ctx, client, user) {
			return err
		}
		return nil
	}}
}

// Credential is embedded by the kinds of credentials, which the reference describes together: what
// a kind is made of is fixed, and a PATCH changes its state. M is the model of the kind. A kind that
// does more has a method of its own for it.
type Credential[M any, P CredentialModel[M]] struct {
	Resource
	Calls CredentialCalls
	// Post sends the create of what is planned and returns the external id.
	Post func(ctx context.Context, api *idm.API, plan P) (extID string, err error)
	// Same reports whether a credential of the user is what the plan asks for, where the service
	// refuses a second one of the same; nil where it takes several.
	Same func(plan P, remote idm.Credential) bool
	// Own takes over what an import reads and no configuration has named yet; nil where all reads are
	// alike.
	Own func(ctx context.Context, state P, remote idm.Credential)
	// CreatesActive says that a create takes no state: another one is set afterwards.
	CreatesActive bool
}

// OfUser is the resource of a kind of credential, each of which belongs to a user.
func OfUser(t *objecttype.Type) Resource {
	return Resource{Subject: plancheck.Subject{
		Type: t, Operations: credentialOperations,
		Unusable: map[string]func(references.Found) string{"user_ext_id": func(user references.Found) string {
			if user.State == "archived" {
				return "is archived, and gets no credentials any more"
			}
			return ""
		}},
	}}
}

// credentialOperations tell the create that chooses a state from others.
func credentialOperations(ctx context.Context, req resource.ModifyPlanRequest, planned []objecttype.Operation) []objecttype.Operation {
	var state types.String
	if slices.Contains(planned, objecttype.Create) && !req.Config.GetAttribute(ctx, path.Root("state_name"), &state).HasError() &&
		!state.IsNull() {
		planned = append(planned, objecttype.CreateWithState)
	}
	return planned
}

// Create creates the credential, under an external id that is fixed before the call.
func (c *Credential[M, P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	c.create(ctx, req, resp, func(plan P) (string, error) {
		plan.Common().ExtID = NewExtID(plan.Common().ExtID)
		return c.CreateIdempotent(ctx, req.Plan, plan, c.createOps(ctx, plan))
	})
}

// create does the create of any kind with send, which returns the external id.
func (c *Credential[M, P]) create(
	ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse, send func(plan P) (string, error),
) {
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	extID, err := send(plan)
	if err != nil {
		resp.Diagnostics.Append(c.NotCreated(plan, err))
		return
	}
	plan.Common().ExtID = types.StringValue(extID)
	to := CreateState(resp)
	resp.Diagnostics.Append(c.SaveKey(ctx, to, plan)...)
	resp.Diagnostics.Append(c.VerifyExtID(ctx, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	credential, err := c.get(ctx, plan)
	if err != nil {
		resp.Diagnostics.Append(c.WarnReadAfterCreate(plan, err))
		return
	}
	plan.Read(credential)
	resp.Diagnostics.Append(c.Save(ctx, to, plan, credential.Version)...)
	resp.Diagnostics.Append(c.VerifyExtID(ctx, req.Plan, credential.ExtID)...)
	if c.CreatesActive && !resp.Diagnostics.HasError() {
		c.setState(ctx, req, resp, plan, credential.Version)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(c.VerifyCreate(ctx, req.Plan, &resp.State)...)
	}
}

// setState sets the planned state of a credential that was just created and saved. When it fails,
// the credential is usable although it should not be, so that is an error and no warning.
func (c *Credential[M, P]) setState(
	ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse, created P, version int64,
) {
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	patch := plan.Common().PatchState(created.Common())
	lock := c.LockExclusive(ctx, &resp.Diagnostics, c.LockKey(created))
	defer lock.Unlock()
	if !Changes(patch) || resp.Diagnostics.HasError() {
		return
	}
	credential, err := c.patch(ctx, lock.Update(resp.State, req.Plan, version), created, patch)
	if err != nil {
		resp.Diagnostics.Append(c.Failed("set the state of", created, err))
		return
	}
	created.Read(credential)
	resp.Diagnostics.Append(c.Save(ctx, CreateState(resp), created, credential.Version)...)
}

// createOps is how the credential is made, and found again when the answer is lost.
func (c *Credential[M, P]) createOps(ctx context.Context, plan P) write.CreateOps {
	return write.CreateOps{
		Post: func() (string, error) { return c.Post(ctx, c.API, plan) },
		Get: func(extID string) (any, error) {
			remote := *plan
			credential, err := c.Calls.Get(c.API, ctx, client(plan), user(plan), extID)
			P(&remote).Read(credential)
			if c.CreatesActive {
				P(&remote).Common().StateName = plan.Common().StateName
			}
			return &remote, err
		},
		Delete: func(extID string) error { return c.Calls.Delete(c.API, ctx, client(plan), user(plan), extID) },
		Holder: func() string { return c.holder(ctx, plan) },
	}
}

// holder is the credential of the user that is in the way of a create, "" when none is found.
func (c *Credential[M, P]) holder(ctx context.Context, plan P) string {
	if c.Same == nil {
		return ""
	}
	for credential, err := range c.Calls.List(c.API, ctx, client(plan), user(plan)) {
		if err != nil {
			return ""
		}
		if c.Same(plan, credential) {
			return credential.ExtID
		}
	}
	return ""
}

// Read reads the credential.
func (c *Credential[M, P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	credential, err := c.get(ctx, state)
	if errors.Is(err, idm.ErrNoRecord) {
		c.Gone(ctx, state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(c.Failed("read", state, err))
		return
	}
	state.Read(credential)
	if imported, _ := req.Private.GetKey(ctx, importedKey); imported != nil && c.Own != nil {
		c.Own(ctx, state, credential)
	}
	resp.Diagnostics.Append(c.Save(ctx, ReadState(resp), state, credential.Version)...)
}

// Update changes the state of the credential.
func (c *Credential[M, P]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state := P(new(M)), P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	lock := c.LockExclusive(ctx, &resp.Diagnostics, c.LockKey(state))
	defer lock.Unlock()
	update := NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(c.UpdateTo(ctx, UpdateState(resp), update, plan, state)...)
}

// UpdateTo sends the state of the plan when it is another one, saves what the credential is then,
// and compares it with the plan. An update without a version is one of a credential that this run
// has written to: it is read again.
func (c *Credential[M, P]) UpdateTo(ctx context.Context, to ResponseState, update write.Update, plan, state P) diag.Diagnostics {
	version := update.Version()
	patch := plan.Common().PatchState(state.Common())
	if Changes(patch) || version == 0 {
		credential, err := c.patch(ctx, update, state, patch)
		if err != nil {
			return diag.Diagnostics{c.Failed("update", state, err)}
		}
		state.Read(credential)
		version = credential.Version
	}
	diags := c.Save(ctx, to, state, version)
	diags.Append(VerifyUpdate(ctx, update, to)...)
	return diags
}

// patch sends a changed state and returns the credential; one that is not changed is only read.
func (c *Credential[M, P]) patch(
	ctx context.Context, update write.Update, state P, patch idm.CredentialPatch,
) (credential idm.Credential, err error) {
	if !Changes(patch) {
		return c.get(ctx, state)
	}
	client, user, extID := client(state), user(state), state.Common().ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		credential, err = c.Calls.Update(c.API, ctx, client, user, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		credential, err = c.Calls.Get(c.API, ctx, client, user, extID)
		remote := *state
		if err == nil {
			P(&remote).Read(credential)
		}
		return &remote, credential.Version, err
	})
	return credential, err
}

// Delete deletes the credential.
func (c *Credential[M, P]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	defer c.LockExclusive(ctx, &resp.Diagnostics, c.LockKey(state)).Unlock()
	if resp.Diagnostics.HasError() || c.KeepsDeclared(state, &resp.Diagnostics) {
		return
	}
	err := c.Calls.Delete(c.API, ctx, client(state), user(state), state.Common().ExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(c.Failed("delete", state, err))
	}
}

func (c *Credential[M, P]) get(ctx context.Context, m P) (idm.Credential, error) {
	return c.Calls.Get(c.API, ctx, client(m), user(m), m.Common().ExtID.ValueString())
}

func client[M any, P CredentialModel[M]](m P) string { return m.Common().ClientExtID.ValueString() }

func user[M any, P CredentialModel[M]](m P) string { return m.Common().UserExtID.ValueString() }
