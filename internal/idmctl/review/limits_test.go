package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// A grant without properties gives more than one that properties limit, or may limit.
func TestLimits(t *testing.T) {
	limited := access.NewID("", "acme", access.Grant, access.OwnedID("p-eva", "2"))
	unknown := plan.Unknown{}
	none := map[string]any{"client_global": false, "unit_global": false, "app_global": false, "enterprise_role_global": false}
	set := func(of any) plan.Values { return values("profile_ext_id", "p-two", "authorizations", of) }
	for name, test := range map[string]struct {
		changes []plan.Change
		// kept reports that the limited grant itself does not change.
		kept bool
	}{
		"a second profile": {[]plan.Change{object("idm_authorization.a", plan.Create, nil,
			authorization("p-two", "reader", "ext_id", unknown))}, false},
		"a set of a second profile": {[]plan.Change{object("idm_profile_authorizations.a", plan.Create, nil,
			set(grants("reader", none)))}, false},
		"a role of an enterprise role": {[]plan.Change{object("idm_enterprise_role_member.a", plan.Create, nil,
			values("enterprise_role_ext_id", "er-sales", "role_ext_id", "reader"))}, false},
		"deleted and created elsewhere": {[]plan.Change{
			object("idm_authorization.a", plan.Delete, authorization("p-eva", "reader", "ext_id", "2"), nil),
			object("idm_authorization.b", plan.Create, nil, authorization("p-eva", "reader", "ext_id", unknown))}, false},
		"deleted and created with the same ID": {[]plan.Change{
			object("idm_authorization.a", plan.Delete, authorization("p-eva", "reader", "ext_id", "2"), nil),
			object("idm_authorization.b", plan.Create, nil, authorization("p-eva", "reader", "ext_id", "2"))}, false},
		"an expired grant that is valid again": {[]plan.Change{object("idm_authorization.a", plan.Update,
			authorization("p-two", "reader", "ext_id", "4", "validity", valid(nil, "2020-01-01T00:00:00Z")),
			authorization("p-two", "reader", "ext_id", "4"))}, false},
		"the grant itself": {[]plan.Change{object("idm_profile_authorizations.a", plan.Create, nil,
			values("profile_ext_id", "p-eva", "authorizations", grants("reader", none)))}, true},
	} {
		t.Run(name, func(t *testing.T) {
			for facts, want := range map[string]string{
				"unlimited": "", "limited": "the role is limited by properties", "unknown": "is or may be limited"} {
				held := acme()
				hold(held, access.Profile, "p-two", "eva", "")
				if strings.HasPrefix(name, "an expired") {
					over := fact(access.Grant, "4", "p-two", "reader")
					over.To = access.Exactly(moment("2020-01-01T00:00:00Z"))
					held.Add(over)
				}
				p := &plan.Plan{Time: planned, Changes: test.changes}
				names := review.NewDirectory(p)
				names.Facts("", []string{"acme"}, held)
				if facts != "unknown" {
					names.Limited[limited] = facts == "limited"
				}
				r := review.New(p, names)
				reported := slices.ContainsFunc(r.Findings, func(f review.Finding) bool {
					return slices.Contains(f.Rules, "gain.extended") && want != "" && strings.Contains(f.Text, want)
				})
				if reported != (want != "" && !test.kept) {
					t.Errorf("%s: reported %t\n%s", facts, reported, r.Document().Text(0))
				}
				r.Check(review.Presets())
				broken := slices.ContainsFunc(r.FailedRules, func(b review.BrokenRule) bool { return b.Rule == "access" })
				if want != "" && !test.kept && !broken {
					t.Errorf("%s: access is not broken", facts)
				}
			}
		})
	}
}

// Properties of everything on a path limit it, unless the new path has them too.
func TestLimits_path(t *testing.T) {
	id := func(kind access.Kind, extID string) access.ID { return access.NewID("", "acme", kind, extID) }
	second := authorization("p-two", "reader", "ext_id", plan.Unknown{})
	for name, test := range map[string]struct {
		limited access.ID
		made    plan.Values
		want    bool
	}{
		"the profile":         {id(access.Profile, "p-eva"), second, true},
		"the new profile":     {id(access.Profile, "p-two"), second, false},
		"the enterprise role": {id(access.EnterpriseRole, "er-sales"), authorization("p-eva", "crm", "ext_id", plan.Unknown{}), true},
		"the same profile":    {id(access.Profile, "p-eva"), authorization("p-eva", "crm", "ext_id", plan.Unknown{}), false},
		"the unit of both":    {id(access.Unit, "hq"), second, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, known := range []bool{true, false} {
				held := acme()
				hold(held, access.Unit, "hq", "", "")
				hold(held, access.Profile, "p-two", "eva", "")
				p := &plan.Plan{Time: planned, Changes: []plan.Change{object("idm_authorization.a", plan.Create, nil, test.made)}}
				names := review.NewDirectory(p)
				names.Facts("", []string{"acme"}, held)
				for o := range held.Objects() {
					if o.ID != test.limited || known {
						names.Limited[o.ID] = o.ID == test.limited
					}
				}
				r := review.New(p, names)
				r.Check(review.Presets())
				broken := slices.ContainsFunc(r.FailedRules, func(b review.BrokenRule) bool { return b.Rule == "access" })
				if broken != test.want {
					t.Errorf("known %t: access is broken: %t\n%s", known, broken, r.Document().Text(0))
				}
			}
		})
	}
}
