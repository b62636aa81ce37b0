package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// writes returns the requests that change the service, and forgets them.
func (w *workspace) writes() (all []string) {
	for _, r := range w.sim.Requests() {
		if !slices.Contains([]string{"GET", "HEAD"}, r.Method) && !strings.HasSuffix(r.Path, "/search") {
			all = append(all, r.Method+" "+r.Path)
		}
	}
	w.sim.ClearRequests()
	return all
}

// takesOver applies a configuration that gives objects to another resource. Nothing changes in the
// service, and the next plan is empty.
func (w *workspace) takesOver(configuration string) {
	w.t.Helper()
	w.write("people.tf", configuration)
	w.writes()
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.must(0, "plan", "-detailed-exitcode", "-no-color")
	if sent := w.writes(); len(sent) > 0 {
		w.t.Errorf("a change of the form sends %v", sent)
	}
}

// The forms of two users with a profile and a grant each; Mei/1 has a key that an import ID encodes.
const (
	twoPeople = `locals {
  people = { "eva" = "Eva", "mei/1%" = "Mei" }
}
`
	singles = `resource "idm_user" "staff" {
  for_each = local.people
  ext_id   = each.key
  login_id = each.key
  name     = { family_name = each.value }
}
resource "idm_profile" "staff" {
  for_each      = local.people
  ext_id        = each.key
  user_ext_id   = idm_user.staff[each.key].ext_id
  unit_ext_id   = "acme-hq"
}
resource "idm_profile_authorizations" "staff" {
  for_each       = local.people
  profile_ext_id = idm_profile.staff[each.key].ext_id
  authorizations = { "crm-reader" = {} }
}
`
	collections = `resource "idm_users" "staff" {
  users = { for id, name in local.people : id => { login_id = id, name = { family_name = name } } }
}
resource "idm_profiles" "staff" {
  profiles = { for id, name in local.people : id => {
    user_ext_id    = idm_users.staff.ext_ids[id]
    unit_ext_id    = "acme-hq"
    authorizations = { "crm-reader" = {} }
  } }
}
`
)

func released(addresses ...string) string {
	var b strings.Builder
	for _, address := range addresses {
		fmt.Fprintf(&b, "removed {\n  from = %s\n  lifecycle {\n    destroy = false\n  }\n}\n", address)
	}
	return b.String()
}

// People change from single resources to collections and back, between two collections, and between
// two states, and nothing changes in the service.
func TestCollections_betweenForms(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "", asAdmin)
	w.write("people.tf", twoPeople+singles)
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.takesOver(twoPeople + collections + released("idm_user.staff", "idm_profile.staff", "idm_profile_authorizations.staff") + `
import {
  to = idm_users.staff
  id = "acme/eva,mei%2F1%25"
}
import {
  to = idm_profiles.staff
  id = "acme/eva,mei%2F1%25"
}
`)
	w.takesOver(twoPeople + singles + released("idm_users.staff", "idm_profiles.staff") + `
import {
  for_each = local.people
  to       = idm_user.staff[each.key]
  id       = "acme/${replace(urlencode(each.key), "+", "%20")}"
}
import {
  for_each = local.people
  to       = idm_profile.staff[each.key]
  id       = "acme/${replace(urlencode(each.key), "+", "%20")}"
}
import {
  for_each = local.people
  to       = idm_profile_authorizations.staff[each.key]
  id       = "acme/${replace(urlencode(each.key), "+", "%20")}"
}
`)
}

const twoCollections = `resource "idm_users" "staff" {
  on_destroy = "keep"
  users      = { %s }
}
resource "idm_users" "guests" {
  adopt = ["*"]
  users = { %s }
}
`

// A user moves to another collection and to another state, and nothing changes in the service.
func TestCollections_betweenStates(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "", asAdmin)
	const eva, mei = `eva = { login_id = "eva" }, `, `mei = { login_id = "mei" }, `
	w.write("people.tf", fmt.Sprintf(twoCollections, eva+mei, ""))
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.takesOver(fmt.Sprintf(twoCollections, eva, mei))
	other := newWorkspace(t, "", asAdmin)
	other.sim = w.sim
	other.environment = append(other.environment, "IDM_BASE_URL="+w.url)
	w.takesOver(fmt.Sprintf(twoCollections, "", mei))
	other.takesOver(fmt.Sprintf(twoCollections, "", eva))
}

// Half a file, a removed block, a replacement, a destroy and another client are errors of the plan,
// with the number, the first ten keys and the way to allow it.
func TestCollections_halfAFile(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "", asAdmin)
	lines := []string{"id"}
	for i := range 30 {
		lines = append(lines, fmt.Sprintf("p%02d", i))
	}
	const declared = `resource "idm_users" "staff" {
  users = { for p in csvdecode(file("people.csv")) : p.id => { login_id = p.id } }
}
`
	w.write("people.csv", strings.Join(lines, "\n")+"\n")
	w.write("people.tf", declared)
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.writes()
	refused := func(what, number, first string, arguments ...string) {
		t.Helper()
		out := strings.Join(strings.Fields(strings.ReplaceAll(w.must(1, append(arguments, "-no-color")...), "│", "")), " ")
		for _, part := range []string{"Too many removals", "deletes " + number + " of 30 users, and 10 are allowed: " + first,
			"max_removals = " + number} {
			if !strings.Contains(out, part) {
				t.Errorf("%s does not name %q:\n%s", what, part, out)
			}
		}
	}
	all := "p00, p01, p02, p03, p04, p05, p06, p07, p08, p09 and 20 more"
	for _, adopt := range []string{"", `adopt = ["*"]`} {
		w.write("people.tf", strings.Replace(declared, "users =", adopt+"\n  users =", 1))
		if out := w.must(1, "plan", "-no-color", "-replace=idm_users.staff"); !strings.Contains(out, "All elements would be replaced") {
			t.Error(out)
		}
	}
	w.write("people.tf", declared)
	refused("a destroy", "30", all, "plan", "-destroy")
	w.write("people.csv", strings.Join(lines[:16], "\n")+"\n")
	refused("half a file", "15", "p15, p16, p17, p18, p19, p20, p21, p22, p23, p24 and 5 more", "plan")
	w.write("people.csv", "id\n")
	refused("an empty file", "30", all, "plan")
	w.write("people.csv", strings.Join(lines, "\n")+"\n")
	w.write("people.tf", strings.Replace(declared, "users =", "client_ext_id = \"globex\"\n  users =", 1))
	if out := w.must(1, "plan", "-no-color"); !strings.Contains(out, "Another client") {
		t.Error(out)
	}
	w.write("people.tf", "")
	refused("a removed block", "30", all, "plan")
	if sent := w.writes(); len(sent) > 0 {
		t.Errorf("refused plans send %v", sent)
	}
	w.takesOver(released("idm_users.staff"))
}

