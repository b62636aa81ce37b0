package userproperties_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

const address = "idm_user_properties.test"

func config(arguments string) string {
	return fmt.Sprintf("resource \"idm_user_properties\" \"test\" {\n  user_ext_id = \"u-ben\"\n%s\n}\n", arguments)
}

func remote(s *acctest.Service, want map[string]string) resource.TestCheckFunc {
	return acctest.Remote(
		func() (idm.Properties, error) { return s.API.UserProperties(context.Background(), "acme", "u-ben") },
		func(p idm.Properties) error { return acctest.Equal(want, p.Values) })
}

// It owns its keys and no others, from the first to the last.
func TestUserProperties(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	body := `{"name":"other","type":"STRING","scope":"USER_GLOBAL","clientExtId":"acme"}`
	if status, answer := s.Send(t, "POST", "/core/v1/properties", body); status != 201 {
		t.Fatal(status, answer)
	}
	set := func(values map[string]string) func() {
		return func() {
			t.Helper()
			if _, err := s.API.UpdateUserProperties(context.Background(), "acme", "u-ben", values); err != nil {
				t.Fatal(err)
			}
		}
	}
	patch := func(body string) string { return "PATCH /core/v1/acme/users/u-ben/properties " + body }
	set(map[string]string{"other": "", "employeeNumber": ""})()
	both := config("properties = { employeeNumber = \"2\" }\nsensitive_properties = { other = \"hush\" }")
	steps := []resource.TestStep{
		s.Apply(config(`properties = { employeeNumber = "1" }`),
			resource.TestCheckResourceAttr(address, "id", "acme/u-ben"), s.Sent(patch(`{"employeeNumber":"1"}`))),
		s.Apply(both, s.Sent(patch(`{"employeeNumber":"2","other":"hush"}`)),
			remote(s, map[string]string{"employeeNumber": "2", "other": "hush"})),
		s.Drift(set(map[string]string{"employeeNumber": "theirs"}), both, address, plancheck.ResourceActionUpdate),
		s.Apply(both, s.Sent(patch(`{"employeeNumber":"2"}`))),
		s.Apply(config(`properties = { employeeNumber = "2" }`), s.Sent(patch(`{"other":""}`))),
	}
	steps = append(steps, acctest.Import(address)...)
	s.Test(t, append(steps,
		s.Fails(config(`properties = { undefined = "1" }`), "undefined"),
		s.Step(config(`properties = { employeeNumber = "3" }`), acctest.Before(set(map[string]string{"other": "theirs"}))),
		s.Apply("", s.Sent(patch(`{"employeeNumber":""}`)), remote(s, map[string]string{"other": "theirs"})),
	)...)
}

func TestUserPropertiesDataSource(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	read := func(extID string) string {
		return fmt.Sprintf("data \"idm_user_properties\" \"test\" {\n  user_ext_id = %q\n}\n", extID)
	}
	s.Test(t,
		s.Apply(read("u-ben"), resource.TestCheckResourceAttr("data.idm_user_properties.test", "properties.%", "1")),
		s.Fails(read("nowhere"), "errors.noRecord"),
	)
}
