package profile

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
)

// lookup is the key of the data sources for the objects of a profile; their models embed it.
type lookup struct {
	ClientExtID  types.String `tfsdk:"client_ext_id"`
	ProfileExtID types.String `tfsdk:"profile_ext_id"`
}

func (l lookup) parts() (client, profile string) {
	return l.ClientExtID.ValueString(), l.ProfileExtID.ValueString()
}

// lookupSchema adds the key to the attributes of such a data source.
func lookupSchema(description string, attributes attrs.Attributes) schema.Schema {
	attributes["client_ext_id"] = attrs.LookupClient()
	attributes["profile_ext_id"] = attrs.Lookup("External ID of the profile.")
	return schema.Schema{MarkdownDescription: description, Attributes: attributes}
}
