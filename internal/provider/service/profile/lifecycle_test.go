package profile_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestProfile_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("profile")
		return acctest.Resource{
			Type: "idm_profile", ID: s.Client + "/" + id, Identity: acctest.Values{"client_ext_id": s.Client, "ext_id": id},
			Minimal: acctest.Values{"ext_id": id, "user_ext_id": s.User},
			Create:  fmt.Sprintf(`POST /core/v1/%s/users/%s/profiles {"extId":%q}`, s.Client, s.User, id),
			Path:    path(s, id),
			Theirs:  `{"name":"theirs"}`,
			Attributes: []acctest.Attribute{
				{
					Name: "name", From: "A", To: "B",
					Filled: `"name":"A"`, Sent: `"name":"B"`, Cleared: `"name":""`,
				},
				{
					Name: "remarks", From: "A", To: "B",
					Filled: `"remarks":"A"`, Sent: `"remarks":"B"`, Cleared: `"remarks":""`,
				},
				{
					Name: "modification_comment", From: "A", To: "B",
					Filled: `"modificationComment":"A"`, Sent: `"modificationComment":"B"`, Cleared: `"modificationComment":""`,
				},
				{
					Name: "profile_state", From: "disabled", To: "active",
					Filled: `"profileState":"disabled"`, Sent: `"profileState":"active"`,
				},
				{Name: "is_default_profile", From: false, To: true, Sent: `"isDefaultProfile":true`},
				{
					Name: "validity", From: acctest.Values{"to": "2030-01-01T00:00:00Z"}, To: acctest.Values{"to": "2031-01-01T00:00:00Z"},
					Filled: `"validity":{"to":"2030-01-01T00:00:00Z"}`, Sent: `"validity":{"to":"2031-01-01T00:00:00Z"}`, Fixed: true,
				},
			},
		}
	}, acctest.ExtIDs)
}
