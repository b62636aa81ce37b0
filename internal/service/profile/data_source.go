package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "profile"}}
}

type dataModel struct {
	ClientExtID         types.String   `tfsdk:"client_ext_id"`
	ExtID               types.String   `tfsdk:"ext_id"`
	UserExtID           types.String   `tfsdk:"user_ext_id"`
	UnitExtID           types.String   `tfsdk:"unit_ext_id"`
	DeputedProfileExtID types.String   `tfsdk:"deputed_profile_ext_id"`
	Name                types.String   `tfsdk:"name"`
	ProfileState        types.String   `tfsdk:"profile_state"`
	IsDefaultProfile    types.Bool     `tfsdk:"is_default_profile"`
	Remarks             types.String   `tfsdk:"remarks"`
	ModificationComment types.String   `tfsdk:"modification_comment"`
	Validity            attrs.FixedMap `tfsdk:"validity"`
	attrs.Record
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := shown()
	attributes["client_ext_id"] = attrs.LookupClient()
	attributes["ext_id"] = attrs.Lookup("External ID of the profile.")
	resp.Schema = schema.Schema{MarkdownDescription: "Reads one profile of a client.", Attributes: attributes}
}

// shown returns the attributes of a profile in the data sources.
func shown() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"client_ext_id":          attrs.ComputedText("Client of the profile."),
		"ext_id":                 attrs.ComputedText("External ID of the profile."),
		"user_ext_id":            attrs.ComputedText("External ID of the user."),
		"unit_ext_id":            attrs.ComputedText("External ID of the unit, if any."),
		"deputed_profile_ext_id": attrs.ComputedText("External ID of the profile that it deputizes for, if any."),
		"name":                   attrs.ComputedText("Name."),
		"profile_state":          attrs.ComputedText("`active`, `disabled` or `archived`."),
		"is_default_profile":     attrs.ComputedBool("`true` for the user's default profile."),
		"remarks":                attrs.ComputedText("Remarks."),
		"modification_comment":   attrs.ComputedText("Comment on the last change."),
		"validity":               attrs.ComputedValidity("profile"),
	})
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config dataModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, extID := config.ClientExtID.ValueString(), config.ExtID.ValueString()
	profile, err := d.API.Profile(ctx, client, extID)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, extID))
		return
	}
	config.read(profile)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

func (m *dataModel) read(p idm.Profile) {
	m.ExtID = attrs.Text(p.ExtID)
	m.UserExtID = attrs.Text(p.UserExtID)
	m.UnitExtID = attrs.Text(p.UnitExtID)
	m.DeputedProfileExtID = attrs.Text(p.DeputedProfileExtID)
	m.Name = attrs.Text(p.Name)
	m.ProfileState = attrs.Text(p.ProfileState)
	m.IsDefaultProfile = attrs.Flag(p.IsDefaultProfile)
	m.Remarks = attrs.Text(p.Remarks)
	m.ModificationComment = attrs.Text(p.ModificationComment)
	m.Validity = attrs.ValidityValue(p.Validity)
	m.Record = attrs.RecordValue(p.Record)
}
