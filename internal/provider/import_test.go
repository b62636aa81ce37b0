package provider_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Every resource supports import by ID and by identity. Both lead to the same state and the same
// identity.
func TestContract_imports(t *testing.T) {
	s, schemas := server(t)
	configure(t, s, schemas.Provider)
	ctx := context.Background()
	identities, err := s.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for name, schema := range schemas.ResourceSchemas {
		if isCollection(name) {
			continue
		}
		identity := identities.IdentitySchemas[name]
		parts, id := keyOf(schema, identity)
		byID, err := s.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: name, ID: id})
		if err != nil {
			t.Fatal(err)
		}
		byIdentity, err := s.ImportResourceState(ctx,
			&tfprotov6.ImportResourceStateRequest{TypeName: name, Identity: identityOf(t, identity, parts)})
		if err != nil {
			t.Fatal(err)
		}
		for _, resp := range []*tfprotov6.ImportResourceStateResponse{byID, byIdentity} {
			for _, d := range resp.Diagnostics {
				t.Errorf("%s: %s: %s", name, d.Summary, d.Detail)
			}
			if len(resp.ImportedResources) != 1 {
				t.Fatalf("%s: %d imported", name, len(resp.ImportedResources))
			}
			attributes := decode(t, schema.ValueType(), resp.ImportedResources[0].State)
			if got := text(t, attributes["id"]); got != id {
				t.Errorf("%s: id %q, want %q", name, got, id)
			}
			found := decode(t, identity.ValueType(), resp.ImportedResources[0].Identity.IdentityData)
			for part, want := range parts {
				if got := text(t, attributes[part]); got != want {
					t.Errorf("%s: %s is %q, want %q", name, part, got, want)
				}
				if got := text(t, found[part]); got != want {
					t.Errorf("%s: the identity's %s is %q, want %q", name, part, got, want)
				}
			}
		}
	}
}

func TestContract_importIDsOfTheWrongForm(t *testing.T) {
	s, schemas := server(t)
	configure(t, s, schemas.Provider)
	for name, schema := range schemas.ResourceSchemas {
		if isCollection(name) {
			continue
		}
		form := idForm(schema)
		resp, err := s.ImportResourceState(context.Background(), &tfprotov6.ImportResourceStateRequest{TypeName: name, ID: "a/b/c/d/e"})
		if err != nil {
			t.Fatal(err)
		}
		if len(resp.Diagnostics) != 1 || !strings.Contains(resp.Diagnostics[0].Detail, "does not have the form "+form) {
			t.Errorf("%s does not say the right form: %+v", name, resp.Diagnostics)
		}
	}
}

// keyOf returns a value for each part of a resource's key, and the ID that they form.
func keyOf(schema *tfprotov6.Schema, identity *tfprotov6.ResourceIdentitySchema) (map[string]string, string) {
	form := idForm(schema)
	parts := map[string]string{}
	var values []string
	for part := range strings.SplitSeq(form, "/") {
		parts[part] = "the/" + part
		if !slices.ContainsFunc(identity.IdentityAttributes,
			func(a *tfprotov6.ResourceIdentitySchemaAttribute) bool { return a.Name == part }) {
			panic(fmt.Sprintf("%s is no part of the identity", part))
		}
		values = append(values, "the%2F"+part)
	}
	return parts, strings.Join(values, "/")
}

// idForm returns the form of a resource's import ID as in its documentation.
func idForm(schema *tfprotov6.Schema) string {
	for _, attribute := range schema.Block.Attributes {
		if attribute.Name == "id" {
			// The description is: Import ID: `client_ext_id/…`.
			return strings.Split(attribute.Description, "`")[1]
		}
	}
	return ""
}

func identityOf(t *testing.T, schema *tfprotov6.ResourceIdentitySchema, parts map[string]string) *tfprotov6.ResourceIdentityData {
	t.Helper()
	values := map[string]tftypes.Value{}
	// A property definition has an application only if its scope requires one.
	for _, part := range schema.IdentityAttributes {
		values[part.Name] = tftypes.NewValue(tftypes.String, nil)
	}
	for part, value := range parts {
		values[part] = str(value)
	}
	dynamic, err := tfprotov6.NewDynamicValue(schema.ValueType(), tftypes.NewValue(schema.ValueType(), values))
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.ResourceIdentityData{IdentityData: &dynamic}
}

func decode(t *testing.T, typ tftypes.Type, value *tfprotov6.DynamicValue) map[string]tftypes.Value {
	t.Helper()
	raw, err := value.Unmarshal(typ)
	if err != nil {
		t.Fatal(err)
	}
	attributes := map[string]tftypes.Value{}
	if err := raw.As(&attributes); err != nil {
		t.Fatal(err)
	}
	return attributes
}

func text(t *testing.T, value tftypes.Value) string {
	t.Helper()
	var s *string
	if err := value.As(&s); err != nil {
		t.Fatal(err)
	}
	if s == nil {
		return ""
	}
	return *s
}
