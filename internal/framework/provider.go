package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idm/cloud"
	"github.com/identity-iac/terraform-provider-idm/internal/listcache"
)

// Provider is what a configured provider hands to each of its parts.
type Provider struct {
	// API talks to the service.
	API *idm.API
	// Lists answer reads of single objects from lists of their siblings; empty when batch_reads is off.
	Lists listcache.Lists
	// ClientExtID is the default client, empty when the configuration names none.
	ClientExtID string
	// Cloud talks to the cloud authentication service, nil when it is not configured.
	Cloud *cloud.API

	// PermissionCheck is what a plan does about permissions that the caller lacks.
	PermissionCheck PermissionCheck

	caller      caller
	definitions definitions
	creations   creations
	planned     planned
	turns       turns
}

// configured takes the provider out of the data that the framework passes to Configure; nil before the provider is configured.
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

// clientOr returns the configured client, or the provider's default when none is configured.
func (p *Provider) clientOr(given types.String, diags *diag.Diagnostics) types.String {
	if !given.IsNull() && !given.IsUnknown() {
		return given
	}
	if p.ClientExtID == "" {
		diags.AddAttributeError(path.Root("client_ext_id"), "Missing client",
			"Neither this block nor the provider names a client. Set client_ext_id here, client_ext_id in the provider block, or the environment variable IDM_CLIENT_EXT_ID.")
		return types.StringNull()
	}
	return types.StringValue(p.ClientExtID)
}
