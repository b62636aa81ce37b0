package unit_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestUnit_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("unit")
		return acctest.Resource{
			Type: "idm_unit", ID: s.Client + "/" + id, Identity: acctest.Values{"client_ext_id": s.Client, "ext_id": id},
			First:   acctest.Values{"ext_id": s.ID("first"), "profileless": false},
			Minimal: acctest.Values{"ext_id": id, "profileless": false},
			Create:  fmt.Sprintf(`POST /core/v1/%s/units/ {"extId":%q,"profileless":false}`, s.Client, id),
			Path:    fmt.Sprintf("/core/v1/%s/units/%s", s.Client, id),
			Theirs:  `{"description":"theirs"}`,
			Attributes: []acctest.Attribute{
				{
					Name: "description", From: "A", To: "B",
					Filled: `"description":"A"`, Sent: `"description":"B"`, Cleared: `"description":""`,
				},
				{
					Name: "name", From: s.ID("A"), To: s.ID("B"),
					Filled: fmt.Sprintf(`"name":%q`, s.ID("A")), Sent: fmt.Sprintf(`"name":%q`, s.ID("B")),
				},
				{
					Name: "location", From: "A", To: "B",
					Filled: `"location":"A"`, Sent: `"location":"B"`, Cleared: `"location":""`,
				},
				{
					Name: "display_name", From: acctest.Values{"en": "A", "de": "A"}, To: acctest.Values{"en": "B", "it": "B"},
					Filled: `"displayName":{"EN":"A","DE":"A"}`, Sent: `"displayName":{"DE":"","EN":"B","IT":"B"}`,
					Cleared: `"displayName":{"EN":"","DE":""}`,
					Needs:   []acctest.Need{acctest.Clearing},
				},
				{
					Name: "abbreviation", From: acctest.Values{"fr": "A"}, To: acctest.Values{"fr": "B"},
					Filled: `"abbreviation":{"FR":"A"}`, Sent: `"abbreviation":{"FR":"B"}`, Cleared: `"abbreviation":{"FR":""}`,
				},
				{
					Name: "modification_comment", From: "A", To: "B",
					Filled: `"modificationComment":"A"`, Sent: `"modificationComment":"B"`, Cleared: `"modificationComment":""`,
				},
				{
					Name: "validity", From: acctest.Values{"from": "2026-01-01T00:00:00Z"},
					To:     acctest.Values{"from": "2027-01-01T00:00:00Z"},
					Filled: `"validity":{"from":"2026-01-01T00:00:00Z"}`, Sent: `"validity":{"from":"2027-01-01T00:00:00Z"}`, Fixed: true,
				},
				{
					Name: "profileless", From: false, To: true, Sent: `"profileless":true`,
					Needs: []acctest.Need{acctest.ProfilelessUpdates},
				},
			},
		}
	}, acctest.ExtIDs)
}
