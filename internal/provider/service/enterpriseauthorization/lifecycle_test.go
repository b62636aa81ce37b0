package enterpriseauthorization_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestEnterpriseAuthorization_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(t *testing.T, s *acctest.Service) acctest.Resource {
		granting(t, s)
		id := s.ID("grant")
		return acctest.Resource{
			Type: "idm_enterprise_authorization", ID: s.Client + "/" + s.ID("profile") + "/" + id,
			Identity: acctest.Values{"client_ext_id": s.Client, "profile_ext_id": s.ID("profile"), "ext_id": id},
			Minimal:  acctest.Values{"profile_ext_id": s.ID("profile"), "ext_id": id, "enterprise_role_ext_id": s.EnterpriseRole},
			Create:   "POST " + list(s) + ` {"enterpriseRoleExtId":"` + s.EnterpriseRole + `","extId":"` + id + `"}`,
			Path:     list(s) + id,
			Theirs:   `{"validity":{"to":"2040-01-01T00:00:00Z"}}`,
			Attributes: []acctest.Attribute{{
				Name:   "validity",
				From:   acctest.Values{"from": "2026-01-01T00:00:00Z", "to": "2030-01-01T00:00:00Z"},
				To:     acctest.Values{"from": "2026-01-01T01:00:00+01:00", "to": "2031-01-01T00:00:00Z"},
				Filled: `"validity":{"from":"2026-01-01T00:00:00Z","to":"2030-01-01T00:00:00Z"}`,
				Sent:   `"validity":{"to":"2031-01-01T00:00:00Z"}`,
				Fixed:  true,
			}},
		}
	}, acctest.ExtIDs)
}
