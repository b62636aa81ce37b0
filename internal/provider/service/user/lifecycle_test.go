package user_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func path(s *acctest.Service, id string) string {
	return fmt.Sprintf("/core/v1/%s/users/%s", s.Client, id)
}

func TestUser_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("user")
		mail := func(name string) string { return s.ID(name) + "@example.com" }
		return acctest.Resource{
			Type: "idm_user", ID: s.Client + "/" + id, Identity: acctest.Values{"client_ext_id": s.Client, "ext_id": id},
			First:   acctest.Values{"ext_id": s.ID("first")},
			Minimal: acctest.Values{"ext_id": id},
			Create:  fmt.Sprintf(`POST /core/v1/%s/users {"extId":%q}`, s.Client, id),
			Path:    path(s, id),
			Theirs:  `{"remarks":"theirs"}`,
			Attributes: []acctest.Attribute{
				{
					Name: "remarks", From: "A", To: "B",
					Filled: `"remarks":"A"`, Sent: `"remarks":"B"`, Cleared: `"remarks":""`,
				},
				{
					Name: "login_id", From: s.ID("A"), To: s.ID("B"),
					Filled: fmt.Sprintf(`"loginId":%q`, s.ID("A")), Sent: fmt.Sprintf(`"loginId":%q`, s.ID("B")),
				},
				{
					Name: "user_state", From: "disabled", To: "active",
					Filled: `"userState":"disabled"`, Sent: `"userState":"active"`,
				},
				{
					Name: "language_code", From: "DE", To: "FR", Fixed: true,
					Filled: `"languageCode":"DE"`, Sent: `"languageCode":"FR"`,
				},
				{
					Name: "name", From: acctest.Values{"title": "Dr.", "family_name": "A"},
					To:     acctest.Values{"first_name": "B", "family_name": "B"},
					Filled: `"name":{"title":"Dr.","familyName":"A"}`, Sent: `"name":{"title":"","firstName":"B","familyName":"B"}`,
					Cleared: `"name":{"title":"","familyName":""}`, Needs: []acctest.Need{acctest.Clearing},
				},
				{
					Name: "sex", From: "female", To: "male", Fixed: true,
					Filled: `"sex":"female"`, Sent: `"sex":"male"`,
				},
				{
					Name: "gender", From: "female", To: "male", Fixed: true,
					Filled: `"gender":"female"`, Sent: `"gender":"male"`,
				},
				{
					Name: "birth_date", From: "1980-12-31", To: "1981-01-01",
					Filled: `"birthDate":"1980-12-31"`, Sent: `"birthDate":"1981-01-01"`, Cleared: `"birthDate":""`,
				},
				{
					Name: "address", From: acctest.Values{"country_code": "CH", "city": "Bern", "house_number": "7a"},
					To:      acctest.Values{"country_code": "CH", "city": "Basel", "post_office_box_number": "12"},
					Filled:  `"address":{"countryCode":"CH","city":"Bern","houseNumber":"7a"}`,
					Sent:    `"address":{"city":"Basel","houseNumber":"","postOfficeBoxNumber":12}`,
					Cleared: `"address":{"countryCode":"","city":"","houseNumber":""}`, Needs: []acctest.Need{acctest.Clearing},
				},
				{
					Name: "contacts", From: acctest.Values{"email": mail("a"), "mobile": "+41790000000"},
					To:      acctest.Values{"email": mail("b"), "mobile": "+41790000000"},
					Filled:  fmt.Sprintf(`"contacts":{"email":%q,"mobile":"+41790000000"}`, mail("a")),
					Sent:    fmt.Sprintf(`"contacts":{"email":%q}`, mail("b")),
					Cleared: `"contacts":{"email":"","mobile":""}`,
				},
				{
					Name: "validity", From: acctest.Values{"to": "2030-01-01T00:00:00Z"}, To: acctest.Values{"to": "2031-01-01T00:00:00Z"},
					Filled: `"validity":{"to":"2030-01-01T00:00:00Z"}`, Sent: `"validity":{"to":"2031-01-01T00:00:00Z"}`, Fixed: true,
				},
				{
					Name: "modification_comment", From: "A", To: "B",
					Filled: `"modificationComment":"A"`, Sent: `"modificationComment":"B"`, Cleared: `"modificationComment":""`,
				},
			},
		}
	}, acctest.ExtIDs)
}