// manyPeople declares people and their profiles.
const manyPeople = `
locals {
  people = { for i in range(%d) : format("p%%02d", i) => format("login-%%02d", i) }
}
resource "idm_users" "staff" {
  max_removals = 100
  users        = { for id, login in local.people : id => { login_id = login } }
}
resource "idm_profiles" "staff" {
  profiles = { for id, login in local.people : id => { user_ext_id = idm_users.staff.ext_ids[id], unit_ext_id = "acme-hq" } }
}
`

// remoteUsers counts the users in the service whose external ID begins with p and a digit.
func (w *workspace) remoteUsers() (count int) {
	w.t.Helper()
	var state struct{ Users []struct{ ExtID string } }
	decodeJSON(w.t, w.sim.State(), &state)
	for _, user := range state.Users {
		if len(user.ExtID) == 3 && user.ExtID[0] == 'p' {
			count++
		}
	}
	return count
}

// Of 50 people, one has a login that is taken after the plan, one is refused with a 500, and the
// response to one is lost: all others are done, the state is exact, what depends on the people is
// skipped, and the next apply does the rest.
func TestCollections_partialWork(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "", asAdmin)
	w.write("people.tf", fmt.Sprintf(manyPeople, 1))
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.write("people.tf", fmt.Sprintf(manyPeople, 51))
	w.must(0, "plan", "-no-color", "-out=many.tfplan")
	w.behindTheBack("POST", "users/", `{"extId":"another","loginId":"login-07","name":{"familyName":"Another"}}`)
	if err := w.sim.SetFaults(sim.Fault{Kind: "drop-after", Method: "POST", Path: "*/users", Skip: 3, Count: 1},
		sim.Fault{Kind: "status", Method: "POST", Path: "*/users", Skip: 9, Count: 1, Status: 500}); err != nil {
		t.Fatal(err)
	}
	w.writes()
	out := w.must(1, "apply", "-no-color", "many.tfplan")
	if err := w.sim.SetFaults(); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"acme/p07", "already has this login ID"} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), part) {
			t.Errorf("no %q in:\n%s", part, out)
		}
	}
	for _, sent := range w.writes() {
		if strings.Contains(sent, "/profiles") {
			t.Errorf("a profile is not skipped: %s", sent)
		}
	}
	exist := w.remoteUsers()
	if exist < 49 || exist > 50 {
		t.Errorf("%d of 51 users exist", exist)
	}
	if recorded := strings.Count(w.must(0, "state", "show", "-no-color", "idm_users.staff"), "login_id"); recorded != exist {
		t.Errorf("the state records %d of %d users", recorded, exist)
	}
	w.behindTheBack("DELETE", "users/another", "")
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.must(0, "plan", "-detailed-exitcode", "-no-color")
	if exist := w.remoteUsers(); exist != 51 {
		t.Errorf("%d of 51 users exist", exist)
	}
}

// A sensitive file hides the whole map of a collection, except the keys and external IDs in ext_ids:
// a CLI does not tell a provider what is sensitive. The review reports that it cannot judge the map
// and why, and a gate on access is closed.
func TestCollections_sensitiveFile(t *testing.T) {
	t.Parallel()
	r := &reviewing{workspace: newWorkspace(t, "", asAdmin)}
	r.write("people.csv", "id,role\nsecret-1,crm-admin\n")
	r.write("people.tf", `locals {
  people = sensitive(csvdecode(file("people.csv")))
}
resource "idm_profiles" "staff" {
  profiles = { for p in local.people : p.id => { user_ext_id = "u-ben", unit_ext_id = "acme-hq", authorizations = { (p.role) = {} } } }
}
`)
	shown := r.must(0, "plan", "-no-color", "-out=hidden.tfplan")
	out, _ := r.review(0, "hidden.tfplan")
	for name, text := range map[string]string{"the plan": shown, "the review": out} {
		if strings.Contains(text, "crm-admin") || strings.Contains(text, "u-ben") {
			t.Errorf("%s shows what is sensitive:\n%s", name, text)
		}
	}
	if !strings.Contains(shown, "(sensitive value)") ||
		!strings.Contains(out, "profiles of idm_profiles.staff are sensitive or not known yet") {
		t.Errorf("the review does not report why it cannot judge the map:\n%s", out)
	}
	r.review(2, "--fail-on", "access", "hidden.tfplan")
	r.must(0, "apply", "-no-color", "hidden.tfplan")
	if held := roles(t, r.sim, "u-ben"); !slices.Contains(held, "crm-admin") {
		t.Errorf("Ben holds %q", held)
	}
}
