package framework

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// NewExtID returns the configured external id, or a UUID: it is fixed before the call, so that a create whose answer is lost can be looked up.
func NewExtID(given types.String) types.String {
	if given.IsNull() || given.IsUnknown() {
		return types.StringValue(uuid.NewString())
	}
	return given
}

// RefusesExtID tells whether the service refused a create because of the field extId, which some releases do not take for authorizations; roleExtId is
// another one.
func RefusesExtID(err error) bool {
	answer, ok := errors.AsType[*rest.Error](err)
	return ok && errors.Is(err, rest.ErrInvalid) && !errors.Is(err, rest.ErrDuplicate) &&
		slices.ContainsFunc(answer.Problems, func(p rest.Problem) bool { return strings.Contains(p.Message, "extId") })
}

// Assigned checks that the service took the configured external id. One that it ignored cannot be kept: the state records the real one.
func (r *Resource) Assigned(ctx context.Context, plan tfsdk.Plan, extID string) diag.Diagnostics {
	var asked types.String
	at := path.Root("ext_id")
	diags := plan.GetAttribute(ctx, at, &asked)
	if asked.IsUnknown() || asked.ValueString() == extID {
		return diags
	}
	diags.AddAttributeError(at, "The service assigned another external id",
		fmt.Sprintf("The %s was created, but as %q and not as %q: this release of the service chooses the ids itself. The state records it under its real id. "+
			"Take ext_id out of the configuration, so that the provider uses the id that the service chose, and run `terraform untaint` on this resource to keep it.",
			r.title(), extID, asked.ValueString()))
	return diags
}

// Unread warns that an object was made and could not be read afterwards. It is no error: that would make Terraform destroy and recreate the object.
func (r *Resource) Unread(m Keyed, err error) diag.Diagnostic {
	f := Failure{Verb: "read", Noun: r.Noun, Parts: m.Parts(), Err: err}
	return diag.NewWarningDiagnostic("Created "+r.title()+", but could not read it",
		"The object exists and is recorded in the state. What the service assigned is not known yet; the next plan or refresh reads it.\n\n"+f.detail())
}
