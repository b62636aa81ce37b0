package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
)

// ListClient is the client in which a list resource looks: the provider's unless it is given.
func ListClient() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, Validators: texts(nil),
		MarkdownDescription: "External ID of the client (tenant) to list from. Defaults to the provider's `client_ext_id`.",
	}
}

// ListOf is a required argument that names what a list resource lists from.
func ListOf(description string) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description, Validators: texts(nil)}
}

// ListOption is an optional argument of a list resource.
func ListOption(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: texts(nil)}
}
