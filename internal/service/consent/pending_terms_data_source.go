package consent

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type pendingTermsDataSource struct{ resourcebase.DataSource }

func newPendingTermsDataSource() datasource.DataSource {
	return &pendingTermsDataSource{resourcebase.DataSource{Noun: "user_pending_terms"}}
}

type pendingTermsModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UserExtID   types.String `tfsdk:"user_ext_id"`
	Terms       []termsModel `tfsdk:"terms"`
}

type termsModel struct {
	ExtID             types.String `tfsdk:"ext_id"`
	Name              types.String `tfsdk:"name"`
	Active            types.Bool   `tfsdk:"active"`
	SilentAcceptance  types.Bool   `tfsdk:"silent_acceptance"`
	TermsVersion      types.String `tfsdk:"terms_version"`
	URLs              types.Map    `tfsdk:"urls"`
	ApplicationExtIDs types.List   `tfsdk:"application_ext_ids"`
	attrs.Record
}

func (d *pendingTermsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	terms := attrs.WithRecord(attrs.Attributes{
		"ext_id":            attrs.ComputedText("External id of the terms."),
		"name":              attrs.ComputedText("Name of the terms."),
		"active":            attrs.ComputedBool("`true` when the terms are in force."),
		"silent_acceptance": attrs.ComputedBool("`true` when going on counts as acceptance."),
		"terms_version":     attrs.ComputedText("Version of the terms that users accept."),
		"urls":              attrs.ComputedMap("Addresses of the pages with the terms: language, spelled as the service does, to address."),
		"application_ext_ids": schema.ListAttribute{
			Computed: true, ElementType: types.StringType, MarkdownDescription: "External ids of the applications that demand the terms.",
		},
	})
	terms["version"] = attrs.ComputedInt("Version of the record for optimistic locking; null on releases of the service that do not tell.")
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the terms that a user has yet to accept.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"user_ext_id":   attrs.Lookup("External id of the user whose pending terms are listed."),
			"terms":         attrs.ComputedList("The terms found.", terms),
		},
	}
}

func (d *pendingTermsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config pendingTermsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, user := config.ClientExtID.ValueString(), config.UserExtID.ValueString()
	var err error
	if config.Terms, err = attrs.Collect(d.API.PendingTerms(ctx, client, user), termsValue); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, user))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

func termsValue(t idm.Terms) termsModel {
	terms := termsModel{
		ExtID:             attrs.Text(t.ExtID),
		Name:              attrs.Text(t.Name),
		Active:            attrs.Flag(t.Active),
		SilentAcceptance:  attrs.Flag(t.SilentAcceptance),
		TermsVersion:      attrs.Text(t.TermsVersion),
		URLs:              attrs.StringMap(t.URLs),
		ApplicationExtIDs: attrs.Strings(t.ApplicationExtIDs),
		Record:            attrs.RecordValue(t.Record),
	}
	if t.Version == 0 {
		terms.Version = types.Int64Null()
	}
	return terms
}
