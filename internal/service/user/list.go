package user

import (
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
	UserState   types.String `tfsdk:"user_state"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the users of a client, for `terraform query`. What it finds is shown by login id.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id": attrs.ListClient(),
			"user_state": attrs.ListOption("Only users in this state: `active`, `disabled` or `archived`. Left out, users in any state are " +
				"listed."),
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
	var query idm.UserQuery
	if state := config.UserState.ValueString(); state != "" {
		query.Filters = []idm.Filter{{Name: "userState", Value: state}}
	}
	client := config.ClientExtID.ValueString()
	stream.Results = l.Stream(ctx, req, listed(config.ClientExtID, l.API.Users(ctx, client, query)), client)
}

func listed(client types.String, users iter.Seq2[idm.User, error]) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for user, err := range users {
			m := &resourceModel{ClientExtID: client}
			m.read(user)
			if !yield(resourcebase.Listed{Model: m, Name: user.LoginID}, err) {
				return
			}
		}
	}
}
