package user

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// holder returns the user with the planned login ID, or "".
func holder(ctx context.Context, api *idm.API, plan *model) (string, error) {
	login := plan.LoginID.ValueString()
	if login == "" {
		return "", nil
	}
	found := api.Users(ctx, plan.ClientExtID.ValueString(), idm.UserQuery{Filters: []idm.Filter{{Name: "loginId", Value: login}}})
	return resourcebase.HolderOf(found, func(u idm.User) bool { return u.LoginID == login })
}

// notCreated returns the error of a create, which may have failed because of an archived user.
func (r *userResource) notCreated(ctx context.Context, plan *model, failed error) diag.Diagnostic {
	if refused, _ := errors.AsType[*write.Error](failed); refused != nil && refused.ExtID != "" {
		user, err := idm.UserOps.Get(ctx, r.API, idm.In(plan.ClientExtID.ValueString()), refused.ExtID)
		if err == nil && user.UserState == archived {
			return diag.NewErrorDiagnostic(diagnostics.Archived(r.Type.Name, user.ExtID))
		}
	}
	return r.Failure("create", plan, failed).NotCreated()
}

// maxNamesakes limits the users that are read to find a created one.
const maxNamesakes = 100

// siblings returns the users with the planned name, date of birth, email and mobile number, among
// which a create without a login ID finds its user. It returns nil if the plan has none of these:
// then only a list of all users of the client would show the created one.
func (r *userResource) siblings(ctx context.Context, plan *model) *write.Siblings {
	filters := plan.filters()
	if plan.LoginID.ValueString() != "" || len(filters) == 0 {
		return nil
	}
	client := plan.ClientExtID.ValueString()
	at := idm.Place{Client: client, Owner: fmt.Sprint(filters)}
	all := r.API.Users(ctx, client, idm.UserQuery{Filters: filters, Limit: maxNamesakes})
	return resourcebase.Siblings(r.Type, at, atMost(maxNamesakes, all), func(user idm.User) any {
		created := *plan
		created.Read(user)
		return &created
	})
}

// atMost ends a list of users with an error if it is longer than a limit.
func atMost(limit int, users iter.Seq2[idm.User, error]) iter.Seq2[idm.User, error] {
	return func(yield func(idm.User, error) bool) {
		n := 0
		for user, err := range users {
			if n++; n > limit && err == nil {
				user, err = idm.User{}, fmt.Errorf("more than %d users have these values", limit)
			}
			if !yield(user, err) || n > limit {
				return
			}
		}
	}
}

// filters compares the planned attributes that few users share.
func (m *model) filters() []idm.Filter {
	return slices.DeleteFunc([]idm.Filter{
		{Name: "name.firstName", Value: m.Name.Text("first_name")}, {Name: "name.familyName", Value: m.Name.Text("family_name")},
		{Name: "birthDate", Value: m.BirthDate.ValueString()}, {Name: "contacts.email", Value: m.Contacts.Text("email")},
		{Name: "contacts.mobile", Value: m.Contacts.Text("mobile")},
	}, func(filter idm.Filter) bool { return filter.Value == "" })
}
