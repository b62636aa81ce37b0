package replay

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// The tenants of a hundred seeds contain every resource type of the provider and every quirk of the
// simulator, and one of the seeds has all quirks.
func TestScenarios_types(t *testing.T) {
	schemas, err := providerserver.NewProtocol6(provider.New("test")())().GetProviderSchema(t.Context(),
		&tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	missing, quirks := maps.Clone(schemas.ResourceSchemas), map[string]bool{}
	for _, quirk := range sim.Quirks() {
		quirks[quirk.Name] = true
	}
	together := false
	for seed := range uint64(100) {
		s := newScenario(seed)
		together = together || len(s.Quirks) == len(sim.Quirks())
		for _, quirk := range s.Quirks {
			delete(quirks, quirk)
		}
		tenant, random := tenantgen.For(s.Quirks), rand.New(rand.NewPCG(seed, 1))
		if s.Collected {
			tenant.Collect(rand.New(rand.NewPCG(seed, 3)))
		}
		tenant.Grow(random, s.Size)
		for range s.Rounds {
			for _, resource := range tenant.Resources() {
				delete(missing, resource.Type)
			}
			tenant.Mutate(random, s.Size)
		}
	}
	if len(missing) > 0 || len(quirks) > 0 || !together {
		t.Errorf("no seed has the types %v and the quirks %v; all quirks at once: %t", slices.Sorted(maps.Keys(missing)),
			slices.Sorted(maps.Keys(quirks)), together)
	}
}
