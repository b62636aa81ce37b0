package resourcebase

import (
	"context"
	"errors"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// Collection is the list that the objects of a resource are in. A service that does not know the
// list does not know the resource either, which a plan says before anything is sent.
type Collection struct {
	// Parent names the attribute of the object that the list is below, "" for a list of a client or of
	// the service; ParentKind is what it is.
	Parent     string
	ParentKind references.Kind
	// List reads the list, as far as needed to see its first error.
	List func(ctx context.Context, api *idm.API, client, parent string) error
}

// ListError returns the error that a list begins with, nil when it begins with an object or is
// empty.
func ListError[T any](all iter.Seq2[T, error]) error {
	for _, err := range all {
		return err
	}
	return nil
}

// newer remembers for a run which resources the service does not know, by their nouns.
type newer struct{ answers once.Map[string, error] }

// checkRelease refuses to plan a new object that the release of the service does not know. It asks
// once in a run for each resource, and only below a parent that is there already.
func (r *Resource) checkRelease(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Collection.List == nil || !req.State.Raw.IsNull() || req.Plan.Raw.IsNull() || r.Catalog == nil || r.API.Changes() > 0 {
		return
	}
	p := r.newPlanned(ctx, req, resp)
	client, parent := p.Text(clientPart), p.Text(r.Collection.Parent)
	if r.Key.ofClient() && (client == "" || r.plansClient(client)) || r.Collection.Parent != "" && parent == "" {
		return
	}
	if _, planned := r.Catalog.Seen(references.NewTarget(r.Collection.ParentKind, client, parent)); planned && parent != "" {
		return
	}
	answer, err := r.newer.answers.Get(ctx, r.Noun, func(ctx context.Context) (error, error) {
		return r.Collection.List(ctx, r.API, client, parent), ctx.Err()
	})
	if err == nil && errors.Is(answer, idm.ErrNoOperation) {
		resp.Diagnostics.Append(r.unknown(answer))
	}
}

// unknown says that the service does not know the resource: a warning in a plan that nobody
// applies.
func (r *Resource) unknown(answer error) diag.Diagnostic {
	failure := remedy.Failure{Verb: "create", Noun: r.Noun, Err: answer, Release: r.Release}
	if r.PlanOnly {
		return failure.Warning("The service does not know idm_"+r.Noun, "An apply of this plan would fail.")
	}
	return failure.Diagnostic()
}
