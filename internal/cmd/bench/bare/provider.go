package main

import (
	"context"
	"net/http"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// connections is the maximum number of concurrent requests, the same as in the measured provider.
const connections = 16

type bareProvider struct{}

func newProvider() provider.Provider { return bareProvider{} }

func (bareProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "bare"
}

func (bareProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

// Configure reads the address, token and client from the environment, which is the same for both
// providers.
func (bareProvider) Configure(_ context.Context, _ provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	resp.ResourceData = &service{
		units: os.Getenv("IDM_BASE_URL") + "/core/v1/" + os.Getenv("IDM_CLIENT_EXT_ID") + "/units/",
		token: os.Getenv("IDM_TOKEN"),
		http:  &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}},
	}
}

func (bareProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &object{} }}
}

func (bareProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }
