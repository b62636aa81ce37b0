package enterpriseroleproperties_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

const address = "idm_enterprise_role_properties.test"

func config(arguments string) string {
	return fmt.Sprintf("resource \"idm_enterprise_role_properties\" \"test\" {\n  enterprise_role_ext_id = \"er-sales\"\n%s\n}\n", arguments)
}

func remote(s *acctest.Service, want map[string]string) resource.TestCheckFunc {
	return acctest.Remote(
		func() (idm.Properties, error) {
			return s.API.EnterpriseRoleProperties(context.Background(), "acme", "er-sales")
		},
		func(p idm.Properties) error { return acctest.Equal(want, p.Values) })
}

// It owns its keys and no others, from the first to the last.
func TestEnterpriseRoleProperties(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	for _, name := range []string{"other"} {
		body := fmt.Sprintf(`{"name":%q,"type":"STRING","scope":"ENTERPRISE_ROLE_GLOBAL","clientExtId":"acme"}`, name)
		if status, answer := s.Send(t, "POST", "/core/v1/properties", body); status != 201 {
			t.Fatal(status, answer)
		}
	}
	set := func(values map[string]string) func() {
		return func() {
			t.Helper()
			if _, err := s.API.UpdateEnterpriseRoleProperties(context.Background(), "acme", "er-sales", values); err != nil {
				t.Fatal(err)
			}
		}
	}
	patch := func(body string) string { return "PATCH /core/v1/acme/eroles/er-sales/properties " + body }
	set(map[string]string{"other": "", "tier": ""})()
	both := config("properties = { tier = \"2\" }\nsensitive_properties = { other = \"hush\" }")
	steps := []resource.TestStep{
		s.Apply(config(`properties = { tier = "1" }`),
			resource.TestCheckResourceAttr(address, "id", "acme/er-sales"), s.Sent(patch(`{"tier":"1"}`))),
		s.Apply(both, s.Sent(patch(`{"other":"hush","tier":"2"}`)), remote(s, map[string]string{"tier": "2", "other": "hush"})),
		s.Drift(set(map[string]string{"tier": "theirs"}), both, address, plancheck.ResourceActionUpdate),
		s.Apply(both, s.Sent(patch(`{"tier":"2"}`))),
		s.Apply(config(`properties = { tier = "2" }`), s.Sent(patch(`{"other":""}`))),
	}
	steps = append(steps, acctest.Import(address)...)
	s.Test(t, append(steps,
		s.Fails(config(`properties = { undefined = "1" }`), "undefined"),
		s.Step(config(`properties = { tier = "3" }`), acctest.Before(set(map[string]string{"other": "theirs"}))),
		s.Apply("", s.Sent(patch(`{"tier":""}`)), remote(s, map[string]string{"other": "theirs"})),
	)...)
}

func TestEnterpriseRolePropertiesDataSource(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	read := func(extID string) string {
		return fmt.Sprintf("data \"idm_enterprise_role_properties\" \"test\" {\n  enterprise_role_ext_id = %q\n}\n", extID)
	}
	s.Test(t,
		s.Apply(read("er-sales"), resource.TestCheckResourceAttr("data.idm_enterprise_role_properties.test", "properties.%", "0")),
		s.Fails(read("nowhere"), "errors.noRecord"),
	)
}
