package profile

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type lister struct{ resourcebase.Lister }

func newLister() list.ListResource {
	return &lister{resourcebase.Lister{Resource: base()}}
}

type listerModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UserExtID   types.String `tfsdk:"user_ext_id"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the profiles of one user or of all users of a client, for `terraform query`.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id": attrs.ListClient(),
			"user_ext_id": attrs.ListOption("External id of the user whose profiles are listed. Left out, those of every user of the client are: " +
				"that takes one request for each user, and also the permissions to list users."),
		},
	}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config listerModel
	var diags diag.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = l.Client(config.ClientExtID, &diags)
	if resourcebase.Refused(stream, diags) {
		return
	}
	client, user := config.ClientExtID.ValueString(), config.UserExtID.ValueString()
	if user != "" {
		stream.Results = l.Stream(ctx, req, listed(config.ClientExtID, l.API.UserProfiles(ctx, client, user)), client, user)
		return
	}
	stream.Results = l.Stream(ctx, req, listed(config.ClientExtID, everybodys(ctx, l.API, client)), client)
}

func listed(client types.String, profiles iter.Seq2[idm.Profile, error]) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for profile, err := range profiles {
			m := &model{ClientExtID: client}
			m.read(profile)
			if !yield(resourcebase.Listed{Model: m, Name: cmp.Or(profile.Name, profile.ExtID) + " of " + profile.UserExtID}, err) {
				return
			}
		}
	}
}
