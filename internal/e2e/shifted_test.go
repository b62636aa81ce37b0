package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/rings"
)

// A list of owners with count shifts, or its elements change places: each object takes the external
// ID of another one, with what refers to it. It takes one apply.
func TestShifted(t *testing.T) {
	t.Parallel()
	counted := func(kind string, arguments ...string) string {
		return resource(kind, append([]string{"count = length(local.l)"}, arguments...)...)
	}
	const (
		own      = `ext_id = "x-${local.l[count.index]}"`
		login    = `login_id = "l-${local.l[count.index]}"`
		named    = `name = "n-${local.l[count.index]}"`
		password = `password_wo = "Sup3r-Secret-Pw-0123456789-abcdefghijklmn"`
	)
	of := func(kind, attribute string) string {
		return fmt.Sprintf("%s_ext_id = idm_%s.test[count.index].ext_id", attribute, kind)
	}
	user := counted("idm_user", own, login)
	for name, configuration := range map[string]string{
		"unit": counted("idm_unit", own, named, "profileless = false") +
			counted("idm_unit_properties", of("unit", "unit"), "properties = { costCenter = local.l[count.index] }"),
		"user, profile and grants": user + counted("idm_profile", `ext_id = "p-${local.l[count.index]}"`, of("user", "user")) +
			counted("idm_profile_authorizations", of("profile", "profile"), "authorizations = { crm-reader = {} }") +
			counted("idm_user_properties", of("user", "user"), "properties = { employeeNumber = local.l[count.index] }"),
		"user and credentials": user + counted("idm_password", of("user", "user"), password) +
			counted("idm_device_password", `ext_id = "d-${local.l[count.index]}"`, of("user", "user"), password),
		"enterprise role": counted("idm_enterprise_role", own, named) +
			counted("idm_enterprise_role_members", of("enterprise_role", "enterprise_role"), `role_ext_ids = ["crm-reader"]`) +
			counted("idm_enterprise_role_properties", of("enterprise_role", "enterprise_role"), `properties = { tier = "1" }`),
		"application": counted("idm_application", own, named, "displayed = true") +
			counted("idm_role", `ext_id = "r-${local.l[count.index]}"`, `name = "r"`, of("application", "application")) +
			counted("idm_client_application", of("application", "application")),
	} {
		for change, lists := range map[string][2]string{
			"first removed": {`["1", "2", "3"]`, `["2", "3"]`}, "first added": {`["2", "3"]`, `["1", "2", "3"]`},
			"in a cycle": {`["1", "2", "3"]`, `["2", "3", "1"]`},
		} {
			t.Run(name+", "+change, func(t *testing.T) {
				t.Parallel()
				if name != "unit" && name != "user, profile and grants" {
					rings.Campaign(t, "it repeats the test for each kind of object")
				}
				w := newWorkspace(t, configuration, asAdmin)
				for _, list := range lists {
					w.write("list.tf", "locals {\n  l = "+list+"\n}\n")
					w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
				}
				if out := w.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color"); !strings.Contains(out, "No changes") {
					t.Error(out)
				}
			})
		}
	}
}
