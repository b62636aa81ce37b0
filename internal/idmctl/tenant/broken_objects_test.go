package tenant_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// With an element that cannot be decoded in every list at once, all other objects are read, each
// element is listed with the reason, and all access that it may grant is a gap.
func TestRead_brokenObjects(t *testing.T) {
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
	if err != nil {
		t.Fatal(err)
	}
	s := service{server, connect(t, server, "demo-admin-token")}
	options := tenant.Options{With: tenant.Parts()}
	clean := s.read(t, options)
	for name, item := range map[string]string{
		"null": `null`, "a number": `7`, "no ID": `{}`,
		"other types": `{"extId":"hostile","name":[1],"roleExtId":[1],"loginId":[1],"userState":{},"type":[1],"policyType":[1],
			"unitExtId":[1],"applicationExtId":[1],"enterpriseRoleExtId":[1],"version":"x","propertyId":[1],"termsExtId":[1]}`,
	} {
		t.Run(name, func(t *testing.T) {
			if err := s.SetFaults(sim.Fault{Kind: "extra-item", Item: json.RawMessage(item)}); err != nil {
				t.Fatal(err)
			}
			read := s.read(t, options)
			// A definition or credential without an ID is read like any other.
			ignored := cmpopts.IgnoreFields(tenant.Tenant{}, "Missing", "Credentials", "Definitions", "DefinitionsOwned", "Consents")
			if diff := cmp.Diff(clean, read, ignored, cmpopts.IgnoreTypes(tenant.Properties{})); diff != "" {
				t.Error(diff)
			}
			// An unreadable definition can be the one that encrypts a property.
			for owner, properties := range read.UserProperties {
				if len(properties.Values) > 0 {
					t.Errorf("the values of %s are shown: %v", owner, properties.Values)
				}
			}
			kinds := map[string]bool{}
			for _, gap := range read.Facts("s").Tenant.Gaps() {
				kinds[gap.Kind.String()] = true
			}
			if len(kinds) < 11 {
				t.Errorf("gaps of these kinds only: %v", kinds)
			}
			incomplete := read.Incomplete()
			for _, missing := range read.Missing {
				if !strings.Contains(missing.Reason, " cannot be read: ") || !strings.Contains(missing.WayOut, "correct the object") {
					t.Errorf("%+v", missing)
				}
				unread := missing.Unread()
				owned := func(extID string) bool { return incomplete.Has(unread.Type, extID) }
				if unread.Type != nil && !unread.Single && !slices.ContainsFunc(missing.ExtIDs, owned) {
					t.Errorf("%s counts as complete", missing.What)
				}
			}
		})
	}
}
