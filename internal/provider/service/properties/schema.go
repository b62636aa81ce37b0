package properties

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func (o owner) attributes() map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{}
	for i, part := range o.of.Key[1:] {
		title, effect := o.title()+" that has the properties", ": the properties are removed from the one and set on the other"
		if i < len(o.of.Key)-2 {
			title, effect = o.holder(part), ""
		}
		attributes[part] = attrs.Reference("External ID of the " + title + ". Another " + partTitle(part) + " replaces this resource" +
			effect +
			".")
	}
	return attrs.WithOwnedProperties(o.title(), false, attributes)
}

// holder describes how the object in a part of the key relates to the owner.
func (o owner) holder(part string) string { return partTitle(part) + " that holds the " + o.title() }

func partTitle(part string) string {
	return strings.ReplaceAll(strings.TrimSuffix(part, "_ext_id"), "_", " ")
}
