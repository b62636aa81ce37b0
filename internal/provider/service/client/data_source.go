package client

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ObjectDataSource{
		DataSource:  resourcebase.DataSource{Noun: "client"},
		Description: "Reads one client, a tenant of the service.",
		Key:         resourcebase.ClientBy("ext_id"),
		Attributes:  dataAttributes(),
		Get: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			return idm.ClientOps.Get(ctx, api, idm.Place{}, key[0])
		},
	}
}

func newClientsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "clients"},
		Description: "Lists the clients, the tenants of the service, that the caller may see.",
		Name:        "clients",
		Attribute:   attrs.ComputedList("The clients, in the order of the service.", dataAttributes()),
		List: func(ctx context.Context, api *idm.API, _ []string) (any, error) {
			return idm.Complete(idm.ClientOps.List(ctx, api, idm.Place{}))
		},
	}
}
