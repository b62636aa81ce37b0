package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// A plan that is certain to fail at a change, or to undo it, breaks the rule fails, which names the
// objects and a remedy. A plan whose order makes it work does not.
func TestFails(t *testing.T) {
	user := func(id, login string, more ...any) plan.Values {
		return values(append([]any{"ext_id", id, "login_id", login, "user_state", "active"}, more...)...)
	}
	change := func(of plan.Values, pairs ...any) plan.Values { return values(append(flat(of), pairs...)...) }
	eva, hq := user("eva", "eva.x"), unit("hq", "HQ", nil)
	archive := object("idm_user.eva", plan.Update, eva, change(eva, "user_state", "archived"))
	archiveByDestroy := object("idm_user.eva", plan.Delete, change(eva, "on_destroy", "archive"), nil)
	disable := object("idm_unit.hq", plan.Update, change(hq, "state", "active"), change(hq, "state", "disabled"))
	drop := object("idm_unit.hq", plan.Delete, hq, nil)
	last := drop
	last.DestroyedLast = true
	replace := object("idm_user.eva", plan.Replace, eva, change(eva, "is_technical_user", true))
	first := func(from, to plan.Values) plan.Change {
		c := object("idm_unit.hq", plan.Replace, from, to)
		c.CreatedFirst = true
		return c
	}
	password := func(action plan.Action) plan.Change {
		of, after := values("user_ext_id", "eva", "state_name", "active"), "active"
		if action == plan.Update {
			after = "disabled"
		}
		return object("idm_password.p", action, of, change(of, "state_name", after))
	}
	inHQ := profile("p-hq", "eva", "unit_ext_id", "hq")
	grant := authorization("p-eva", "crm", "ext_id", plan.Unknown{})
	erole := func(name, id, label string) plan.Change {
		return object("idm_enterprise_role."+name, plan.Create, nil, values("ext_id", id, "name", label))
	}
	dropRole := object("idm_role.r", plan.Delete, plan.Values{"ext_id": "crm", "name": "CRM"}, nil)
	rename := func(name, id, from, to string) plan.Change {
		return object("idm_enterprise_role."+name, plan.Update, values("ext_id", id, "name", from), values("ext_id", id, "name", to))
	}
	for name, test := range map[string]struct {
		changes []plan.Change
		// at is the address of the finding, and text a part of it; "" if the plan does not fail.
		at, text string
	}{
		"a user archived and a credential kept":    {[]plan.Change{archive, password(plan.NoOp)}, "idm_user.eva", "idm_password.p"},
		"a user archived and a credential changed": {[]plan.Change{archive, password(plan.Update)}, "idm_user.eva", "idm_password.p"},
		"a user archived and a credential removed": {[]plan.Change{archive,
			object("idm_password.p", plan.Delete, values("user_ext_id", "eva"), nil)}, "", ""},
		"a user archived by a destroy and a profile changed": {[]plan.Change{archiveByDestroy,
			object("idm_profile.p", plan.Update, inHQ, change(inHQ, "name", "x"))}, "idm_user.eva", "idm_profile.p"},
		"a user archived and a profile kept": {[]plan.Change{archive, object("idm_profile.p", plan.NoOp, inHQ, inHQ)}, "", ""},
		"a user archived and a role granted": {[]plan.Change{archive, object("idm_profile.p", plan.NoOp, inHQ, inHQ),
			object("idm_authorization.a", plan.Create, nil, grant)}, "idm_user.eva", "idm_authorization.a"},
		"a user archived and a role granted to an undeclared profile": {[]plan.Change{archive,
			object("idm_authorization.a", plan.Create, nil, grant)}, "idm_user.eva", "idm_authorization.a"},
		"a unit disabled and filled": {[]plan.Change{disable, object("idm_profile.p", plan.Create, nil, inHQ)}, "idm_unit.hq",
			"idm_profile.p"},
		"a unit disabled and a unit moved into it": {[]plan.Change{disable,
			object("idm_unit.b", plan.Update, unit("b", "B", nil), unit("b", "B", "hq"))}, "idm_unit.hq", "idm_unit.b"},
		"a unit disabled with its profiles": {[]plan.Change{disable, object("idm_profile.p", plan.Update, inHQ, change(inHQ, "name", "x"))},
			"", ""},
		"a unit destroyed and an undeclared profile in it": {[]plan.Change{drop}, "idm_unit.hq", "still has units or profiles"},
		"a unit destroyed and a profile kept in it": {[]plan.Change{drop, object("idm_profile.p", plan.NoOp, inHQ, inHQ)}, "idm_unit.hq",
			"idm_profile.p"},
		"a unit destroyed and a profile leaves it": {[]plan.Change{drop,
			object("idm_profile.p", plan.Update, inHQ, change(inHQ, "unit_ext_id", nil))}, "idm_unit.hq", "create_before_destroy"},
		"a unit destroyed last and a profile leaves it": {[]plan.Change{last,
			object("idm_profile.p", plan.Update, inHQ, change(inHQ, "unit_ext_id", nil))}, "", ""},
		"a unit destroyed with its profile": {[]plan.Change{drop, object("idm_profile.p", plan.Delete, inHQ, nil)}, "", ""},
		"a unit created first under the old name": {[]plan.Change{first(hq, unit("hq-2", "HQ", nil))}, "idm_unit.hq",
			"create_before_destroy"},
		"a unit created first under another name": {[]plan.Change{first(hq, unit("hq-2", "Head", nil)),
			object("idm_profile.p", plan.Update, inHQ, change(inHQ, "unit_ext_id", "hq-2"))}, "", ""},
		"a role deleted and granted": {[]plan.Change{dropRole,
			object("idm_authorization.a", plan.Create, nil, grant)}, "idm_role.r", "idm_authorization.a"},
		"a role deleted and kept in a set": {[]plan.Change{dropRole,
			object("idm_profile_authorizations.s", plan.NoOp, values("profile_ext_id", "p-eva", "authorizations", grants("crm", nil)),
				values("profile_ext_id", "p-eva", "authorizations", grants("crm", nil)))}, "idm_role.r", "idm_profile_authorizations.s"},
		"a user replaced and a profile kept": {[]plan.Change{replace, object("idm_profile.p", plan.NoOp, inHQ, inHQ)}, "idm_user.eva",
			"replace_triggered_by"},
		"a user replaced and a profile replaced": {[]plan.Change{replace, object("idm_profile.p", plan.Replace, inHQ, inHQ)}, "", ""},
		"a login of another user of the service": {[]plan.Change{object("idm_user.n", plan.Create, nil, user("new", "ben.x"))},
			"idm_user.n", "the user ben in the service"},
		"a login that another change frees": {[]plan.Change{object("idm_user.n", plan.Create, nil, user("new", "ben.x")),
			object("idm_user.b", plan.Update, user("ben", "ben.x"), user("ben", "ben.y"))}, "", ""},
		"a login twice": {[]plan.Change{object("idm_user.a", plan.Create, nil, user("new-a", "new.x")),
			object("idm_user.b", plan.Create, nil, user("new-b", "new.x"))}, "idm_user.a", "idm_user.b"},
		"a name of the service": {[]plan.Change{erole("n", "er-new", "Sales")}, "idm_enterprise_role.n", "er-sales"},
		"names exchanged": {[]plan.Change{rename("a", "er-a", "A", "B"), rename("b", "er-b", "B", "A")},
			"idm_enterprise_role.a", "exchange"},
		"names passed on": {[]plan.Change{rename("a", "er-a", "A", "B"), rename("b", "er-b", "B", "C")}, "", ""},
		"a name below two units": {[]plan.Change{object("idm_unit.a", plan.Create, nil, unit("a", "X", "hq")),
			object("idm_unit.b", plan.Create, nil, unit("b", "X", nil))}, "", ""},
		"a profile under the ID of another one": {[]plan.Change{object("idm_profile.n", plan.Create, nil,
			profile("p-hq", "ben", "name", "Late"))}, "idm_profile.n", "profile Late of "},
		"a unit that exists": {[]plan.Change{object("idm_user.u", plan.Create, nil, user("ben", "other"))}, "idm_user.u", "import"},
		"a missing role": {[]plan.Change{object("idm_authorization.a", plan.Create, nil,
			authorization("p-eva", "nope", "ext_id", plan.Unknown{}))}, "idm_authorization.a", "refers to an object that does not exist"},
		"a missing role in a set": {[]plan.Change{object("idm_profile_authorizations.s", plan.Create, nil,
			values("profile_ext_id", "p-eva", "authorizations", grants("nope", nil)))}, "idm_profile_authorizations.s",
			"refers to an object that does not exist"},
		"a role that the profile has already": {[]plan.Change{object("idm_authorization.a", plan.Create, nil,
			authorization("p-eva", "reader", "ext_id", plan.Unknown{}))}, "idm_authorization.a", "already has this role"},
		"a set with the grants that exist": {[]plan.Change{object("idm_profile_authorizations.s", plan.Create, nil,
			values("profile_ext_id", "p-eva", "authorizations", grants("reader", nil)))}, "", ""},
		"a set with hidden grants": {[]plan.Change{object("idm_profile_authorizations.s", plan.Create, nil,
			values("profile_ext_id", "p-eva", "authorizations", plan.Masked{}))}, "", ""},
		"a set of a new profile": {[]plan.Change{object("idm_profile.n", plan.Create, nil, profile("p-new", "ben", "unit_ext_id", "below")),
			object("idm_profile_authorizations.s", plan.Create, nil,
				values("profile_ext_id", "p-new", "authorizations", grants("crm", nil)))}, "", ""},
		"a set of a replaced profile": {[]plan.Change{
			object("idm_profile.p", plan.Replace, profile("p-eva", "eva"), profile("p-eva", "ben")),
			object("idm_profile_authorizations.s", plan.Create, nil,
				values("profile_ext_id", "p-eva", "authorizations", grants("crm", nil)))}, "", ""},
		"a unit below itself": {[]plan.Change{object("idm_unit.par", plan.Update, unit("par", "P", nil), unit("par", "P", "below"))},
			"idm_unit.par", "below itself"},
		"a profile in a disabled unit": {[]plan.Change{object("idm_profile.p", plan.Create, nil,
			profile("p-new", "ben", "unit_ext_id", "off"))}, "idm_profile.p", "disabled unit"},
		"a change of an archived user": {[]plan.Change{object("idm_user.a", plan.Update, user("gone", "gone.x"),
			change(user("gone", "gone.x"), "user_state", "disabled"))}, "idm_user.a", "archived, which is final"},
		"a hire": {[]plan.Change{object("idm_user.n", plan.Create, nil, user("new", "new.x")),
			object("idm_profile.n", plan.Create, nil, profile("p-new", "new", "unit_ext_id", "below")),
			object("idm_authorization.n", plan.Create, nil, authorization("p-new", "crm", "ext_id", plan.Unknown{}))}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			hold(held, access.Unit, "hq", "", "")
			named := fact(access.Profile, "p-hq", "eva", "hq")
			named.Name = "Headquarters"
			held.Add(named)
			hold(held, access.Unit, "par", "", "")
			hold(held, access.Unit, "below", "par", "")
			held.Add(ofState(access.Unit, "off", "", "", access.Disabled))
			held.Add(ofState(access.User, "gone", "", "", access.Archived))
			p := &plan.Plan{Time: planned, Changes: test.changes}
			names := review.NewDirectory(p)
			names.Facts("", []string{"acme"}, held)
			names.Logins[access.NewID("", "acme", access.User, "ben")] = "ben.x"
			names.Logins[access.NewID("", "acme", access.User, "eva")] = "eva.x"
			var found []string
			r := review.New(p, names)
			// A reader sees it without a rule that looks for it.
			text := r.Document().Markdown(0)
			for _, f := range r.Findings {
				if !slices.Contains(f.Rules, "fails") {
					continue
				}
				found = append(found, f.Address+": "+f.Text)
				if !strings.Contains(text, "; the service may accept the rest of the plan. Remedy: ") {
					t.Errorf("the report does not show %s", f.Text)
				}
				if test.at == f.Address && strings.Contains(f.Text, test.text) && strings.Contains(f.Text, "Remedy: ") {
					test.at = ""
				}
			}
			if test.at != "" || test.text == "" && found != nil {
				t.Errorf("fails at %q, want %s", found, test.at)
			}
		})
	}
}

// flat returns values as pairs.
func flat(of plan.Values) []any {
	var pairs []any
	for name, value := range of {
		pairs = append(pairs, name, value)
	}
	return pairs
}
