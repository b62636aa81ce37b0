package resourcebase

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// DataSource is embedded by every data source.
type DataSource struct {
	// Noun is the name without the provider's prefix, such as user_count.
	Noun string
	// Release is what a user has to know when the service has no such operation; the zero value when
	// every release has it.
	Release Release
	*Provider
}

// Metadata names the data source type.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.Noun
}

// Configure takes the configured provider.
func (d *DataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.Provider = configured(req.ProviderData, &resp.Diagnostics)
}

// Failed says what could not be read, what the service answered and what to do next. The parts name
// the object.
func (d *DataSource) Failed(err error, parts ...string) diag.Diagnostic {
	return remedy.Failure{Verb: "read", Noun: d.Noun, KeyValues: parts, Err: err, Release: d.Release}.Diagnostic()
}
