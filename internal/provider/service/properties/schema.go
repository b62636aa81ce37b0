package properties

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func (o owner) attributes() map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{}
	for _, ref := range o.of.Refs {
		attributes[ref.Attr] = attrs.Reference("External ID of the " + o.of.Ref(ref.Attr).Title + ". Changing it replaces this " +
			"resource: the properties are removed from the one and set on the other.")
	}
	return attrs.WithOwnedProperties(o.title(), false, attributes)
}
