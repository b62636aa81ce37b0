package e2e

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	model "github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// finalTenant ignores each kind of change to access. Robert is a technical user, Olga may not log
// in, and Ben has a disabled profile, an expired grant and a grant of an unassigned application.
const finalTenant = `
resource "idm_enterprise_role" "office" {
  ext_id = "office"
  name   = "Office"
}

resource "idm_enterprise_role_members" "office" {
  enterprise_role_ext_id = idm_enterprise_role.office.ext_id
  role_ext_ids           = ["crm-reader"]
  lifecycle { ignore_changes = [role_ext_ids] }
}

resource "idm_user" "robert" {
  ext_id            = "u-robert"
  login_id          = "robert"
  is_technical_user = true
  user_state        = "active"
  name              = { first_name = "Robert", family_name = "Robot" }
}

resource "idm_user" "olga" {
  ext_id     = "u-olga"
  login_id   = "olga"
  user_state = "disabled"
  name       = { first_name = "Olga", family_name = "Off" }
  lifecycle { ignore_changes = [user_state] }
}

resource "idm_profile" "robert" {
  ext_id      = "p-robert"
  user_ext_id = idm_user.robert.ext_id
  unit_ext_id = "acme-hq"
}

resource "idm_profile" "olga" {
  ext_id      = "p-olga"
  user_ext_id = idm_user.olga.ext_id
}

resource "idm_profile" "ben" {
  ext_id      = "p-ben"
  user_ext_id = "u-ben"
}

resource "idm_profile" "asleep" {
  ext_id        = "p-asleep"
  user_ext_id   = "u-ben"
  profile_state = "disabled"
  lifecycle { ignore_changes = [profile_state] }
}

resource "idm_authorization" "asleep" {
  profile_ext_id = idm_profile.asleep.ext_id
  ext_id         = "a-asleep"
  role_ext_id    = "crm-admin"
}

resource "idm_authorization" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ben"
  role_ext_id    = "crm-reader"
  lifecycle { ignore_changes = all }
}

resource "idm_authorization" "ended" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ended"
  role_ext_id    = "crm-admin"
  validity       = { to = "2020-01-01T00:00:00Z" }
  lifecycle { ignore_changes = [validity] }
}

resource "idm_authorization" "unassigned" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-unassigned"
  role_ext_id    = "hr-viewer"
}

resource "idm_authorization" "olga" {
  profile_ext_id = idm_profile.olga.ext_id
  ext_id         = "a-olga"
  role_ext_id    = "crm-admin"
}

resource "idm_enterprise_authorization" "ben" {
  profile_ext_id         = idm_profile.ben.ext_id
  ext_id                 = "e-ben"
  enterprise_role_ext_id = "er-sales"
}

resource "idm_enterprise_authorization" "robert" {
  profile_ext_id         = idm_profile.robert.ext_id
  ext_id                 = "e-robert"
  enterprise_role_ext_id = idm_enterprise_role.office.ext_id
}

resource "idm_profile_authorizations" "robert" {
  profile_ext_id = idm_profile.robert.ext_id
  authorizations = { "wiki-editor" = {} }
  lifecycle { ignore_changes = [authorizations] }
}

resource "idm_client_applications" "acme" {
  application_ext_ids = ["crm", "wiki"]
  lifecycle { ignore_changes = [application_ext_ids] }
}

import {
  to = idm_client_applications.acme
  id = "acme"
}
`

var (
	ignored  = regexp.MustCompile(`(?m)^ +lifecycle .*\n`)
	fullName = regexp.MustCompile(`"full_name":"[^"]*/identity-iac/idm"`)
)

// manual is a request outside of Terraform.
type manual struct{ method, path, body string }

// drifts returns manual changes by their names, and the access beyond the declaration, or the missing
// access, that they cause.
func drifts(t *testing.T) map[string]acctest.Row {
	t.Helper()
	all := map[string]acctest.Row{}
	for _, row := range acctest.Table(t, "testdata/tables/drifted.hcl") {
		all[row.Name] = row
	}
	return all
}

// calls are requests with their bodies.
func calls(texts ...string) (all []manual) {
	for _, text := range texts {
		method, path, _ := strings.Cut(text, " ")
		path, body, _ := strings.Cut(path, " ")
		all = append(all, manual{method, path, body})
	}
	return all
}

// newFinalDrift returns the tenant as declared, on a simulator that Reset restores, with a snapshot
// of it.
func newFinalDrift(t *testing.T) (*drifting, *model.Tenant) {
	t.Helper()
	w := newWorkspace(t, finalTenant, asAdmin)
	w.must(0, "apply", "-auto-approve", "-no-color")
	server, err := sim.New(sim.Options{Seed: w.sim.State()})
	if err != nil {
		t.Fatal(err)
	}
	w.sim = server
	d := &drifting{w}
	d.accept()
	return d, factsOf(t, server.State())
}

func (d *drifting) byHand(all []manual) {
	d.t.Helper()
	for _, one := range all {
		d.behindTheBack(one.method, one.path, one.body)
	}
}

