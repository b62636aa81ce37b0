// Package plancheck checks a planned change before anything is sent: whether the service can be
// reached, the caller's permissions, references, taken external IDs and names, and what the service
// is certain to refuse. Each question is asked once in a run, and only for changed objects.
package plancheck

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// Subject is what the checks know about a type of objects.
type Subject struct {
	// Type is the row of the type.
	Type *objecttype.Type
	// Collection shows a plan whether the service knows the type; the zero value where only a write
	// shows it.
	Collection Collection
	// Unusable returns why an existing object cannot be referred to, by the attribute that refers
	// to it, "" when it can; nil where every object can be referred to.
	Unusable map[string]func(references.Found) string
	// PropertyScopes are the scopes of the definitions for its properties; nil for a type without.
	PropertyScopes []string
	// Inspect checks what only the noun knows of a created or changed object; nil for nothing.
	Inspect func(*Planned)
	// Refuse reports what else the service is certain to refuse of a create or an update, without a
	// request if possible; nil for nothing.
	Refuse func(*Planned)
	// Removes checks the planned destroy of an object; nil for nothing.
	Removes func(*Planned)
	// Unreplaceable returns why an object of the state must not be replaced, nil when it may be; nil
	// for a type without such objects.
	Unreplaceable func(Recorded) diag.Diagnostic
	// Unique is an attribute that no two siblings share; the attribute of Type without one.
	Unique Unique
	// Operations replaces planned operations by those with permissions of their own; nil for a type
	// without such operations.
	Operations func(ctx context.Context, req resource.ModifyPlanRequest, planned []objecttype.Operation) []objecttype.Operation
}

// clientPart is the part of a key that the provider's default fills in.
const clientPart = "client_ext_id"

// ofClient reports whether the key of the objects begins with a client.
func (s *Subject) ofClient() bool { return s.Type.Key[0] == clientPart }

func (s *Subject) lastPart() string { return s.Type.Key[len(s.Type.Key)-1] }

// Run is what the checks of one run share. It must not be copied.
type Run struct {
	// BaseURL is the address of the service, for messages.
	BaseURL string
	// PermissionCheck is what a plan does about permissions that the caller lacks.
	PermissionCheck PermissionCheck
	// ReferenceCheck is what a plan does about references to objects that do not exist.
	ReferenceCheck ReferenceCheck
	// PlanOnly reports that plans of this run are never applied: what the service is certain to
	// refuse is a warning, so that the rest of the plan is shown.
	PlanOnly bool
	// Catalog looks up the objects that a plan refers to.
	Catalog *references.Catalog

	api         *idm.API
	caller      caller
	preflight   preflight
	newer       newer
	definitions definitions
	sharers     sharers
	objects     plannedObjects
	questions   openQuestions
	holders     holders
	claims      claims
	departures  departures
	endings     endings
	losses      losses
	exchanges   exchanges
	// missing are the targets of references that no object of the plan has answered.
	missing sync.Map
}

// New returns the checks of a run that reads from an API.
func New(api *idm.API) *Run { return &Run{api: api, Catalog: references.New(api)} }

// Check runs all checks of a planned change, until one reports an error. The plan has its client
// and its id by then.
func (p *Planned) Check() {
	p.recreate()
	p.noteObject()
	for _, check := range []func(){
		p.checkPermissions, p.checkRelease, p.checkRefusals, p.refuseLosses, p.refuseExchange, p.refuseEndings, p.checkReferences,
		p.refuseProperties, p.checkSharing, p.checkDepartures,
	} {
		if p.resp.Diagnostics.HasError() {
			return
		}
		check()
	}
}
