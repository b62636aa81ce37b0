// Package resourcebase contains the types that the parts of every noun embed: configuration and
// names, the key with import and identity, the state with its version, and the steps of the write
// protocol. Each method shortens one step of a resource, and none combines two.
package resourcebase

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm/cloud"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// Provider is the configured provider, which all parts share.
type Provider struct {
	// API calls the service.
	API *idm.API
	// Lists serves reads of single objects from lists of their siblings; it is empty if batch_reads
	// is off.
	Lists listcache.Lists
	// ClientExtID is the default client, "" if the configuration does not set one.
	ClientExtID string
	// PeopleOnDestroy is the effect of the destroy of a person: delete or archive.
	PeopleOnDestroy string
	// Cloud calls the cloud authentication service, nil if it is not configured.
	Cloud *cloud.API
	// Checks are the checks of planned changes.
	Checks *planchecks.Run

	// Writes is the write protocol of the run.
	Writes write.Run
}

// NewProvider returns a provider that calls the service through an API.
func NewProvider(api *idm.API) *Provider {
	checks := planchecks.New(api)
	return &Provider{API: api, Checks: checks, Writes: write.Run{
		Outcome:  outcome,
		Creating: func(key write.LockKey, begins bool) { checks.NoteWritten(key[0], key[1:], begins) },
	}}
}

// outcome returns the effect of a failed call on the written object.
func outcome(err error) write.Outcome {
	switch {
	case errors.Is(err, idm.ErrForbidden) || is[*idm.LoginError](err) || is[*idm.NotSentError](err):
		return write.Refused
	case is[*idm.LocationError](err):
		return write.Unidentified
	case diagnostics.Lost(err):
		return write.Lost
	case errors.Is(err, idm.ErrConflict):
		return write.Conflict
	case errors.Is(err, idm.ErrDuplicate):
		return write.Duplicate
	case errors.Is(err, idm.ErrNoRecord):
		return write.Missing
	}
	return write.Refused
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// configured returns the provider in the data that the framework passes to Configure; nil before
// the provider is configured.
func configured(data any, diags *diag.Diagnostics) *Provider {
	if data == nil {
		return nil
	}
	p, ok := data.(*Provider)
	if !ok {
		diags.AddError("Could not configure the provider", fmt.Sprintf("Unexpected provider data %T. This is a bug in the provider.", data))
	}
	return p
}

// keepClient warns if the client of existing objects is not the default one.
func (p *Provider) keepClient(kept string, diags *diag.Diagnostics) {
	if p.ClientExtID != "" && p.ClientExtID != kept {
		diags.AddAttributeWarning(path.Root(clientPart), "Client kept", fmt.Sprintf("The resource was created in client %q and remains "+
			"there; the provider's default is now %q. To keep it without this warning, set client_ext_id = %[1]q.", kept, p.ClientExtID))
	}
}

// Client returns the configured client, or the provider's default. If both are missing, it adds an
// error at client_ext_id.
func (p *Provider) Client(given types.String, diags *diag.Diagnostics) types.String {
	if !given.IsNull() && !given.IsUnknown() {
		return given
	}
	if p.ClientExtID == "" {
		diags.AddAttributeError(path.Root("client_ext_id"), "Missing client",
			"Neither this block nor the provider names a client. Set it here, client_ext_id in the provider block, or the environment "+
				"variable IDM_CLIENT_EXT_ID.")
		return types.StringNull()
	}
	return types.StringValue(p.ClientExtID)
}
