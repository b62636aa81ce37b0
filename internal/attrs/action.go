package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// ActionClient is the client in which an action works: the provider's unless it is given.
func ActionClient() schema.StringAttribute {
	return OptionalArgument("External ID of the client (tenant) that holds the user. Defaults to the provider's `client_ext_id`.")
}

// Argument is a required argument of an action.
func Argument(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description, Validators: texts(validators)}
}

// OptionalArgument is an argument that an action can do without.
func OptionalArgument(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: texts(validators)}
}

// SecretArgument is an argument of an action that no state keeps and no message shows. The
// framework has the word WriteOnly for it in the schema of an action, but its validation then
// refuses every value.
func SecretArgument(description string) schema.StringAttribute {
	return OptionalArgument(description +
		" It is in no state and no message. Use a variable that is marked as sensitive.")
}