// beyond lists the access of users beyond a declaration, and their missing access: roles by user,
// and credentials.
func beyond(declared, now *model.Tenant) []string {
	var all []string
	changed, moved := model.CompareMoves(declared, now, time.Now())
	for _, d := range changed {
		word := "changed"
		switch {
		case d.Gain():
			word = "gained"
		case d.Loss():
			word = "lost"
		case len(d.Opened()) > 0:
			word = "opened"
		}
		all = append(all, d.User.ExtID+" "+d.What.ExtID+" "+word)
	}
	for _, d := range moved {
		all = append(all, d.User.ExtID+" "+d.What.ExtID+" moved")
	}
	for o := range now.Objects() {
		if owner, _ := o.Owner.Known(); o.Kind == model.Credential && declared.Get(o.ID).Presence != model.Present {
			all = append(all, owner+" "+o.ExtID+" credential")
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// driftFindings contains the findings of a report.
type driftFindings struct {
	Undeclared []struct{ Kind, ID string }
	Drift      []struct {
		Type, ID    string
		Gone        bool
		Differences []struct {
			Path  string
			Found any
		}
	}
}

func (d *drifting) findings(code int, environment []string, arguments ...string) (f driftFindings, stderr string) {
	d.t.Helper()
	out, complaint := d.driftWith(code, environment, append(arguments, "--output", "json")...)
	decodeJSON(d.t, out, &f)
	return f, complaint
}

// undone returns the tenant with exactly the findings of a report reverted: undeclared objects are
// removed, and drifted attributes have the declared values.
func (f driftFindings) undone(declared, now *model.Tenant) *model.Tenant {
	changed := map[model.ID]model.Object{}
	remove := func(kind model.Kind, importID string) {
		id := factID(kind, strings.Split(importID, "/"))
		changed[id] = model.Object{ID: id, Presence: model.Absent}
	}
	for _, u := range f.Undeclared {
		kind := model.KindOf(u.Kind)
		if u.Kind == "credential" {
			kind = model.Credential
		}
		remove(kind, u.ID)
	}
	for _, one := range f.Drift {
		row, parts := objecttype.ByTypeName(one.Type), strings.Split(one.ID, "/")
		if row.Class == objecttype.Set {
			continue // A set is searched element by element.
		}
		id := factID(model.KindOf(row.Name), parts)
		was, is := declared.Get(id), *now.Get(id)
		if one.Gone {
			is = *was
		}
		for _, difference := range one.Differences {
			is = declaredIn(is, was, difference.Path)
		}
		changed[id] = is
	}
	var all []model.Object
	for _, o := range changed {
		all = append(all, o)
	}
	return now.With(all)
}

// factID returns the identity of an object from the parts of its import ID.
func factID(kind model.Kind, parts []string) model.ID {
	client, own := parts[0], parts[len(parts)-1]
	if kind == model.Member {
		return model.MemberID("", client, parts[1], own)
	}
	return model.NewID("", client, kind, own).Within(parts[1])
}

// declaredIn returns an object with the declared value of one attribute.
func declaredIn(is model.Object, was *model.Object, path string) model.Object {
	attribute, _, _ := strings.Cut(path, "[")
	if room := slices.Index(grants.RoomAttributes(), attribute); room >= 0 {
		is.Rooms = is.Rooms.Open(model.Room(room), model.Exactly(was.Rooms.Must(model.Room(room))))
	}
	switch attribute {
	case "profile_state", "user_state":
		is.State = was.State
	case "validity":
		is.From, is.To = was.From, was.To
	case "role_ext_id", "enterprise_role_ext_id", "unit_ext_id":
		is.Target = was.Target
	}
	return is
}

// All access beyond the configuration is found, whatever change caused it: without the findings,
// the access equals the declared access.
func TestDrift_finalState(t *testing.T) {
	t.Parallel()
	d, declared := newFinalDrift(t)
	for name, row := range drifts(t) {
		t.Run(name, func(t *testing.T) {
			d.t = t
			d.sim.Reset()
			d.byHand(calls(row.Texts("calls")...))
			now := factsOf(t, d.sim.State())
			same(t, "made by hand", beyond(declared, now), row.Texts("made")...)
			d.must(0, "plan", "-no-color", "-out=saved.plan")
			found, _ := d.findings(2, d.environment, "saved.plan")
			same(t, "not found", beyond(declared, found.undone(declared, now)))
		})
	}
}

// Changes that do not add access are reported as declared, for a saved plan and its JSON.
func TestDrift_finalStateAsDeclared(t *testing.T) {
	t.Parallel()
	d, declared := newFinalDrift(t)
	for name, test := range map[string]struct {
		calls []manual
		made  []string
		// unaccepted is in no state, and not accepted.
		unaccepted string
	}{
		"nothing": {},
		"an enterprise role that no declared grant gives": {calls: []manual{{http.MethodPut, "eroles/er-finance/roles/crm-admin", ""}},
			unaccepted: "acme/er-finance/crm-admin"},
		"a grant of a profile that no state contains": {
			calls: []manual{{http.MethodPost, "profiles/p-anna-hq/authorizations/", `{"extId":"by-hand","roleExtId":"crm-admin"}`}},
			made:  []string{"u-anna crm-admin gained"}, unaccepted: "by-hand"},
		"a change and its undoing": {calls: []manual{{http.MethodPatch, "profiles/p-ben/authorizations/a-ben", `{"clientGlobal":true}`},
			{http.MethodPatch, "profiles/p-ben/authorizations/a-ben", `{"clientGlobal":false}`}}},
	} {
		t.Run(name, func(t *testing.T) {
			d.t = t
			d.sim.Reset()
			d.byHand(test.calls)
			same(t, "made by hand", beyond(declared, factsOf(t, d.sim.State())), test.made...)
			d.must(0, "plan", "-no-color", "-out=saved.plan")
			d.write("plan.json", d.must(0, "show", "-json", "saved.plan"))
			for _, file := range []string{"saved.plan", "plan.json"} {
				code := 0
				if test.unaccepted != "" {
					code = 2
				}
				printed, _ := d.drift(code, file)
				if !strings.Contains(printed, "as declared") || !strings.Contains(printed, test.unaccepted) {
					t.Errorf("%s: %s", file, printed)
				}
			}
		})
	}
}

// Access that a search cannot see is never reported as declared: the report names the unsearched
// part.
func TestDrift_finalStateNotSearched(t *testing.T) {
	t.Parallel()
	d, declared := newFinalDrift(t)
	d.must(0, "plan", "-no-color", "-out=whole.plan")
	d.must(0, "plan", "-no-color", "-target=idm_profile.olga", "-out=target.plan")
	whole := d.must(0, "show", "-json", "whole.plan")
	d.write("whole.json", whole)
	targeted := d.must(0, "show", "-json", "target.plan")
	d.write("target.json", targeted)
	d.write("silent.json", strings.Replace(targeted, `"complete":false`, `"complete":null`, 1))
	d.write("elsewhere.json", fullName.ReplaceAllString(whole,
		`$0,"expressions":{"base_url":{"constant_value":"https://elsewhere.example.com"}}`))
	d.byHand(calls(drifts(t)["a grant"].Texts("calls")...))
	now := factsOf(t, d.sim.State())
	same(t, "made by hand", beyond(declared, now), drifts(t)["a grant"].Texts("made")...)
	for name, test := range map[string]struct {
		files       []string
		environment []string
		faults      []sim.Fault
		want        string
	}{
		"no login":        {files: []string{"whole.plan", "whole.json"}, environment: d.without(), want: "no login"},
		"a target":        {files: []string{"target.plan", "target.json", "silent.json"}, want: "a part of the configuration"},
		"another address": {files: []string{"elsewhere.json"}, want: "another service"},
		"an unreadable part": {files: []string{"whole.plan", "whole.json"}, want: "client acme: authorizations of profile p-ben",
			faults: []sim.Fault{{Kind: "status", Method: http.MethodGet, Path: "*/profiles/p-ben/authorizations*",
				Status: http.StatusForbidden}}},
	} {
		for _, file := range test.files {
			t.Run(name+" in "+file, func(t *testing.T) {
				d.t = t
				if err := d.sim.SetFaults(test.faults...); err != nil {
					t.Fatal(err)
				}
				environment := test.environment
				if environment == nil {
					environment = d.environment
				}
				found, complaint := d.findings(1, environment, file)
				if left := beyond(declared, found.undone(declared, now)); !slices.Equal(left, drifts(t)["a grant"].Texts("made")) {
					t.Errorf("the grant is found, so that nothing is proven: %q", left)
				}
				if !strings.Contains(complaint, test.want) {
					t.Errorf("%q is missing: %s", test.want, complaint)
				}
			})
		}
	}
}

// A refresh does not declare access. An apply of the configuration without ignore_changes reverts
// what managed objects have; the rest stays undeclared.
func TestDrift_finalStateRepaired(t *testing.T) {
	t.Parallel()
	d, declared := newFinalDrift(t)
	byHand := func(names ...string) {
		for _, name := range names {
			d.byHand(calls(drifts(t)[name].Texts("calls")...))
		}
	}
	byHand("a role of an unmanaged enterprise role", "a role of an ignored enterprise role", "an application", "an ignored data room",
		"an ignored state of a profile", "an ignored state of a user", "an ignored validity", "a grant in an ignored map", "a grant",
		"an enterprise role")
	d.must(0, "apply", "-refresh-only", "-auto-approve", "-no-color")
	// The state would adopt these changes, so their repair would be a change that is not applied
	// yet.
	byHand("a grant that is gone", "another unit")
	now := factsOf(t, d.sim.State())
	found, _ := d.findings(2, d.environment)
	same(t, "not found after a refresh", beyond(declared, found.undone(declared, now)))

	d.write("main.tf", ignored.ReplaceAllString(d.read("main.tf"), ""))
	d.must(0, "apply", "-auto-approve", "-no-color")
	same(t, "undeclared", beyond(declared, factsOf(t, d.sim.State())), "u-anna crm-admin gained", "u-ben crm-admin gained",
		"u-ben wiki-editor opened", "u-robert crm-admin gained", "u-robert er-manager gained")
	d.drift(2)
}
