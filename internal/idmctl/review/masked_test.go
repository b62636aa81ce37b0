package review_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// No form of a report shows the name of an object that is sensitive in the plan, whatever its source
// is.
func TestReport_masksNames(t *testing.T) {
	const secret = "Undercover"
	for typeName, at := range map[string]struct {
		kind   access.Kind
		extID  string
		values plan.Values
	}{
		"idm_user":    {access.User, "eva", values("ext_id", "eva", "name", plan.Masked{}, "user_state", "active")},
		"idm_profile": {access.Profile, "p-eva", profile("p-eva", "eva", "name", plan.Masked{})},
		"idm_unit":    {access.Unit, "it", values("ext_id", "it", "name", plan.Masked{})},
		"idm_role": {access.Role, "reader",
			plan.Values{"ext_id": "reader", "application_ext_id": "app", "name": plan.Masked{}}},
		"idm_application": {access.Application, "app", plan.Values{"ext_id": "app", "name": plan.Masked{}}},
		"idm_enterprise_role": {access.EnterpriseRole, "er-sales",
			values("ext_id", "er-sales", "name", plan.Masked{})},
	} {
		t.Run(typeName, func(t *testing.T) {
			held := acme()
			hold(held, access.Unit, "it", "", "")
			hold(held, access.Profile, "p-it", "eva", "it")
			held.Get(access.NewID("", "acme", at.kind, at.extID)).Name = secret
			changed := plan.Values{"remarks": "x", "description": "x"}
			maps.Copy(changed, at.values)
			p := &plan.Plan{Time: planned, Changes: []plan.Change{
				{Address: typeName + ".x", Type: typeName, Action: plan.Update, Before: at.values, After: changed},
				object("idm_authorization.a", plan.Create, nil, authorization("p-eva", "admin", "ext_id", plan.Unknown{})),
				object("idm_authorization.b", plan.Delete, authorization("p-eva", "reader", "ext_id", "2"), nil),
				object("idm_enterprise_authorization.c", plan.Delete, enterpriseGrant("p-eva", "er-sales", "ext_id", "1"), nil),
				object("idm_authorization.d", plan.Create, nil, authorization("p-it", "admin", "ext_id", plan.Unknown{})),
			}}
			names := review.NewDirectory(p)
			names.Facts("", []string{"acme"}, held)
			r := review.New(p, names)
			r.Check(policy(t, `roles = ["*"]`))
			encoded, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			var html strings.Builder
			if err := r.Document().HTML(&html); err != nil {
				t.Fatal(err)
			}
			for form, text := range map[string]string{"JSON": string(encoded), "Markdown": r.Document().Markdown(0),
				"HTML": html.String()} {
				if strings.Contains(text, secret) {
					t.Errorf("%s shows the name:\n%s", form, text)
				}
			}
		})
	}
}
