package tenant_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// contents counts the objects of each part.
func contents(read *tenant.Tenant) map[tenant.Part]int {
	members := 0
	for _, role := range read.EnterpriseRoles {
		members += len(role.Members)
	}
	counts := map[tenant.Part]int{
		tenant.AllApplications: len(read.AllApplications), tenant.Roles: len(read.Roles), tenant.EnterpriseRoles: members,
		tenant.UserProperties: len(read.UserProperties), tenant.ProfileProperties: len(read.ProfileProperties),
		tenant.Consents: len(read.Consents), tenant.Credentials: len(read.Credentials), tenant.DefinitionOwners: owned(read),
	}
	for _, row := range tenant.Plain() {
		counts[tenant.Objects(row)] = len(read.Objects[row])
	}
	return counts
}

// owned counts the definitions with a known application.
func owned(read *tenant.Tenant) int {
	count := 0
	for _, definition := range read.Definitions {
		if definition.ApplicationExtID != "" {
			count++
		}
	}
	return count
}

func TestRead_parts(t *testing.T) {
	all := contents(demo(t, "demo-reader-token", nil).read(t, tenant.Options{With: tenant.Parts()}))
	for _, part := range tenant.Parts() {
		t.Run(string(part), func(t *testing.T) {
			read := demo(t, "demo-reader-token", nil).read(t, tenant.Options{With: []tenant.Part{part}})
			if len(read.Missing) > 0 || len(read.Definitions) == 0 {
				t.Errorf("missing: %+v, definitions: %v", read.Missing, read.Definitions)
			}
			for other, count := range contents(read) {
				if other != part && count != 0 {
					t.Errorf("%s is read too", other)
				}
			}
			if all[part] == 0 && part != tenant.ProfileProperties {
				t.Error("nothing is read")
			}
		})
	}
}

// The demo tenant has a credential of every type, each with its secret.
func TestRead_credentialsHoldNoSecret(t *testing.T) {
	read := demo(t, "demo-admin-token", nil).read(t, tenant.Options{With: tenant.Parts()})
	if len(read.Credentials) == 0 {
		t.Fatal("no credentials")
	}
	for _, c := range read.Credentials {
		if secrets := fmt.Sprintf("%+v", c.CredentialSecrets); secrets != fmt.Sprintf("%+v", idm.CredentialSecrets{}) {
			t.Errorf("%s %s: %s", c.Type, c.ExtID, secrets)
		}
		if c.UserExtID == "" {
			t.Errorf("%s %s belongs to nobody", c.Type, c.ExtID)
		}
	}
}
