package drift_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// members returns the undeclared roles of enterprise roles in a report, one line each.
func members(r *drift.Report) []string {
	found := []string{}
	for _, m := range r.Undeclared {
		if m.Kind != "enterprise_role_member" {
			continue
		}
		line := m.ID + ": " + m.Who + " has " + m.Gives
		if m.RemovedBy != "" {
			line += ", removed by " + m.RemovedBy
		}
		found = append(found, line)
	}
	return found
}

// A role that was added to a managed enterprise role outside Terraform reaches all its holders.
func TestUndeclared_members(t *testing.T) {
	seed := tenants()
	for _, role := range seed["enterpriseRoles"] {
		role["roleExtIds"] = []string{"reader", "a/b"}
	}
	role := held("idm_enterprise_role", "acme/er", plan.Values{"client_ext_id": "acme", "ext_id": "er", "name": "Sales"})
	single := func(client, id string) plan.Change {
		return held("idm_enterprise_role_member", client+"/er/"+id,
			plan.Values{"client_ext_id": client, "enterprise_role_ext_id": "er"})
	}
	all := func(roles ...any) plan.Change {
		return held("idm_enterprise_role_members", "acme/er",
			plan.Values{"client_ext_id": "acme", "enterprise_role_ext_id": "er", "role_ext_ids": roles})
	}
	const holders = ": all users with the enterprise role Sales (er) has role "
	const reader, odd = "acme/er/reader" + holders + "Reader (reader)", "acme/er/a%2Fb" + holders + "Odd (a/b)"
	const byAll = ", removed by idm_enterprise_role_members.acme_er"
	for name, test := range map[string]struct {
		changes, also []plan.Change
		want          []string
	}{
		"only referenced":           {[]plan.Change{single("acme", "reader")}, nil, nil},
		"managed":                   {[]plan.Change{role}, nil, []string{odd, reader}},
		"with single members":       {[]plan.Change{role, single("acme", "reader")}, nil, []string{odd}},
		"all single":                {[]plan.Change{role, single("acme", "reader"), single("acme", "a%2Fb")}, nil, nil},
		"another client's members":  {[]plan.Change{role, single("globex", "reader")}, nil, []string{odd, reader}},
		"in another configuration":  {[]plan.Change{role}, []plan.Change{single("acme", "a%2Fb")}, []string{reader}},
		"an authoritative resource": {[]plan.Change{all("reader")}, nil, []string{odd + byAll}},
		"all of them":               {[]plan.Change{role, all("reader", "a/b")}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			service := serve(t, seed, "")
			p := &plan.Plan{Changes: test.changes}
			r := drift.New("here", p)
			if got := undeclared(t, r, service.Service, &plan.Plan{Changes: test.also}); len(got) > 0 {
				t.Errorf("grants: %q", got)
			}
			got := members(r)
			if !slices.Equal(got, append([]string{}, test.want...)) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if r.Found() != (len(test.want)+r.Summary.Unmanaged > 0) || r.Summary.Undeclared != len(test.want) {
				t.Errorf("found %v, %+v", r.Found(), r.Summary)
			}
			text := r.Document().Markdown(0)
			if shown := strings.Contains(text, "all users with the enterprise role"); shown != (len(test.want) > 0) {
				t.Errorf("the report shows it: %t\n%s", shown, text)
			}
		})
	}
}

// A credential that was created by hand for a managed technical user is undeclared access, also if
// the declaration does not show that the user is technical. Those of people are not searched.
func TestUndeclared_credentials(t *testing.T) {
	for _, technical := range []bool{true, false} {
		seed := tenants()
		seed["users"][0]["isTechnicalUser"] = technical
		seed["credentials"] = []object{{"clientExtId": "acme", "userExtId": "u", "extId": "k", "type": "Kerberos", "stateName": "active",
			"kerberosId": "u@x"}}
		user := held("idm_user", "acme/u", plan.Values{"client_ext_id": "acme", "ext_id": "u", "login_id": "anna"})
		r := drift.New("here", &plan.Plan{Changes: []plan.Change{user}})
		undeclared(t, r, serve(t, seed, "").Service)
		if found := slices.ContainsFunc(r.Undeclared, func(u drift.Foreign) bool { return u.ID == "acme/u/k" }); found != technical {
			t.Errorf("technical %t: %+v, %q", technical, r.Undeclared, r.NotSeen)
		}
	}
}

// A profile that was created outside Terraform for a managed user, with all its grants, is access
// of that user.
func TestUndeclared_profilesOfManagedUsers(t *testing.T) {
	seed := tenants()
	seed["authorizations"] = []object{authorization("acme", "p", "1", "reader", nil), authorization("acme", "q", "2", "reader", nil),
		authorization("globex", "p", "3", "reader", nil), authorization("acme", "left", "4", "reader", nil)}
	// The grants of an archived profile have no effect.
	seed["profiles"] = append(seed["profiles"], object{"extId": "left", "clientExtId": "acme", "userExtId": "u", "unitExtId": "hq",
		"profileState": "archived"})
	user := held("idm_user", "acme/u", plan.Values{"client_ext_id": "acme", "ext_id": "u"})
	service := serve(t, seed, "")
	p := &plan.Plan{Changes: []plan.Change{user, managedProfile("acme", "p"), single("acme", "p", "1")}}
	r := drift.New("here", p)
	if got := undeclared(t, r, service.Service); !slices.Equal(got, []string{"acme/q/2: Anna Keller (u) role Reader (reader)"}) {
		t.Errorf("%q", got)
	}
}

// An added role of an enterprise role is listed before all other changes.
func TestNew_accessFirst(t *testing.T) {
	changed := func(address string, before, after plan.Values) (drift, change plan.Change) {
		of, _, _ := strings.Cut(address, ".")
		return plan.Change{Address: address, Type: of, Action: plan.Update, Before: before, After: after},
			plan.Change{Address: address, Type: of, Action: plan.Update, Before: after, After: before}
	}
	p := &plan.Plan{}
	for _, address := range []string{"idm_application.a", "idm_unit.b", "idm_user.c", "idm_enterprise_role_members.d"} {
		before, after := plan.Values{"name": "x"}, plan.Values{"name": "y"}
		if strings.HasSuffix(address, ".d") {
			before, after = plan.Values{"role_ext_ids": []any{"a"}}, plan.Values{"role_ext_ids": []any{"a", "b"}}
		}
		drifted, change := changed(address, before, after)
		p.Drift, p.Changes = append(p.Drift, drifted), append(p.Changes, change)
	}
	var got []string
	for _, object := range drift.New("here", p).Drift {
		got = append(got, object.Address)
	}
	if want := []string{"idm_enterprise_role_members.d", "idm_user.c", "idm_application.a", "idm_unit.b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
