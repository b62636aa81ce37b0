package plan_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Configurations with one address are one service, also if the address is in the environment or the
// provider has another source.
func TestAt(t *testing.T) {
	const here, environment = "https://idm.example.com", "the address in the environment"
	for name, test := range map[string]struct {
		environment string
		want        map[string]string
	}{
		"the same address": {"https://IDM.example.com:443/", map[string]string{"a": here, "b": here, "c": here, "d": "unknown: idm.d"}},
		"another address":  {"https://other.example.com", map[string]string{"a": here, "b": environment, "c": here, "d": "unknown: idm.d"}},
		"none":             {"", map[string]string{"a": here, "b": environment, "c": here, "d": "unknown: idm.d"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := &plan.Plan{
				Services: []plan.Service{
					{ID: here, Address: here, Known: true, Configs: []string{"idm"}},
					{ID: here + " by example.com/x/idm", Address: here, Known: true, Configs: []string{"jdm"}},
					{ID: environment, Known: true, Configs: []string{"idm.b"}},
					{ID: "unknown: idm.d", Configs: []string{"idm.d"}},
				},
				Changes: []plan.Change{{Address: "a", Service: here}, {Address: "b", Service: environment},
					{Address: "c", Service: here + " by example.com/x/idm"}, {Address: "d", Service: "unknown: idm.d"}},
			}
			p.At(test.environment)
			services := map[string]bool{}
			for _, c := range p.Changes {
				if services[c.Service] = true; c.Service != test.want[c.Address] {
					t.Errorf("%s is at %s", c.Address, c.Service)
				}
			}
			if len(p.Services) != len(services) {
				t.Errorf("%+v", p.Services)
			}
		})
	}
}
