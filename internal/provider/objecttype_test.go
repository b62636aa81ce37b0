package provider_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// Every resource has a row that matches its schema, and every row has a resource.
func TestObjectTypes(t *testing.T) {
	var found []string
	for _, construct := range provider.New("test")().Resources(t.Context()) {
		r := construct()
		var metadata resource.MetadataResponse
		r.Metadata(t.Context(), resource.MetadataRequest{ProviderTypeName: "idm"}, &metadata)
		found = append(found, metadata.TypeName)
		t.Run(metadata.TypeName, func(t *testing.T) {
			row := objecttype.ByTypeName(metadata.TypeName)
			if row == nil {
				t.Fatal("internal/identity/objecttype has no row for it")
			}
			checkRow(t, row, r)
		})
	}
	slices.Sort(found)
	if rows := objecttype.Names(objecttype.Resources()); !slices.Equal(rows, found) {
		t.Errorf("the rows are %q, the resources %q", rows, found)
	}
}

// The row of a collection lists the arguments that the service assigns if an element omits them.
func TestObjectTypes_assigned(t *testing.T) {
	resources := map[string]resource.SchemaResponse{}
	for _, construct := range provider.New("test")().Resources(t.Context()) {
		r := construct()
		var metadata resource.MetadataResponse
		r.Metadata(t.Context(), resource.MetadataRequest{ProviderTypeName: "idm"}, &metadata)
		var shown resource.SchemaResponse
		r.Schema(t.Context(), resource.SchemaRequest{}, &shown)
		resources[metadata.TypeName] = shown
	}
	for _, row := range objecttype.Collections {
		var assigned []string
		for name, attribute := range resources[row.Single().TypeName()].Schema.GetAttributes() {
			if attribute.IsOptional() && attribute.IsComputed() && !slices.Contains(row.Single().Key, name) {
				assigned = append(assigned, name)
			}
		}
		slices.Sort(assigned)
		if !slices.Equal(assigned, row.Assigned) {
			t.Errorf("%s: the row has %q, the schema %q", row.Name, row.Assigned, assigned)
		}
		if resources[row.TypeName()].Schema.GetAttributes()[row.Elements] == nil {
			t.Errorf("%s has no attribute %q", row.Name, row.Elements)
		}
	}
}

func checkRow(t *testing.T, row *objecttype.Type, r resource.Resource) {
	t.Helper()
	var schema resource.SchemaResponse
	r.Schema(t.Context(), resource.SchemaRequest{}, &schema)
	attributes := schema.Schema.GetAttributes()
	names := slices.Concat(row.Key, row.Fixed, row.Rules.Plain, slices.Collect(maps.Keys(row.Rules.Attrs)),
		[]string{row.Parent, row.State, row.Unique.Attr, row.Gives.To, row.Gives.Attr})
	for _, ref := range row.Refs {
		names = append(names, ref.Attr)
	}
	for _, name := range names {
		if name != "" && attributes[name] == nil {
			t.Errorf("the row names an attribute %s, which the schema lacks", name)
		}
	}
	for name := range attributes {
		if strings.HasSuffix(name, "_ext_id") && name != "client_ext_id" && row.Ref(name) == nil {
			t.Errorf("the row does not say which type %s refers to", name)
		}
	}
	if fixed := replacing(t.Context(), row, schema); !slices.Equal(slices.Sorted(slices.Values(row.Fixed)), fixed) {
		t.Errorf("the fixed attributes of the row are %q, of the schema %q", row.Fixed, fixed)
	}
}

// replacing returns the attributes of a schema, except the key, whose change replaces the object.
func replacing(ctx context.Context, row *objecttype.Type, schema resource.SchemaResponse) []string {
	var names []string
	for name, attribute := range schema.Schema.GetAttributes() {
		if replaces(ctx, attribute) && name != "id" && name != "client_ext_id" && !slices.Contains(row.Key, name) {
			names = append(names, name)
		}
	}
	return slices.Sorted(slices.Values(names))
}

// replaces reports whether a change of a schema's attribute replaces the object. The plugin
// framework shows that only in the descriptions of the attribute's plan modifiers.
func replaces(ctx context.Context, attribute any) bool {
	var descriptions []string
	switch a := attribute.(type) {
	case interface{ StringPlanModifiers() []planmodifier.String }:
		descriptions = describe(ctx, a.StringPlanModifiers())
	case interface{ MapPlanModifiers() []planmodifier.Map }:
		descriptions = describe(ctx, a.MapPlanModifiers())
	case interface{ BoolPlanModifiers() []planmodifier.Bool }:
		descriptions = describe(ctx, a.BoolPlanModifiers())
	case interface{ Int64PlanModifiers() []planmodifier.Int64 }:
		descriptions = describe(ctx, a.Int64PlanModifiers())
	}
	return slices.Contains(descriptions, stringplanmodifier.RequiresReplace().Description(ctx)) ||
		slices.Contains(descriptions, stringplanmodifier.RequiresReplaceIfConfigured().Description(ctx))
}

func describe[M planmodifier.Describer](ctx context.Context, modifiers []M) []string {
	descriptions := make([]string, len(modifiers))
	for i, modifier := range modifiers {
		descriptions[i] = modifier.Description(ctx)
	}
	return descriptions
}
