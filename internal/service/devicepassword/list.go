package devicepassword

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type lister struct{ resourcebase.Lister }

func newLister() list.ListResource {
	return &lister{resourcebase.Lister{Resource: base()}}
}

type listModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UserExtID   types.String `tfsdk:"user_ext_id"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the device passwords of a user, for `terraform query`.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id": attrs.ListClient(),
			"user_ext_id":   attrs.ListOf("External id of the user."),
		},
	}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config listModel
	var diags diag.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	client := l.Client(config.ClientExtID, &diags)
	if resourcebase.Refused(stream, diags) {
		return
	}
	stream.Results = l.Stream(ctx, req, l.credentials(ctx, client, config.UserExtID), client.ValueString(), config.UserExtID.ValueString())
}

// credentials are those of the type in the list of all, as the service has no list of device
// passwords.
func (l *lister) credentials(ctx context.Context, client, user types.String) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for credential, err := range l.API.UserCredentials(ctx, client.ValueString(), user.ValueString()) {
			if err == nil && credential.Type != "DevicePassword" {
				continue
			}
			m := &model{ClientExtID: client, UserExtID: user}
			m.read(credential)
			if !yield(resourcebase.Listed{Model: m, Name: credential.ExtID}, err) {
				return
			}
		}
	}
}
