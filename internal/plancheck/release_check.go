package plancheck

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// Collection is the list that contains the objects of a resource. A service that does not know the
// list does not know the resource either, which a plan reports before anything is sent.
type Collection struct {
	// Parent names the attribute of the object that the list belongs to, "" for a list of a client or of
	// the service; ParentKind is the kind of that object.
	Parent     string
	ParentKind references.Kind
	// List reads the list, as far as needed to see its first error.
	List func(ctx context.Context, api *idm.API, client, parent string) error
}

// CollectionOf returns the list of the objects that reads list: in their owner, or in their client or
// the service without one.
func CollectionOf(reads idm.Reads) Collection {
	of := reads.Type()
	return Collection{Parent: of.RefTo(of.Owner), ParentKind: references.Kind(of.Owner),
		List: func(ctx context.Context, api *idm.API, client, parent string) error {
			for _, err := range reads.Objects(ctx, api, idm.Place{Client: client, Owner: parent}, 0) {
				return err
			}
			return nil
		}}
}

// newer remembers for a run which resources the service does not know, by their nouns.
type newer struct{ results once.Map[string, error] }

// checkRelease refuses to plan a new object that the release of the service does not know. It asks
// once in a run for each resource, and only below an existing parent.
func (p *Planned) checkRelease() {
	c := p.of.Collection
	if c.List == nil || !p.Creates() || p.req.Plan.Raw.IsNull() || p.run.writing() {
		return
	}
	client, parent := p.Text(clientPart), p.Text(c.Parent)
	if p.of.ofClient() && (client == "" || p.run.plansClient(client)) || c.Parent != "" && parent == "" {
		return
	}
	if _, planned := p.Catalog.Seen(references.NewTarget(c.ParentKind, client, parent)); planned && parent != "" {
		return
	}
	result, err := p.run.newer.results.Get(p.ctx, p.of.Type.Name, func(ctx context.Context) (error, error) {
		return c.List(ctx, p.run.api, client, parent), ctx.Err()
	})
	if err == nil && errors.Is(result, idm.ErrNoOperation) {
		p.resp.Diagnostics.Append(p.unknownType(result))
	}
}

// unknownType reports that the service does not know the resource: a warning in a plan that is never
// applied.
func (p *Planned) unknownType(err error) diag.Diagnostic {
	failure := remedy.Failure{Verb: "create", Noun: p.of.Type.Name, Err: err, Release: remedy.ReleaseOf(p.of.Type)}
	if p.run.PlanOnly {
		return failure.Warning("The service does not know idm_"+p.of.Type.Name, "An apply of this plan would fail.")
	}
	return failure.Diagnostic()
}

// writing reports whether the run has begun to write: what a plan asks then is out of date.
func (r *Run) writing() bool { return r.api.Changes() > 0 }
