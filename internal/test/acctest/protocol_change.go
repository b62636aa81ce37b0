package acctest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

var null = &tfprotov6.DynamicValue{JSON: []byte("null")}

// Plan plans the create of a resource and returns the planned values.
func (p *Protocol) Plan(t testing.TB, resource string, config Values) (Values, Diagnostics) {
	t.Helper()
	i := Instance{Type: resource}
	planned, diags := i.Plan(t, p, config)
	return planned.Values, diags
}

// Change reads an existing resource and applies a configuration to it, or destroys it if config is
// nil. It returns the values in the state afterwards, even if the change failed: no refresh comes
// in between.
func (p *Protocol) Change(t testing.TB, resource string, identity, config Values) (Values, Diagnostics) {
	t.Helper()
	i := Instance{Type: resource}
	if diags := i.ImportIdentity(t, p, identity); diags.HasError() {
		return nil, diags
	}
	if diags := i.Refresh(t, p); diags.HasError() {
		return nil, diags
	}
	planned, diags := i.Plan(t, p, config)
	if diags.HasError() {
		return nil, diags
	}
	if !planned.Replaces {
		return i.Values, append(diags, i.Apply(t, p, planned)...)
	}
	for _, step := range []Values{nil, config} {
		planned, more := i.Plan(t, p, step)
		if diags = append(diags, more...); !diags.HasError() {
			diags = append(diags, i.Apply(t, p, planned)...)
		}
	}
	return i.Values, diags
}

// Configuration returns an object without the values that only the provider can set.
func (p *Protocol) Configuration(resource string, object Values) Values {
	config := Values{}
	for _, attribute := range p.schemas.ResourceSchemas[resource].Block.Attributes {
		if attribute.Required || attribute.Optional {
			config[attribute.Name] = object[attribute.Name]
		}
	}
	return config
}
