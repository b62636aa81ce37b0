// Package properties implements the noun properties: the customer-specific attributes of an object.
// Five kinds of objects have properties, and each has a resource, a list and a data source. The
// methods exist once; an owner holds the differences between the kinds.
package properties

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers the properties of each owner: idm_unit_properties, idm_user_properties and so on.
func Noun() resourcebase.Noun {
	var noun resourcebase.Noun
	for _, o := range owners {
		noun.Resources = append(noun.Resources, func() resource.Resource { return newResource(o) })
		noun.ListResources = append(noun.ListResources, func() list.ListResource { return o.list(o) })
		noun.DataSources = append(noun.DataSources, func() datasource.DataSource { return newDataSource(o) })
	}
	return noun
}
