package propertydefinition

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.PropertyDefinition]{
		Description: "Finds the definitions of properties that hold for a client, also those of all clients, for `terraform query`.",
		Source: resourcebase.OfClient(func(api *idm.API, ctx context.Context, client string) iter.Seq2[idm.PropertyDefinition, error] {
			return api.SearchPropertyDefinitions(ctx, idm.PropertyDefinitionQuery{ClientExtID: client})
		}),
		Show: func(_ resourcebase.ListArguments, definition idm.PropertyDefinition) resourcebase.Listed {
			m := &resourceModel{}
			m.read(definition)
			return resourcebase.Listed{Model: m, Name: definition.Name}
		},
	})
}
