package resourcebase

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// credentialLister lists the credentials of one kind that a user has.
type credentialLister[M any, P CredentialModel[M]] struct {
	Lister
	calls       CredentialCalls
	description string
	name        func(idm.Credential) string
}

// Lister returns the list of the credentials of the kind that a user has. The description names
// what it finds, and name is what people call one.
func (c Credential[M, P]) Lister(description string, name func(idm.Credential) string) list.ListResource {
	return &credentialLister[M, P]{Lister{c.Resource}, c.Calls, description, name}
}

type credentialListModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UserExtID   types.String `tfsdk:"user_ext_id"`
}

func (l *credentialLister[M, P]) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	resp.Schema = schema.Schema{
		MarkdownDescription: l.description,
		Attributes: map[string]schema.Attribute{
			clientPart:    attrs.ListClient(),
			"user_ext_id": attrs.ListOf("External id of the user."),
		},
	}
}

func (l *credentialLister[M, P]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config credentialListModel
	var diags diag.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = l.Client(config.ClientExtID, &diags)
	if Refused(stream, diags) {
		return
	}
	stream.Results = l.Stream(ctx, req, l.credentials(ctx, config), config.ClientExtID.ValueString(), config.UserExtID.ValueString())
}

func (l *credentialLister[M, P]) credentials(ctx context.Context, of credentialListModel) iter.Seq2[Listed, error] {
	return func(yield func(Listed, error) bool) {
		for credential, err := range l.calls.List(l.API, ctx, of.ClientExtID.ValueString(), of.UserExtID.ValueString()) {
			m := P(new(M))
			m.Common().ClientExtID, m.Common().UserExtID = of.ClientExtID, of.UserExtID
			m.Read(credential)
			if !yield(Listed{Model: m, Name: l.name(credential)}, err) {
				return
			}
		}
	}
}
