package provider_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const root = "../.."

// server returns the provider at the level of the protocol, with its schemas.
func server(t *testing.T) (tfprotov6.ProviderServer, *tfprotov6.GetProviderSchemaResponse) {
	t.Helper()
	s := providerserver.NewProtocol6(provider.New("test")())()
	schemas, err := s.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range schemas.Diagnostics {
		t.Errorf("schema: %s: %s", d.Summary, d.Detail)
	}
	return s, schemas
}

// kinds lists every part of the provider, by the kind in the examples and docs folders, with its
// schema.
func kinds(schemas *tfprotov6.GetProviderSchemaResponse) map[string]map[string]*tfprotov6.Schema {
	actions := map[string]*tfprotov6.Schema{}
	for name, action := range schemas.ActionSchemas {
		actions[name] = action.Schema
	}
	return map[string]map[string]*tfprotov6.Schema{
		"resources": schemas.ResourceSchemas, "data-sources": schemas.DataSourceSchemas,
		"ephemeral-resources": schemas.EphemeralResourceSchemas,
		"list-resources":      schemas.ListResourceSchemas, "actions": actions,
	}
}

func TestContract_everythingIsDescribed(t *testing.T) {
	_, schemas := server(t)
	described(t, "provider", schemas.Provider.Block.Attributes)
	for kind, parts := range kinds(schemas) {
		for name, schema := range parts {
			if schema.Block.Description == "" {
				t.Errorf("%s/%s has no description", kind, name)
			}
			described(t, kind+"/"+name, schema.Block.Attributes)
		}
	}
	for name, function := range schemas.Functions {
		if function.Description == "" || function.Summary == "" {
			t.Errorf("function %s is not described", name)
		}
	}
}

func described(t *testing.T, at string, attributes []*tfprotov6.SchemaAttribute) {
	t.Helper()
	for _, attribute := range attributes {
		if attribute.Description == "" {
			t.Errorf("%s.%s has no description", at, attribute.Name)
		}
		if attribute.NestedType != nil {
			described(t, at+"."+attribute.Name, attribute.NestedType.Attributes)
		}
	}
}

func TestContract_examplesAndDocs(t *testing.T) {
	_, schemas := server(t)
	files := map[string][]string{
		"resources":           {"resource.tf", "import.sh", "import-by-string-id.tf", "import-by-identity.tf"},
		"data-sources":        {"data-source.tf"},
		"ephemeral-resources": {"ephemeral-resource.tf"},
		"list-resources":      {"list-resource.tfquery.hcl"},
		"actions":             {"action.tf"},
	}
	for kind, parts := range kinds(schemas) {
		for name := range parts {
			for _, file := range files[kind] {
				if file != "import-by-identity.tf" || !isCollection(name) {
					exists(t, "examples", kind, name, file)
				}
			}
			exists(t, "docs", kind, strings.TrimPrefix(name, "idm_")+".md")
		}
	}
	for name := range schemas.Functions {
		exists(t, "examples", "functions", name, "function.tf")
		exists(t, "docs", "functions", name+".md")
	}
}

func exists(t *testing.T, elements ...string) {
	t.Helper()
	name := filepath.Join(elements...)
	if _, err := os.Stat(filepath.Join(root, name)); err != nil {
		t.Errorf("missing: %s", name)
	}
}

// isCollection reports whether a resource manages many objects, so that it has no identity and no
// list.
func isCollection(name string) bool {
	of := objecttype.ByTypeName(name)
	return of != nil && of.Class == objecttype.Collection
}

