// Package plancheck checks a planned change before anything is sent: whether the service can be
// reached, the caller's permissions, references, taken external IDs and names, and what the service
// is certain to refuse. Each question is asked once in a run, and only for changed objects.
package plancheck

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// Subject is what the checks know about a type of objects.
type Subject struct {
	// Noun is the name of its resource without the provider's prefix, such as unit_properties.
	Noun string
	// Key names the identifying attributes.
	Key []string
	// Parent names the attribute whose change moves an object; an object without a value in it is a
	// root. "" for objects that cannot be moved.
	Parent string
	// Release is the release of the service that introduced its operations.
	Release remedy.Release
	// Collection shows a plan whether the service knows the type; the zero value where only a write
	// shows it.
	Collection Collection
	// CascadeDeletes describes what the service deletes together with an object; "" for nothing.
	CascadeDeletes string
	// State names the attribute that decides whether other objects can refer to an object; "" for none.
	State string
	// References are the attributes that refer to other objects.
	References []Reference
	// PropertyScopes are the scopes of the definitions for its properties; nil for a type without.
	PropertyScopes []string
	// Shared is the pair of resources that manage the same objects; the zero value for others.
	Shared Sharing
	// Inspect checks what only the noun knows of a created or changed object; nil for nothing.
	Inspect func(*Planned)
	// Refuse reports what else the service is certain to refuse of an update. It sends no request; nil
	// for nothing.
	Refuse func(*Planned)
	// Operations replaces planned operations by those with permissions of their own; nil for a type
	// without such operations.
	Operations func(ctx context.Context, req resource.ModifyPlanRequest, planned []objecttype.Operation) []objecttype.Operation
}

// clientPart is the part of a key that the provider's default fills in.
const clientPart = "client_ext_id"

// ofClient reports whether the objects belong to a client.
func (s *Subject) ofClient() bool { return s.Key[0] == clientPart }

func (s *Subject) lastPart() string { return s.Key[len(s.Key)-1] }

// needs returns the permissions of the operations.
func (s *Subject) needs() objecttype.Needs {
	if of := objecttype.ByName(s.Noun); of != nil {
		return of.Needs
	}
	return nil
}

func (s *Subject) title() string { return remedy.Title(s.Noun) }

// Run is what the checks of one run share. It must not be copied.
type Run struct {
	// BaseURL is the address of the service, for messages.
	BaseURL string
	// PermissionCheck is what a plan does about permissions that the caller lacks.
	PermissionCheck PermissionCheck
	// ReferenceCheck is what a plan does about references to objects that do not exist.
	ReferenceCheck ReferenceCheck
	// PlanOnly reports that plans of this run are never applied: what the service is certain to refuse
	// is a warning, so that the rest of the plan is shown.
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
}

// New returns the checks of a run that reads from an API.
func New(api *idm.API) *Run { return &Run{api: api, Catalog: references.New(api)} }

// Check runs all checks of a planned change, until one reports an error. The plan has its client and
// its id by then.
func (p *Planned) Check() {
	p.noteObject()
	for _, check := range []func(){p.checkRelease, p.checkRefusals, p.checkReferences, p.refuseProperties, p.checkSharing} {
		if p.resp.Diagnostics.HasError() {
			return
		}
		check()
	}
}
