package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestDocument_everyKind(t *testing.T) {
	got, err := json.MarshalIndent(document(everyKind()), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/every_kind.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}

	var readBack tfjson.ProviderSchemas
	if err := json.Unmarshal(got, &readBack); err != nil {
		t.Errorf("the document cannot be read as provider schemas: %v", err)
	}
}

func everyKind() (*tfprotov6.GetProviderSchemaResponse, *tfprotov6.GetResourceIdentitySchemasResponse) {
	name := &tfprotov6.SchemaAttribute{Name: "name", Type: tftypes.String, Required: true, Sensitive: true, Description: "A **name**.",
		DescriptionKind: tfprotov6.StringKindMarkdown}
	tags := &tfprotov6.SchemaAttribute{Name: "tags", Type: tftypes.Map{ElementType: tftypes.Set{ElementType: tftypes.Number}},
		Optional: true, Computed: true}
	validity := &tfprotov6.SchemaAttribute{Name: "validity", Optional: true, WriteOnly: true, NestedType: &tfprotov6.SchemaObject{
		Nesting:    tfprotov6.SchemaObjectNestingModeSingle,
		Attributes: []*tfprotov6.SchemaAttribute{{Name: "from", Type: tftypes.String, Optional: true, Deprecated: true}},
	}}
	of := func(attributes ...*tfprotov6.SchemaAttribute) *tfprotov6.Schema {
		return &tfprotov6.Schema{Version: 2, Block: &tfprotov6.SchemaBlock{Attributes: attributes}}
	}
	withBlock := of(name, tags)
	withBlock.Block.BlockTypes = []*tfprotov6.SchemaNestedBlock{{
		TypeName: "rule", Nesting: tfprotov6.SchemaNestedBlockNestingModeList, MinItems: 1, MaxItems: 3, Block: of(validity).Block,
	}}
	return &tfprotov6.GetProviderSchemaResponse{
			Provider:                 of(name),
			ResourceSchemas:          map[string]*tfprotov6.Schema{"idm_thing": withBlock},
			DataSourceSchemas:        map[string]*tfprotov6.Schema{"idm_thing": of(tags)},
			EphemeralResourceSchemas: map[string]*tfprotov6.Schema{"idm_token": of(name)},
			ListResourceSchemas:      map[string]*tfprotov6.Schema{"idm_thing": of()},
			ActionSchemas:            map[string]*tfprotov6.ActionSchema{"idm_do": {Schema: of(name)}},
			Functions: map[string]*tfprotov6.Function{"join": {
				Summary:           "Joins",
				Parameters:        []*tfprotov6.FunctionParameter{{Name: "first", Type: tftypes.Bool, AllowNullValue: true}},
				VariadicParameter: &tfprotov6.FunctionParameter{Name: "rest", Type: tftypes.DynamicPseudoType},
				Return: &tfprotov6.FunctionReturn{Type: tftypes.Object{
					AttributeTypes: map[string]tftypes.Type{"parts": tftypes.List{ElementType: tftypes.String}},
				}},
			}},
		}, &tfprotov6.GetResourceIdentitySchemasResponse{IdentitySchemas: map[string]*tfprotov6.ResourceIdentitySchema{"idm_thing": {
			Version: 1,
			IdentityAttributes: []*tfprotov6.ResourceIdentitySchemaAttribute{
				{Name: "ext_id", Type: tftypes.String, RequiredForImport: true, Description: "Its id."},
				{Name: "client_ext_id", Type: tftypes.String, OptionalForImport: true},
			},
		}}}
}
