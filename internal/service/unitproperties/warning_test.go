package unitproperties_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

// object is a value of the type in which only the given attributes are set.
func object(t *testing.T, of tftypes.Type, set map[string]tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	values := map[string]tftypes.Value{}
	for name, attribute := range of.(tftypes.Object).AttributeTypes {
		values[name] = tftypes.NewValue(attribute, nil)
		if value, ok := set[name]; ok {
			values[name] = value
		}
	}
	encoded, err := tfprotov6.NewDynamicValue(of, tftypes.NewValue(of, values))
	if err != nil {
		t.Fatal(err)
	}
	return &encoded
}

func text(s string) tftypes.Value { return tftypes.NewValue(tftypes.String, s) }

// The CLI's test driver does not show warnings, so this test speaks the protocol.
func TestUnitProperties_warnsOfEncrypted(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	ctx := context.Background()
	server, err := acctest.Factories()["idm"]()
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	configured, err := server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: object(t, schemas.Provider.ValueType(), map[string]tftypes.Value{
		"base_url": text(s.URL), "token": text("demo-admin-token"), "client_ext_id": text("acme"),
	})})
	if err != nil || len(configured.Diagnostics) > 0 {
		t.Fatal(err, configured)
	}
	of := schemas.ResourceSchemas["idm_unit_properties"].ValueType()
	values := tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, map[string]tftypes.Value{"costCenter": text("1"), "secretNote": text("hush")})
	config := object(t, of, map[string]tftypes.Value{"unit_ext_id": text("acme-hq"), "properties": values})
	empty, err := tfprotov6.NewDynamicValue(of, tftypes.NewValue(of, nil))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: "idm_unit_properties", Config: config, ProposedNewState: config, PriorState: &empty,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `AttributeName("properties").ElementKeyString("secretNote")`
	if len(plan.Diagnostics) != 1 || plan.Diagnostics[0].Severity != tfprotov6.DiagnosticSeverityWarning || plan.Diagnostics[0].Attribute.String() != want {
		t.Errorf("diagnostics of the plan: %v, not one warning at %s", plan.Diagnostics, want)
	}
}
