package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// ActionClient returns the attribute for the client of an action, by default the provider's client.
func ActionClient() schema.StringAttribute {
	return OptionalArgument("External ID of the client (tenant) that holds the user. Defaults to the provider's `client_ext_id`.")
}

// Argument returns a required argument of an action.
func Argument(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description, Validators: texts(validators)}
}

// OptionalArgument returns an optional argument of an action.
func OptionalArgument(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: texts(validators)}
}

// SecretArgument returns an argument of an action that no state contains and no message shows. The
// framework offers WriteOnly for the schema of an action, but its validation then refuses every
// value.
func SecretArgument(description string) schema.StringAttribute {
	return OptionalArgument(description +
		" It is in no state and no message. Use a variable that is marked as sensitive.")
}
