package user

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// holder returns the user with the planned login ID, or "".
func (r *userResource) holder(ctx context.Context, plan *model) string {
	login := plan.LoginID.ValueString()
	if login == "" {
		return ""
	}
	found := r.API.Users(ctx, plan.ClientExtID.ValueString(), idm.UserQuery{Filters: []idm.Filter{{Name: "loginId", Value: login}}})
	return resourcebase.HolderOf(found, func(u idm.User) (string, string) { return u.ExtID, u.LoginID }, login)
}

// notCreated returns the error of a create, which may have failed because of an archived user.
func (r *userResource) notCreated(ctx context.Context, plan *model, failed error) diag.Diagnostic {
	if refused, _ := errors.AsType[*write.Error](failed); refused != nil && refused.ExtID != "" {
		user, err := r.API.User(ctx, plan.ClientExtID.ValueString(), refused.ExtID)
		if err == nil && user.UserState == archived {
			return diag.NewErrorDiagnostic(remedy.Archived(r.Type.Name, user.ExtID))
		}
	}
	return r.Failure("create", plan, failed).NotCreated()
}

// createOps returns the operations that create the user, and find it after a lost response.
func (r *userResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	client := plan.ClientExtID.ValueString()
	return write.CreateOps{
		Post: func() (string, error) { return r.API.CreateUser(ctx, client, plan.create()) },
		Get: func(extID string) (any, error) {
			made := *plan
			user, err := r.API.User(ctx, client, extID)
			made.read(user)
			return &made, err
		},
		Holder: func() string { return r.holder(ctx, plan) },
		Delete: func(extID string) error { return r.API.DeleteUser(ctx, client, extID) },
	}
}
