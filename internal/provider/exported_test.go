package provider_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/provider"
)

// A program that embeds the provider gets all of its parts.
func TestNew_exported(t *testing.T) {
	server, err := providerserver.NewProtocol6WithError(provider.New("1.2.3")())()
	if err != nil {
		t.Fatal(err)
	}
	schema, err := server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(schema.Diagnostics) > 0 {
		t.Fatalf("%v %v", err, schema.Diagnostics)
	}
	if len(schema.ResourceSchemas) < 30 || len(schema.DataSourceSchemas) < 41 || schema.ResourceSchemas["idm_unit"] == nil {
		t.Errorf("%d resources, %d data sources", len(schema.ResourceSchemas), len(schema.DataSourceSchemas))
	}
}
