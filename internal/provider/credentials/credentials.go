// Package credentials implements the generic resources for the kinds of credentials: Resource for
// any kind, Password for a kind with a password. An update of a credential changes only its state.
package credentials

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

const (
	userPart   = "user_ext_id"
	policyPart = "policy_ext_id"
)

// Resource is embedded by the kinds of credentials. M is the model of the kind, and P its pointer.
type Resource[M any, P Pointer[M]] struct {
	resourcebase.Object[M, idm.Credential, idm.CredentialInput, P]
	kind Calls[P]
}

// List lists the credentials of a kind and a user.
type List = func(ctx context.Context, api *idm.API, at idm.Place) iter.Seq2[idm.Credential, error]

// Calls are the calls for one kind of credentials.
type Calls[P any] struct {
	// Description describes the kind in the documentation, and Attributes returns the attributes that
	// only this kind has; nil for none.
	Description string
	Attributes  func() map[string]schema.Attribute
	Ops         idm.Ops[idm.Credential]
	// Name returns the display name of a credential; nil for its external ID.
	Name func(idm.Credential) string
	// List is nil for the list of Ops.
	List List
	// Same reports whether an existing credential conflicts with the planned one because the service
	// refuses a second one; nil if it accepts several.
	Same func(plan P, remote idm.Credential) bool
	// ClientWide reports that the service also refuses a second one of another user.
	ClientWide bool
}

// New returns the resource of a kind of credentials.
func New[M any, P Pointer[M]](of *objecttype.Type, calls Calls[P]) *Resource[M, P] {
	if calls.List == nil {
		calls.List = calls.Ops.List
	}
	r := &Resource[M, P]{kind: calls}
	r.Subject = planchecks.Subject{Type: of, Operations: operations, Unusable: unusable(of)}
	r.Description = calls.Description
	r.Attributes = func() map[string]schema.Attribute { return attrs.WithCredential(of, calls.Attributes()) }
	if calls.ClientWide {
		r.Unique = planchecks.Unique{Attr: of.Unique.Attr, Where: of.Unique.Where}
	}
	if calls.Ops.Lists() {
		r.Collection = planchecks.CollectionOf(calls.Ops)
	}
	r.Calls = resourcebase.ObjectCalls[idm.Credential, idm.CredentialInput, P]{
		Writes: idm.CredentialWrites{Ops: calls.Ops.WithoutList()}, Siblings: calls.List,
	}
	if calls.Same != nil {
		r.Calls.Holder = func(ctx context.Context, api *idm.API, plan P) (string, error) {
			return resourcebase.HolderOf(calls.List(ctx, api, plan.Place()), func(one idm.Credential) bool { return calls.Same(plan, one) })
		}
	}
	return r
}

// unusable returns why a user cannot have another credential, and why a policy cannot apply to a
// type.
func unusable(of *objecttype.Type) map[string]func(lookups.Found) string {
	return map[string]func(lookups.Found) string{
		userPart: func(user lookups.Found) string {
			if user.State == "archived" {
				return "is archived and can no longer receive credentials"
			}
			return ""
		},
		policyPart: func(found lookups.Found) string {
			if policy, ok := found.Value.(idm.Policy); ok && policy.PolicyType != "" && policy.PolicyType != of.PolicyType {
				return fmt.Sprintf("is a %s, and a %s requires a %s. Choose a policy of that type, or omit %s for the client's default",
					policy.PolicyType, of.Title, of.PolicyType, policyPart)
			}
			return ""
		},
	}
}

// operations adds the create that sets a state, which requires a separate permission.
func operations(ctx context.Context, req resource.ModifyPlanRequest, planned []objecttype.Operation) []objecttype.Operation {
	var state types.String
	if slices.Contains(planned, objecttype.Create) && !req.Config.GetAttribute(ctx, path.Root("state_name"), &state).HasError() &&
		!state.IsNull() {
		planned = append(planned, objecttype.CreateWithState)
	}
	return planned
}

// Noun returns the parts of a kind of credentials.
func Noun[R interface {
	resource.Resource
	Lister() list.ListResource
}](construct func() R) resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{func() resource.Resource { return construct() }},
		ListResources: resourcebase.ListResources{func() list.ListResource { return construct().Lister() }},
	}
}

// Lister returns the list resource for a user's credentials of the kind.
func (r *Resource[M, P]) Lister() list.ListResource {
	found := r.Type.Plural
	if r.single() {
		found = r.Type.Title
	}
	name := r.kind.Name
	if name == nil {
		name = func(idm.Credential) string { return "" }
	}
	return listresource.Of[M, idm.Credential, P](r.Type, listresource.Within(r.Type, r.kind.List),
		"Finds the "+found+" of a user, for `terraform query`.", name)
}
