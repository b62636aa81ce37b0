package propertydefinition

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.New(base(), listresource.Listing[idm.PropertyDefinition]{
		Description: "Finds the definitions of properties that apply to a client, including those of all clients, for `terraform query`.",
		Source:      listresource.OfClient(idm.PropertyDefinitionOps.List),
		Show: func(_ listresource.Arguments, definition idm.PropertyDefinition) listresource.Listed {
			m := &model{}
			m.read(definition)
			return listresource.Listed{Model: m, Name: definition.Name}
		},
	})
}
