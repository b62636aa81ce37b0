// Package planchecks checks a planned change before anything is sent: the connection to the service,
// the caller's permissions, references, taken external IDs and names, and values that the service
// is certain to refuse. Each lookup runs once in a run, and only for changed objects.
package planchecks

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/sharedfetch"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
)

// Subject is what the checks know about a type of objects.
type Subject struct {
	// Type is the row of the type.
	Type *objecttype.Type
	// Collection shows in the plan whether the service supports the type; nil if only a write shows
	// it.
	Collection Collection
	// Unusable returns, by referring attribute, why an existing object cannot be referred to, or "". It
	// is nil if every object can be referred to.
	Unusable map[string]func(lookups.Found) string
	// PropertyScopes are the scopes of the definitions of its properties; nil for a type without
	// properties.
	PropertyScopes []string
	// Inspect runs the noun's own checks of a created or changed object; nil for InspectUnique.
	Inspect func(*Planned)
	// Refuse reports further values that the service is certain to refuse in a create or update,
	// without a request if possible. It may be nil.
	Refuse func(*Planned)
	// Removes checks the planned destroy of an object, and Replaced the planned end of one whose
	// attributes change in a replacement: CLIs show its warnings, and drop those of the create. Each may
	// be nil.
	Removes, Replaced func(*Planned)
	// Unreplaceable returns why a recorded object must not be replaced, or nil. It may be nil itself.
	Unreplaceable func(Recorded) diag.Diagnostic
	// Unique is an attribute that no two siblings share. It defaults to the attribute of Type.
	Unique Unique
	// Operations replaces planned operations by operations with separate permissions. It may be nil.
	Operations func(ctx context.Context, req resource.ModifyPlanRequest, planned []objecttype.Operation) []objecttype.Operation
	// Element is set for the objects of a collection.
	Element bool
}

// clientPart is the part of a key that the provider's default fills in.
const clientPart = "client_ext_id"

// ofClient reports whether the key of the objects begins with a client.
func (s *Subject) ofClient() bool { return s.Type.Key[0] == clientPart }

func (s *Subject) lastPart() string { return s.Type.Key[len(s.Type.Key)-1] }

// Run holds what the checks of one run share. It must not be copied.
type Run struct {
	// BaseURL is the address of the service, for messages.
	BaseURL string
	// Mode is what a plan does about its findings.
	Mode Mode
	// Catalog looks up the objects that a plan refers to.
	Catalog *lookups.Catalog

	api         *idm.API
	login       sharedfetch.Value[login]
	releases    sharedfetch.Map[string, error]
	definitions definitions
	declared    declarations
	// reported holds what the run has reported, and needs not report again.
	reported sync.Map
	// recorded holds the objects in the state of the run, a tftypes.Value, by type and id. A CLI
	// decodes an object before it plans it, and plans a tainted one like a new one.
	recorded sync.Map
	// assigned holds objects whose external IDs the service has assigned although a create sent others:
	// the id of one for each type, and of each by the id that was configured.
	assigned sync.Map
	// conditions holds the conditions of replacements, a []condition, by the new object.
	conditions sync.Map
	// applying is set with the first call that applies a change.
	applying atomic.Bool
	// written holds the types and ids of objects that the run has created or changed, and deleted the
	// targets of those that it deletes.
	written, deleted sync.Map
}

// first reports whether the run has not reported something yet.
func (r *Run) first(finding any) bool {
	_, reported := r.reported.LoadOrStore(finding, true)
	return !reported
}

// New returns the checks of a run that reads from an API.
func New(api *idm.API) *Run { return &Run{api: api, Catalog: lookups.New(api)} }

// Mode is what a plan does about its findings. The zero value is ModeOff.
type Mode string

// The modes: certain failures are errors, or all findings are warnings, or only what protects
// objects is reported.
const (
	ModeOff   Mode = "off"
	ModeWarn  Mode = "warn"
	ModeError Mode = "error"
)

// Check runs all checks of a planned change, until one reports an error. A contradiction with another
// resource ends none, because which of the two calls reports it depends on their order, and the
// requests must not. The plan must already have its client and its id. Once the run applies changes,
// it no longer compares the plan with the service, which has changed since.
func (p *Planned) Check() {
	for _, check := range p.checks() {
		if p.resp.Diagnostics.ErrorsCount() > p.contradictions {
			return
		}
		check()
	}
}

func (p *Planned) checks() []func() {
	switch {
	case p.run.writing():
		return []func(){p.checkPermissions, p.checkRefusals, p.checkProperties}
	case p.unchanged:
		return []func(){p.recognize, p.refuseDeclared, p.warnNotUnique, p.checkProperties}
	}
	return []func(){
		p.recognize, p.reportClient, p.refuseDeclared, p.warnNotUnique, p.checkPermissions, p.checkRelease,
		p.checkRefusals, p.warnCascade, p.warnUnchecked, p.checkRemoval, p.checkReferences, p.checkProperties, p.checkObject,
		p.noteConditions,
	}
}

// CheckUnchanged runs the checks of an object that its plan does not change.
func (r *Run) CheckUnchanged(ctx context.Context, of *Subject, object tfsdk.State) diag.Diagnostics {
	resp := resource.ModifyPlanResponse{Plan: tfsdk.Plan(object)}
	p := &Planned{Catalog: r.Catalog, run: r, of: of, ctx: ctx, unchanged: true,
		req: resource.ModifyPlanRequest{State: object, Plan: resp.Plan}, resp: &resp}
	p.Check()
	return resp.Diagnostics
}
