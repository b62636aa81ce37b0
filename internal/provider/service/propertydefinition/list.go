package propertydefinition

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listing"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.PropertyDefinition]{
		Description: "Finds the definitions of properties that apply to a client, including those of all clients, for `terraform query`.",
		Source: listing.OfClient(func(api *idm.API, ctx context.Context, client string) iter.Seq2[idm.PropertyDefinition, error] {
			return api.SearchPropertyDefinitions(ctx, idm.PropertyDefinitionQuery{ClientExtID: client})
		}),
		Show: func(_ listing.Arguments, definition idm.PropertyDefinition) listing.Listed {
			m := &model{}
			m.read(definition)
			return listing.Listed{Model: m, Name: definition.Name}
		},
	})
}
