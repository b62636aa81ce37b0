package role_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestRole_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("role")
		return acctest.Resource{
			Type: "idm_role", ID: id, Identity: acctest.Values{"ext_id": id},
			Minimal: acctest.Values{"ext_id": id, "application_ext_id": "crm", "name": s.ID("A")},
			Create:  fmt.Sprintf(`POST /core/v1/applications/crm/roles {"extId":%q,"name":%q}`, id, s.ID("A")),
			Path:    "/core/v1/roles/" + id,
			Theirs:  `{"description":"theirs"}`,
			Attributes: []acctest.Attribute{
				{Name: "description", From: "A", To: "B", Filled: `"description":"A"`, Sent: `"description":"B"`,
					Cleared: `"description":""`},
				{Name: "name", From: s.ID("A"), To: s.ID("B"), Sent: fmt.Sprintf(`"name":%q`, s.ID("B"))},
			},
		}
	}, acctest.Simulator, acctest.ExtIDs)
}

// An application and its roles are created and destroyed together, whether the provider or the
// service chooses the IDs.
func TestRole_withItsApplication(t *testing.T) {
	for _, quirk := range []string{"server-ext-ids", "slash-strict", "later-releases"} {
		t.Run(quirk, func(t *testing.T) { acctest.Script(t, nil, acctest.Quirks(quirk)) })
	}
}

// A role cannot move to another application: all its users lose it.
func TestRole_anotherApplication(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// Destroying a role also removes its grants and memberships.
func TestRole_destroyDeletesGrants(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.Clearing)
}

func TestRole_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}
