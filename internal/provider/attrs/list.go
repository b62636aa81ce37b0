package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
)

// ListClient returns the attribute for the client of a list resource, by default the provider's
// client.
func ListClient() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, Validators: texts(nil),
		MarkdownDescription: "External ID of the client (tenant) to list from. Defaults to the provider's `client_ext_id`.",
	}
}

// ListOf returns a required argument that names the parent of the listed objects.
func ListOf(description string) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description, Validators: texts(nil)}
}

// ListOption returns an optional argument of a list resource.
func ListOption(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: texts(nil)}
}
