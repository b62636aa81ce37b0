package provider_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const reader = "demo-reader-token"

var (
	rootUnit    = acctest.Values{"profileless": true}
	childUnit   = acctest.Values{"profileless": true, "parent_unit_ext_id": "acme-hq"}
	askedForAll = "GET /principal/v1/permissions/"
	// preflight holds the requests before the first change of a run, independent of the checks.
	preflight = []string{askedForAll, "GET /core/v1/clients/acme"}
	// rootRequests holds the requests for rootUnit without a check of permissions: the last one looks for
	// a unit that a killed run has left.
	rootRequests = append(slices.Clone(preflight), "GET /query/v1/units?q=%2A&size=500")
)

// missing returns the permissions in the summaries of warnings.
func missing(t *testing.T, diags acctest.Diagnostics) []string {
	t.Helper()
	names := []string{}
	for _, d := range diags {
		if name, ok := strings.CutPrefix(d.Summary, "Missing permission "); ok {
			names = append(names, name)
			if !strings.Contains(d.Detail, "Data rooms are not checked") || d.Attribute != nil {
				t.Errorf("%s %s", d.Attribute, d.Detail)
			}
		}
	}
	return names
}

func wants(t *testing.T, diags acctest.Diagnostics, want ...string) {
	t.Helper()
	if err := acctest.Equal(append([]string{}, want...), missing(t, diags)); err != nil {
		t.Errorf("%s\n%s", err, diags)
	}
}

func TestPermissionCheck_warns(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.ProtocolAs(t, reader)
	_, diags := p.Plan(t, "idm_unit", childUnit)
	wants(t, diags, "AccessControl.UnitCreate")
	if !strings.Contains(diags.String(), `AccessControl.UnitCreate, which the operation "create" of idm_unit needs`) || diags.HasError() {
		t.Error(diags)
	}
	// The warning appears once for all units and operations.
	_, diags = p.Plan(t, "idm_unit", childUnit)
	wants(t, diags)
	_, diags = p.Plan(t, "idm_unit", rootUnit)
	wants(t, diags, "AccessControl.UnitCreateTopUnit")
	if err := acctest.Equal(preflight, s.Reads()[:len(preflight)]); err != nil {
		t.Error(err)
	}
	grant := acctest.Values{"profile_ext_id": "p-anna-hq", "enterprise_role_ext_id": "er-finance"}
	_, diags = p.Plan(t, "idm_enterprise_authorization", grant)
	wants(t, diags, "AccessControl.EnterpriseAuthorizationCreate or AccessControl.ProfileModify")
}

func TestPermissionCheck_off(t *testing.T) {
	t.Setenv("IDM_PLAN_CHECKS", "off")
	s := acctest.StartSimulator(t)
	if _, diags := s.ProtocolAs(t, reader).Plan(t, "idm_unit", rootUnit); len(diags) > 0 || !slices.Equal(s.Requests(), preflight) {
		t.Error(diags, s.Requests())
	}
}

func TestPermissionCheck_permissionsUnreadable(t *testing.T) {
	for _, fault := range []sim.Fault{{Kind: "status", Status: 403}, {Kind: "status", Status: 404}, {Kind: "status", Status: 405}} {
		s := acctest.StartSimulator(t)
		fault.Path = "/principal/v1/permissions/"
		s.SetFaults(t, fault)
		p := s.ProtocolAs(t, reader)
		for range 2 {
			if _, diags := p.Plan(t, "idm_unit", rootUnit); len(diags) > 0 {
				t.Error(diags)
			}
		}
		if err := acctest.Equal(rootRequests, s.Requests()); err != nil {
			t.Error(err)
		}
	}
}

// A caller with all permissions gets no warning: every permission that a resource requires exists
// in the service.
func TestPermissionCheck_everyPermissionIsOneOfTheService(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	all, err := s.API.Permissions(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range objecttype.Names(objecttype.All()) {
		for _, permission := range objecttype.ByTypeName(name).Needs.All() {
			if !slices.Contains(all, "AccessControl."+permission) {
				t.Errorf("%s asks for %s, which the service does not have", name, permission)
			}
		}
	}
}
