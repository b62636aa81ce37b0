package resourcebase

import (
	"context"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// Release is the release of the service that introduced the operations of a part, and the
// alternative for users of an older one.
type Release = diagnostics.Release

// Resource is embedded by every resource. It contains the type, the checks of its plans, and the
// methods that follow from them.
type Resource struct {
	planchecks.Subject
	*Provider
	// Description describes the type in the documentation.
	Description string
	// Attributes returns the attributes of the type. The id and the usual attributes of the key are
	// added to them.
	Attributes func() map[string]schema.Attribute
}

// clientPart is the part of a key with the provider's client as its default.
const clientPart = "client_ext_id"

// Checked returns the description of the type for the checks of a plan.
func (r *Resource) Checked() *planchecks.Subject { return &r.Subject }

// Metadata sets the name of the resource type.
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.Type.Name
}

// Schema returns the attributes of the type and of its key.
func (r *Resource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	all := map[string]schema.Attribute{"id": attrs.ID(r.Type.Key.Form())}
	for _, part := range r.Type.Key {
		switch part {
		case clientPart:
			all[part] = attrs.ClientExtID()
		case "ext_id":
			all[part] = attrs.ExtID(r.Type)
		}
	}
	maps.Copy(all, r.Attributes())
	resp.Schema = schema.Schema{MarkdownDescription: r.Description, Attributes: all}
}

// Configure stores the configured provider.
func (r *Resource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.Provider = configured(req.ProviderData, &resp.Diagnostics)
}

// IdentitySchema returns the schema of the key. The client is optional in an import, all other
// parts are required.
func (r *Resource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	attributes := map[string]identityschema.Attribute{}
	for _, part := range r.Type.Key {
		attributes[part] = identityschema.StringAttribute{
			RequiredForImport: part != clientPart, OptionalForImport: part == clientPart, Description: r.partDescription(part),
		}
	}
	resp.IdentitySchema = identityschema.Schema{Attributes: attributes}
}

func (r *Resource) partDescription(part string) string {
	switch part {
	case clientPart:
		return "External ID of the client (tenant) that holds the object; defaults to the provider's client_ext_id."
	case "ext_id":
		return "External ID of the " + r.Type.Title + "."
	}
	return "External ID of the " + diagnostics.Title(strings.TrimSuffix(part, "_ext_id")) + "."
}

// ImportState parses an ID or an identity. The following read fetches all other attributes.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var parts []string
	if req.ID != "" {
		var err error
		if parts, err = r.Type.Key.Parse(req.ID); err != nil {
			resp.Diagnostics.AddError("Could not import "+r.Type.Title, "The import ID is malformed: "+err.Error()+".")
			return
		}
	} else if parts = r.identityParts(req, &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	}
	for i, part := range r.Type.Key {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(part), parts[i])...)
		resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root(part), parts[i])...)
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), objecttype.ImportID(parts...))...)
	resp.Diagnostics.Append(put(ctx, resp.Private, importedKey, true)...)
}

// imported reports whether an object was imported and not read yet.
func imported(ctx context.Context, private Private) bool {
	mark, _ := private.GetKey(ctx, importedKey)
	return mark != nil
}

func (r *Resource) identityParts(req resource.ImportStateRequest, diags *diag.Diagnostics) []string {
	parts := make([]string, len(r.Type.Key))
	for i, part := range r.Type.Key {
		value := memberOf(req.Identity.Raw, part)
		if parts[i] = textOf(value); part == clientPart && value.IsNull() {
			parts[i] = r.Client(types.StringNull(), diags).ValueString()
		}
		if parts[i] == "" && !diags.HasError() {
			diags.AddAttributeError(path.Root(part), "Could not import "+r.Type.Title, "The part "+part+" of the identity is empty.")
		}
	}
	return parts
}

// ModifyPlan checks the plan, and sets the client: a new object gets the provider's default, and an
// existing one keeps its client, regardless of the default.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Provider == nil {
		return
	}
	planned := r.Checks.Planned(ctx, &r.Subject, req, resp)
	if !planned.CheckService(r.ClientExtID) {
		return
	}
	if req.State.Raw.IsNull() {
		// An unreadable ID is "", which no object has.
		if text, _ := req.Private.GetKey(ctx, predecessorKey); text != nil {
			id, _ := get[string](ctx, req.Private, predecessorKey)
			planned.Replaces(id)
		}
	} else if !req.Plan.Raw.IsNull() {
		resp.Diagnostics.Append(put(ctx, resp.Private, predecessorKey, textOf(memberOf(req.State.Raw, "id")))...)
	}
	r.planClient(ctx, req, resp)
	if !planned.Unchanged() {
		r.planID(ctx, resp)
	}
	planned.Check()
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, planchecks.ConditionsKey, planned.Conditions())...)
}

// planClient sets the client of a new object, and warns if an existing one keeps a client other
// than the default.
func (r *Resource) planClient(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() || resp.Diagnostics.HasError() || r.Type.Key[0] != clientPart {
		return
	}
	given, planned := memberOf(req.Config.Raw, clientPart), memberOf(req.Plan.Raw, clientPart)
	switch {
	case !given.IsNull():
	case planned.IsKnown():
		r.keepClient(textOf(planned), &resp.Diagnostics)
	default:
		client := r.Client(types.StringNull(), &resp.Diagnostics)
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(clientPart), client)...)
	}
}

// planID sets the ID as soon as all parts of the key are known. A null part is missing from the ID.
func (r *Resource) planID(ctx context.Context, resp *resource.ModifyPlanResponse) {
	if resp.Plan.Raw.IsNull() || resp.Diagnostics.HasError() {
		return
	}
	var parts []string
	for _, name := range r.Type.Key {
		switch part := memberOf(resp.Plan.Raw, name); {
		case !part.IsKnown():
			return
		case textOf(part) != "":
			parts = append(parts, textOf(part))
		}
	}
	if id := objecttype.ImportID(parts...); id != textOf(memberOf(resp.Plan.Raw, "id")) {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), id)...)
	}
}

// Gone removes an object that no longer exists from the state, so that the plan shows its creation.
// For an import, it adds an error.
func (r *Resource) Gone(ctx context.Context, m Keyed, resp *resource.ReadResponse) {
	if imported(ctx, resp.Private) {
		resp.Diagnostics.Append(diagnostics.NotThere(r.Type.Name, r.keyOf(m), m.KeyValues()))
		return
	}
	r.Checks.NoteGone(&r.Subject, objecttype.ImportID(m.KeyValues()...))
	tflog.Warn(ctx, "object is gone from the service, removing it from the state",
		map[string]any{"type": r.Type.Name, "id": objecttype.ImportID(m.KeyValues()...)})
	resp.State.RemoveResource(ctx)
	// A CLI without support for identities sends none, and the plugin framework reports a missing
	// identity as an error even here.
	r.Identify(ctx, resp.Identity, m)
}
