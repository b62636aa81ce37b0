package profileproperties_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

const address = "idm_profile_properties.test"

func config(arguments string) string {
	return fmt.Sprintf("resource \"idm_profile_properties\" \"test\" {\n  profile_ext_id = \"p-anna-hq\"\n%s\n}\n", arguments)
}

func remote(s *acctest.Service, want map[string]string) resource.TestCheckFunc {
	return acctest.Remote(
		func() (idm.Properties, error) {
			return s.API.ProfileProperties(context.Background(), "acme", "p-anna-hq")
		},
		func(p idm.Properties) error { return acctest.Equal(want, p.Values) })
}

// It owns its keys and no others, from the first to the last.
func TestProfileProperties(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	body := `{"name":"other","type":"STRING","scope":"PROFILE_GLOBAL","clientExtId":"acme"}`
	if status, answer := s.Send(t, "POST", "/core/v1/properties", body); status != 201 {
		t.Fatal(status, answer)
	}
	set := func(values map[string]string) func() {
		return func() {
			t.Helper()
			if _, err := s.API.UpdateProfileProperties(context.Background(), "acme", "p-anna-hq", values); err != nil {
				t.Fatal(err)
			}
		}
	}
	patch := func(body string) string { return "PATCH /core/v1/acme/profiles/p-anna-hq/properties " + body }
	set(map[string]string{"other": "", "badge": ""})()
	both := config("properties = { badge = \"2\" }\nsensitive_properties = { other = \"hush\" }")
	steps := []resource.TestStep{
		s.Apply(config(`properties = { badge = "1" }`),
			resource.TestCheckResourceAttr(address, "id", "acme/p-anna-hq"), s.Sent(patch(`{"badge":"1"}`))),
		s.Apply(both, s.Sent(patch(`{"badge":"2","other":"hush"}`)), remote(s, map[string]string{"badge": "2", "other": "hush"})),
		s.Drift(set(map[string]string{"badge": "theirs"}), both, address, plancheck.ResourceActionUpdate),
		s.Apply(both, s.Sent(patch(`{"badge":"2"}`))),
		s.Apply(config(`properties = { badge = "2" }`), s.Sent(patch(`{"other":""}`))),
	}
	steps = append(steps, acctest.Import(address)...)
	s.Test(t, append(steps,
		s.Fails(config(`properties = { undefined = "1" }`), "undefined"),
		s.Step(config(`properties = { badge = "3" }`), acctest.Before(set(map[string]string{"other": "theirs"}))),
		s.Apply("", s.Sent(patch(`{"badge":""}`)), remote(s, map[string]string{"other": "theirs"})),
	)...)
}
