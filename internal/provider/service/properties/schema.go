package properties

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func (o owner) resourceSchema() schema.Schema {
	attributes := map[string]schema.Attribute{"id": attrs.ID(o.of.Key.Form()), "client_ext_id": attrs.ClientExtID()}
	for i, part := range o.of.Key[1:] {
		title, effect := o.title()+" that has the properties", ": the properties are removed from the one and set on the other"
		if i < len(o.of.Key)-2 {
			title, effect = o.holder(part), ""
		}
		attributes[part] = attrs.Reference("External ID of the " + title + ". Another " + partTitle(part) + " replaces this resource" +
			effect +
			".")
	}
	return schema.Schema{
		MarkdownDescription: "Properties of " + o.a + " " + o.title() + ": customer-specific attributes" + o.about +
			" with a name and a value.\n\n" +
			"It manages only the declared names. After an import, it manages all, and the plan removes those that you do not declare.",
		Attributes: attrs.WithOwnedProperties(o.title(), attributes),
	}
}

// holder describes how the object in a part of the key relates to the owner.
func (o owner) holder(part string) string { return partTitle(part) + " that holds the " + o.title() }

func partTitle(part string) string {
	return strings.ReplaceAll(strings.TrimSuffix(part, "_ext_id"), "_", " ")
}
