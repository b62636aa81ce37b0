package propertydefinition

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.OfClient(idm.PropertyDefinitionOps.List),
		"Finds the definitions of properties that apply to a client, including those of all clients, for `terraform query`.",
		func(definition idm.PropertyDefinition) string { return definition.Name })
}
