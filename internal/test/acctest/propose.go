package acctest

import (
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// propose returns the proposed state of a resource with a type, for encoded values. Only a nested
// attribute is a mixture; any other keeps its value as it is, with the type of a dynamic one.
func (p *Protocol) propose(t testing.TB, resource string, prior, config *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	t.Helper()
	schema := p.schemas.ResourceSchemas[resource]
	before, proposed := membersIn(t, schema, prior), membersIn(t, schema, config)
	for _, attribute := range schema.Block.Attributes {
		name := attribute.Name
		switch configured := proposed[name]; {
		case configured.IsNull() && attribute.Computed && before != nil:
			proposed[name] = before[name]
		case attribute.NestedType != nil:
			proposed[name] = typed(t, proposeNested(attribute.NestedType, plain(t, before[name]), plain(t, configured)), configured.Type())
		}
	}
	return dynamic(t, tftypes.NewValue(valueType(schema), proposed))
}

// membersIn returns the attributes of an encoded object; none of null.
func membersIn(t testing.TB, schema *tfprotov6.Schema, encoded *tfprotov6.DynamicValue) map[string]tftypes.Value {
	t.Helper()
	value, err := encoded.Unmarshal(valueType(schema))
	if err != nil {
		t.Fatal(err)
	}
	if value.IsNull() {
		return nil
	}
	return as[map[string]tftypes.Value](t, value)
}

// propose returns the state that Terraform proposes to a provider for a configuration: the
// configuration, with the prior values of the computed attributes that it omits. Each plan of a CLI
// in a test is compared with it (see observed).
func propose(attributes []*tfprotov6.SchemaAttribute, prior, config Values) Values {
	proposed := Values{}
	for _, attribute := range attributes {
		proposed[attribute.Name] = proposeAttribute(attribute, prior[attribute.Name], config[attribute.Name])
	}
	return proposed
}

func proposeAttribute(attribute *tfprotov6.SchemaAttribute, prior, config any) any {
	switch {
	case config == nil && attribute.Computed:
		return prior
	case attribute.NestedType == nil:
		return config
	}
	return proposeNested(attribute.NestedType, prior, config)
}

// proposeNested merges each element of a map with the prior element with the same key. The resources
// nest only maps.
func proposeNested(object *tfprotov6.SchemaObject, prior, config any) any {
	configured, ok := config.(Values)
	if !ok {
		return config
	}
	if object.Nesting != tfprotov6.SchemaObjectNestingModeMap {
		panic("acctest does not know what a CLI proposes for " + object.Nesting.String())
	}
	before, _ := prior.(Values)
	proposed := Values{}
	for key, element := range configured {
		proposed[key] = element
		if members, ok := element.(Values); ok {
			old, _ := before[key].(Values)
			proposed[key] = propose(object.Attributes, old, members)
		}
	}
	return proposed
}

// conforms reports whether a result equals the plan, apart from unknown values.
func conforms(planned, result any) bool {
	switch want := planned.(type) {
	case Values:
		got, ok := result.(Values)
		return ok && (got == nil) == (want == nil) && maps.EqualFunc(want, got, conforms)
	case []any:
		got, ok := result.([]any)
		return ok && slices.EqualFunc(want, got, conforms)
	}
	return planned == any(tftypes.UnknownValue) || planned == result
}
