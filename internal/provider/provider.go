// Package provider is the Terraform provider idm: its configuration and the list of its parts.
package provider

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Address is the provider's address in registries; the module path is in go.mod.
const Address = "registry.terraform.io/identity-iac/idm"

var (
	_ provider.ProviderWithEphemeralResources = (*idmProvider)(nil)
	_ provider.ProviderWithActions            = (*idmProvider)(nil)
	_ provider.ProviderWithListResources      = (*idmProvider)(nil)
	_ provider.ProviderWithFunctions          = (*idmProvider)(nil)
)

type idmProvider struct {
	version   string
	transport http.RoundTripper
	// parts contains those of all nouns.
	parts     resourcebase.Noun
	resources map[string]func() resource.Resource
	subjects  map[string]*planchecks.Subject
	// configured is nil until Configure succeeds.
	configured atomic.Pointer[resourcebase.Provider]
	// run is the run of the last Configure, and stop ends its requests.
	run  atomic.Pointer[run]
	stop atomic.Pointer[context.CancelFunc]
}

// New returns a function that creates the provider; version appears in the User-Agent of its
// requests.
func New(version string) func() provider.Provider {
	return func() provider.Provider { return newProvider(version) }
}

func newProvider(version string) *idmProvider {
	p := &idmProvider{version: version, resources: map[string]func() resource.Resource{}, subjects: map[string]*planchecks.Subject{}}
	for _, noun := range nouns {
		one, all := noun(), &p.parts
		all.Resources, all.DataSources = append(all.Resources, one.Resources...), append(all.DataSources, one.DataSources...)
		all.EphemeralResources, all.Actions = append(all.EphemeralResources, one.EphemeralResources...), append(all.Actions, one.Actions...)
		all.ListResources, all.Collections = append(all.ListResources, one.ListResources...), append(all.Collections, one.Collections...)
	}
	for _, construct := range p.parts.Resources {
		if r, ok := construct().(interface{ Checked() *planchecks.Subject }); ok {
			name := r.Checked().Type.TypeName()
			p.resources[name], p.subjects[name] = construct, r.Checked()
		}
	}
	return p
}

// Metadata names the provider.
func (p *idmProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName, resp.Version = "idm", p.version
}

// Configure checks the configuration, applies the environment, and creates the API client that all
// parts share.
func (p *idmProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	p.stop.Store(&stop)
	configured, diags := connect(ctx, running, req.Config, "terraform-provider-idm/"+p.version, p.transport)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	p.run.Store(begin(configured, &resp.Diagnostics))
	p.configured.Store(configured)
	resp.ResourceData, resp.DataSourceData, resp.EphemeralResourceData = configured, configured, configured
	resp.ActionData, resp.ListResourceData = configured, configured
}

// Resources lists the resources of all nouns, and the collections of their objects.
func (p *idmProvider) Resources(context.Context) []func() resource.Resource {
	all := slices.Clone(p.parts.Resources)
	for _, construct := range p.parts.Collections {
		all = append(all, func() resource.Resource { return construct(p.single) })
	}
	return all
}

// single returns the resource of a single object of a type.
func (p *idmProvider) single(of *objecttype.Type) resource.Resource {
	return p.resources[of.TypeName()]()
}

// DataSources lists the data sources of all nouns.
func (p *idmProvider) DataSources(context.Context) []func() datasource.DataSource {
	return p.parts.DataSources
}

// EphemeralResources lists the ephemeral resources of all nouns.
func (p *idmProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return p.parts.EphemeralResources
}

// Actions lists the actions of all nouns.
func (p *idmProvider) Actions(context.Context) []func() action.Action { return p.parts.Actions }

// ListResources lists the list resources of all nouns.
func (p *idmProvider) ListResources(context.Context) []func() list.ListResource {
	return p.parts.ListResources
}

// Functions lists the provider's functions.
func (p *idmProvider) Functions(context.Context) []func() function.Function {
	all := make([]func() function.Function, len(functions))
	for i, one := range functions {
		all[i] = func() function.Function { return one }
	}
	return all
}
