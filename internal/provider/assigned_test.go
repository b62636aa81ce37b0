package provider_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const assignsIDs = "The service assigns external IDs"

// Where the service assigns the external IDs, an object with a configured one is created once: its
// tainted successor is not replaced. Without ext_id, and untainted, it stays.
func TestAssigned_tainted(t *testing.T) {
	t.Parallel()
	for resource, configs := range refusable(t) {
		config, of := configs[0], objecttype.ByTypeName(resource)
		if config["ext_id"] == nil {
			continue
		}
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, append(quirksOf[resource], "server-ext-ids")...)
			if of.Owner == objecttype.Profile.Name {
				config = with(config, "profile_ext_id", "p-anna-hq")
			}
			if of == objecttype.EnterpriseAuthorization {
				config = with(config, "enterprise_role_ext_id", "er-finance")
			}
			p, i := s.Protocol(t), acctest.Instance{Type: resource}
			if diags := i.ApplyConcurrently(t, p, config, func() {}); !i.Tainted {
				t.Fatal(diags)
			}
			p.NextRun(t)
			i.Recall(t, p, true)
			i.Refresh(t, p)
			successor := acctest.Instance{Type: resource}
			if _, diags := successor.Plan(t, p, config); !diags.HasError() || !strings.Contains(diags.String(), assignsIDs) {
				t.Errorf("the tainted object is replaced: %s", diags)
			}
			config = with(config, "ext_id", nil)
			p.NextRun(t)
			if planned, diags := i.Plan(t, p, config); diags.HasError() || planned.Replaces || !planned.Empty {
				t.Errorf("the untainted object: %v %s", planned.Values, diags)
			}
		})
	}
}

// Once an object in the state shows that the service assigns the external IDs of its type, a new
// object with a configured one is a warning, and the replacement of an imported one an error.
func TestAssigned_others(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "server-ext-ids")
	p, i := s.Protocol(t), acctest.Instance{Type: "idm_unit"}
	i.Create(t, p, acctest.Values{"name": "Generated", "profileless": false})
	for _, known := range []bool{true, false} {
		p.NextRun(t)
		if known {
			i.Refresh(t, p)
		}
		_, diags := p.Plan(t, "idm_unit", acctest.Values{"ext_id": "u", "profileless": false})
		if diags.HasError() || strings.Contains(diags.String(), assignsIDs) != known {
			t.Errorf("known is %t: %s", known, diags)
		}
		imported := recorded(t, p, "idm_unit", "acme/acme-it")
		imported.Refresh(t, p)
		planned, diags := imported.Plan(t, p, p.Configuration("idm_unit", imported.Values))
		if diags.HasError() || !planned.Empty {
			t.Fatal(diags)
		}
		if diags := imported.PlanSuccessor(t, p, &planned); strings.Contains(diags.String(), assignsIDs) != known {
			t.Errorf("replaced, known is %t: %s", known, diags)
		}
		if _, diags := p.Plan(t, "idm_role", acctest.Values{"ext_id": "r", "application_ext_id": "crm", "name": "R"}); len(diags) > 0 {
			t.Errorf("another type: %s", diags)
		}
	}
}
