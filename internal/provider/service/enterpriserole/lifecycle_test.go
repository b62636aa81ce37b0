package enterpriserole_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestEnterpriseRole_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("er")
		return acctest.Resource{
			Type: "idm_enterprise_role", ID: s.Client + "/" + id, Identity: acctest.Values{"client_ext_id": s.Client, "ext_id": id},
			Minimal: acctest.Values{"ext_id": id, "name": s.ID("A")},
			Create:  fmt.Sprintf(`POST /core/v1/%s/eroles {"extId":%q,"name":%q}`, s.Client, id, s.ID("A")),
			Path:    fmt.Sprintf("/core/v1/%s/eroles/%s", s.Client, id),
			Theirs:  `{"description":"theirs"}`,
			Attributes: []acctest.Attribute{
				{Name: "description", From: "A", To: "B", Filled: `"description":"A"`, Sent: `"description":"B"`,
					Cleared: `"description":""`},
				{Name: "name", From: s.ID("A"), To: s.ID("B"), Sent: fmt.Sprintf(`"name":%q`, s.ID("B"))},
				{
					Name: "display_name", From: acctest.Values{"en": "A", "de": "A"}, To: acctest.Values{"en": "B", "it": "B"},
					Filled: `"displayName":{"EN":"A","DE":"A"}`, Sent: `"displayName":{"DE":"","EN":"B","IT":"B"}`,
					Cleared: `"displayName":{"EN":"","DE":""}`, Needs: []acctest.Need{acctest.Clearing},
				},
			},
		}
	}, acctest.ExtIDs)
}

func TestEnterpriseRole_destroyDeletesGrants(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.Clearing)
}

func TestEnterpriseRole_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}
