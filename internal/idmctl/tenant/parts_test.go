package tenant_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// demo serves the demo tenant to a caller.
func demo(t *testing.T, token string, wrap func(http.Handler) http.Handler, quirks ...string) service {
	t.Helper()
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed(), Quirks: quirks})
	if err != nil {
		t.Fatal(err)
	}
	var handler http.Handler = server
	if wrap != nil {
		handler = wrap(handler)
	}
	return service{server, connect(t, handler, token)}
}

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

func TestRead_partsOfAPart(t *testing.T) {
	read := demo(t, "demo-reader-token", nil).read(t, tenant.Options{Unit: "acme-hq", With: tenant.Parts()})
	for part, count := range contents(read) {
		if count != 0 {
			t.Errorf("%s is read for a unit", part)
		}
	}
}

func TestRead_enterpriseRoles(t *testing.T) {
	read := demo(t, "demo-reader-token", nil).read(t, tenant.Options{With: []tenant.Part{tenant.EnterpriseRoles}})
	i := slices.IndexFunc(read.EnterpriseRoles, func(e tenant.EnterpriseRole) bool { return e.ExtID == "er-sales" })
	if i < 0 {
		t.Fatalf("enterprise roles: %+v", read.EnterpriseRoles)
	}
	var members []string
	for _, role := range read.EnterpriseRoles[i].Members {
		members = append(members, role.ExtID)
	}
	if strings.Join(members, " ") != "crm-reader wiki-editor" {
		t.Errorf("members: %v", members)
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

// With a release that lacks operations, or a caller without permissions, the rest of the tenant is
// read.
func TestRead_partsMissing(t *testing.T) {
	for name, c := range map[string]struct {
		service service
		what    string
		way     string
	}{
		"a release without policies": {demo(t, "demo-reader-token", nil, "without=policies"), "policies of client",
			"does not have the operation"},
		"a release without enterprise roles": {
			demo(t, "demo-reader-token", nil, "without=enterprise-roles"), "enterprise roles of client", "does not have the operation",
		},
		"no right on terms":    {demo(t, "demo-reader-token", refuse("/core/v1/terms")), "terms of the service", "AccessControl.TermsView"},
		"no right on consents": {demo(t, "demo-reader-token", refuse("/consents/")), "consents of user", "AccessControl.ConsentView"},
		"no right on credentials": {
			demo(t, "demo-reader-token", refuse("/credentials")), "credentials of user", "AccessControl.CredentialView",
		},
		"no right on all applications": {
			demo(t, "demo-reader-token", refuse("/core/v1/applications")), "applications of the service", "AccessControl.ApplicationView",
		},
		"no right on members": {
			demo(t, "demo-reader-token", refuse("/eroles/er-sales/roles")), "members of enterprise role",
			"AccessControl.EnterpriseRoleView",
		},
	} {
		t.Run(name, func(t *testing.T) {
			read := c.service.read(t, tenant.Options{With: tenant.Parts()})
			if len(read.Missing) != 1 || !strings.HasPrefix(read.Missing[0].What, c.what) ||
				!strings.Contains(read.Missing[0].WayOut, c.way) {
				t.Errorf("missing: %+v", read.Missing)
			}
			if len(read.Users) == 0 || len(read.Roles) == 0 {
				t.Errorf("the rest is not read: %d users, %d roles", len(read.Users), len(read.Roles))
			}
		})
	}
}

// An operation that the release lacks is not called for each of thousands of users.
func TestRead_absentOperationIsCalledFewTimes(t *testing.T) {
	seed := small()
	for i := range 100 {
		member(seed, fmt.Sprint(i), "")
	}
	asked := 0
	s := serve(t, seed, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/credentials") {
				asked++
				w.WriteHeader(http.StatusNotFound)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	read := s.read(t, tenant.Options{With: []tenant.Part{tenant.Credentials}, Concurrency: 1})
	if asked != 1 || len(read.Missing) != 1 || len(read.Missing[0].ExtIDs) != 1 {
		t.Errorf("asked %d times, missing %+v", asked, read.Missing)
	}
}
