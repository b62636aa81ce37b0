package profileauthorizations_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// Unconfigured data rooms cause no change while all are closed; the plan closes open ones.
func TestProfileAuthorizations_dataRoomsOmitted(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.AuthorizationExtIDs)
	yes := true
	grant(t,
		s, idm.AuthorizationInput{RoleExtID: idm.Set("crm-reader"), ClientGlobal: idm.Set(yes), UnitGlobal: idm.Set(yes),
			AppGlobal:            idm.Set(yes),
			EnterpriseRoleGlobal: idm.Set(yes)})
	grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set("wiki-editor")})
	p, all := s.Protocol(t), acctest.Instance{Type: "idm_profile_authorizations"}
	all.Import(t, p, s.Client+"/"+s.ID("profile"))
	all.Refresh(t, p)
	config := wanted(s, acctest.Values{"crm-reader": acctest.Values{}, "wiki-editor": acctest.Values{}})
	planned, diags := all.Plan(t, p, config)
	if len(diags) > 0 || planned.Empty || held(all.Values) != "crm-reader true, wiki-editor false" ||
		held(planned.Values) != "crm-reader false, wiki-editor false" {
		t.Fatalf("%v, %v", planned.Values, diags)
	}
	s.ClearRequests()
	if diags := all.Apply(t, p, planned); len(diags) > 0 {
		t.Fatal(diags)
	}
	if err := sent(s,
		`PATCH {"appGlobal":false,"clientGlobal":false,"enterpriseRoleGlobal":false,"unitGlobal":false,"version":1}`)(nil); err != nil {
		t.Error(err)
	}
	all.Refresh(t, p)
	if planned, diags := all.Plan(t, p, config); len(diags) > 0 || !planned.Empty {
		t.Errorf("closed data rooms are changed: %v, %v", planned.Values, diags)
	}
}

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
