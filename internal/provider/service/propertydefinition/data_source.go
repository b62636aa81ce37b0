package propertydefinition

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newPropertyDefinitionsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "property_definitions"},
		Description: "Lists the property definitions of a client.",
		Key:         resourcebase.InClient(),
		Name:        "property_definitions",
		Attribute:   attrs.ComputedList("Definitions of all scopes.", dataAttributes()),
		List: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			return idm.Complete(api.PropertyDefinitions(ctx, key[0]))
		},
	}
}
