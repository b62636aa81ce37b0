package planchecks

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
)

// Collection reads the list that contains the objects of a resource, until the first object or error.
// A service that does not support the list does not support the resource either, so the plan can
// report it.
type Collection func(ctx context.Context, api *idm.API, client, owner string) error

// CollectionOf returns the list that reads uses: of an owner, or of a client or the service.
func CollectionOf(reads idm.Reads) Collection {
	return func(ctx context.Context, api *idm.API, client, owner string) error {
		for _, err := range idm.Readable(reads.Objects(ctx, api, idm.Place{Client: client, Owner: owner}, 0)) {
			return err
		}
		return nil
	}
}

// checkRelease refuses a new object that the release of the service does not support. It sends one
// request for each type and place in a run, and only for an existing owner.
func (p *Planned) checkRelease() {
	list := p.of.Collection
	if list == nil || !p.Creates() || p.removed() || !p.looks() {
		return
	}
	client := p.Text(clientPart)
	owner, exists := p.owner()
	if !exists || p.of.ofClient() && client == "" {
		return
	}
	place := keyOf(p.of.Type, client, owner)
	result, err := p.run.releases.Get(p.ctx, place, func(ctx context.Context) (error, error) {
		return list(ctx, p.run.api, client, owner), ctx.Err()
	})
	if err == nil && errors.Is(result, idm.ErrNoOperation) {
		failure := diagnostics.Failure{Verb: "create", Noun: p.of.Type.Name, Err: result, Release: diagnostics.ReleaseOf(p.of.Type)}
		p.Refuse(path.Empty(), "The service does not support idm_"+p.of.Type.Name, "An apply of this plan would fail.\n\n"+failure.Detail())
	}
}

// NoteApply records that the run applies changes. A number of requests does not show that: a login or
// an action during the plan sends writes, too.
func (r *Run) NoteApply() { r.applying.Store(true) }

// writing reports whether the run has begun to apply. Lookups of a plan are then out of date.
func (r *Run) writing() bool { return r.applying.Load() }
