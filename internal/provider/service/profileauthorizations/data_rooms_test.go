package profileauthorizations_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// Data rooms that are unknown in the plan and null in the apply are closed, separately or with the
// whole map.
func TestProfileAuthorizations_dataRoomsKnownAfterApply(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.AuthorizationExtIDs)
	late := func(name, grants string) string {
		return fmt.Sprintf("resource \"terraform_data\" %q {}\n", name) + fmt.Sprintf(
			"resource \"idm_profile_authorizations\" \"test\" {\n  profile_ext_id = %q\n  authorizations = %s\n}\n", s.ID("profile"),
			grants)
	}
	s.Test(t,
		s.Apply(late("flag", `{ crm-reader = { unit_global = terraform_data.flag.id == "" ? true : null } }`),
			sent(s, "POST "+create("crm-reader")),
			resource.TestCheckNoResourceAttr(address, "authorizations.crm-reader.unit_global")),
		s.Apply(late("map", `terraform_data.map.id == "" ? {} : { crm-reader = { app_global = true }, wiki-editor = {} }`),
			sent(s, `PATCH {"appGlobal":true,"version":1}`, "POST "+create("wiki-editor")),
			resource.TestCheckNoResourceAttr(address, "authorizations.wiki-editor.app_global")),
	)
}
