package propertydefinition

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// IdentitySchema returns the key. A definition without a client applies to all clients, also on
// import.
func (r *definitionResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"scope": identityschema.StringAttribute{RequiredForImport: true, Description: "Kind of object that has the property, such as " +
			"UNIT_GLOBAL."},
		"name": identityschema.StringAttribute{RequiredForImport: true, Description: "Name of the property."},
		"application_ext_id": identityschema.StringAttribute{
			OptionalForImport: true, Description: "External ID of the application, if the scope is for one.",
		},
		"client_ext_id": identityschema.StringAttribute{
			OptionalForImport: true, Description: "External ID of the client; omitted for a definition of all clients.",
		},
	}}
}

// ImportState splits an ID or an identity into the parts of the definition's key.
func (r *definitionResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var scope, client types.String
	if req.ID == "" {
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("scope"), &scope)...)
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("client_ext_id"), &client)...)
		if resp.Diagnostics.HasError() {
			return
		}
	} else {
		first, _, _ := strings.Cut(req.ID, "/")
		scope = types.StringValue(first)
		if strings.Count(req.ID, "/") >= len(keyOf(first, true))-1 {
			client = types.StringValue("given")
		}
	}
	of, one := *r.Type, r.Resource
	of.Key = keyOf(scope.ValueString(), client.ValueString() != "")
	one.Type = &of
	one.ImportState(ctx, req, resp)
}