func TestContract_identity(t *testing.T) {
	s, schemas := server(t)
	identities, err := s.GetResourceIdentitySchemas(context.Background(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for name, schema := range schemas.ResourceSchemas {
		identity := identities.IdentitySchemas[name]
		if isCollection(name) {
			continue
		}
		if identity == nil {
			t.Errorf("%s has no identity", name)
			continue
		}
		attributes := map[string]bool{}
		for _, attribute := range schema.Block.Attributes {
			attributes[attribute.Name] = true
		}
		for _, part := range identity.IdentityAttributes {
			if !attributes[part.Name] {
				t.Errorf("%s: the identity's %s is no attribute", name, part.Name)
			}
			// A property definition has an application only if its scope requires one.
			optional := part.Name == "client_ext_id" || name == "idm_property_definition" && part.Name == "application_ext_id"
			if part.RequiredForImport == optional {
				t.Errorf("%s: every part but the client is required for import; %s is not so", name, part.Name)
			}
		}
	}
}

// Every model must match its schema: a call without values may be refused or fail at the service,
// but must not fail to decode.
func TestContract_modelsFitSchemas(t *testing.T) {
	_, schemas := server(t)
	s, err := provider.NewServer("test", nil)
	if err != nil {
		t.Fatal(err)
	}
	configure(t, s, schemas.Provider)
	ctx := context.Background()
	for name, schema := range schemas.ResourceSchemas {
		null, empty := values(t, schema)
		resp, err := s.ApplyResourceChange(ctx,
			&tfprotov6.ApplyResourceChangeRequest{TypeName: name, PriorState: null, PlannedState: empty, Config: empty})
		if err != nil {
			t.Fatal(err)
		}
		fits(t, name+": create", resp.Diagnostics)
		deleted, err := s.ApplyResourceChange(ctx,
			&tfprotov6.ApplyResourceChangeRequest{TypeName: name, PriorState: empty, PlannedState: null, Config: null})
		if err != nil {
			t.Fatal(err)
		}
		fits(t, name+": delete", deleted.Diagnostics)
	}
	for name, schema := range schemas.DataSourceSchemas {
		_, empty := values(t, schema)
		resp, err := s.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: name, Config: empty})
		if err != nil {
			t.Fatal(err)
		}
		fits(t, name, resp.Diagnostics)
	}
}

func fits(t *testing.T, at string, diagnostics []*tfprotov6.Diagnostic) {
	t.Helper()
	for _, d := range diagnostics {
		if strings.Contains(d.Summary, "Conversion") || strings.Contains(d.Detail, "always an error in the provider") ||
			strings.Contains(d.Detail, "mismatch between struct") {
			t.Errorf("%s: %s: %s", at, d.Summary, d.Detail)
		}
	}
}

func configure(t *testing.T, s tfprotov6.ProviderServer, schema *tfprotov6.Schema) {
	t.Helper()
	service := acctest.StartSimulator(t)
	typ := schema.ValueType()
	attributes := nulls(typ)
	attributes["base_url"] = tftypes.NewValue(tftypes.String, service.URL)
	attributes["token"] = tftypes.NewValue(tftypes.String, "demo-admin-token")
	config, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, attributes))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := s.ConfigureProvider(context.Background(), &tfprotov6.ConfigureProviderRequest{Config: &config})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range resp.Diagnostics {
		t.Fatal(d.Summary, d.Detail)
	}
}

// values returns null and an object in which every value is null.
func values(t *testing.T, schema *tfprotov6.Schema) (null, empty *tfprotov6.DynamicValue) {
	t.Helper()
	typ := schema.ValueType()
	var out [2]*tfprotov6.DynamicValue
	for i, value := range []tftypes.Value{tftypes.NewValue(typ, nil), tftypes.NewValue(typ, nulls(typ))} {
		dynamic, err := tfprotov6.NewDynamicValue(typ, value)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = &dynamic
	}
	return out[0], out[1]
}

func nulls(typ tftypes.Type) map[string]tftypes.Value {
	object, ok := typ.(tftypes.Object)
	if !ok {
		panic(fmt.Sprintf("%s is no object", typ))
	}
	attributes := map[string]tftypes.Value{}
	for name, attribute := range object.AttributeTypes {
		attributes[name] = tftypes.NewValue(attribute, nil)
	}
	return attributes
}
