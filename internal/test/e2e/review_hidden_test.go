package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// hiding is a workspace with two services for plans that try to hide their effects.
type hiding struct {
	*reviewing
	second    *sim.Server
	secondURL string
}

// finding is the part of a review's JSON that the tests check.
type finding struct {
	Rules                  []string
	Text, Address, Service string
}

func newHiding(t *testing.T) *hiding {
	t.Helper()
	idmctl, err := companion()
	if err != nil {
		t.Fatal(err)
	}
	second, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(second)
	t.Cleanup(server.Close)
	w := newWorkspace(t, "", asAdmin, "TF_VAR_second="+server.URL)
	return &hiding{reviewing: &reviewing{workspace: w, idmctl: idmctl}, second: second, secondURL: server.URL}
}

// apply creates the initial state of a plan.
func (h *hiding) apply(configuration string) {
	h.t.Helper()
	h.write("tenant.tf", configuration)
	h.must(0, "apply", "-auto-approve", "-no-color")
}

// plan plans a configuration and returns the findings of the review.
func (h *hiding) plan(configuration string, arguments ...string) []finding {
	h.t.Helper()
	h.write("tenant.tf", configuration)
	h.must(0, append([]string{"plan", "-no-color", "-out=hidden.tfplan"}, arguments...)...)
	return h.findings("hidden.tfplan")
}

func (h *hiding) findings(arguments ...string) []finding {
	h.t.Helper()
	out, _ := h.review(0, append(arguments, "--output", "json")...)
	var decoded struct{ Findings []finding }
	if err := json.Unmarshal([]byte(out), &decoded); err != nil {
		h.t.Fatalf("%v\n%s", err, out)
	}
	return decoded.Findings
}

// expect checks that a finding at the address falls under each rule, and that the run fails for
// each of the rules and for any.
func (h *hiding) expect(found []finding, address string, rules ...string) {
	h.t.Helper()
	for _, rule := range rules {
		preset := rule == "access" || rule == "loss"
		if !preset && !slices.ContainsFunc(found, func(f finding) bool { return f.Address == address && slices.Contains(f.Rules, rule) }) {
			h.t.Errorf("nothing at %q falls under %s: %+v", address, rule, found)
		}
		h.review(2, "hidden.tfplan", "--fail-on", rule, "--out", "review.md")
	}
	h.review(2, "hidden.tfplan", "--fail-on", "any", "--out", "review.md")
	if strings.Contains(h.read("review.md"), "changes nothing") {
		h.t.Error("the review says that the plan changes nothing")
	}
}

// applied applies the reviewed plan.
func (h *hiding) applied() {
	h.t.Helper()
	h.must(0, "apply", "-no-color", "hidden.tfplan")
}

// roles returns the grants of a user in a service by role.
func roles(t *testing.T, service *sim.Server, user string) []string {
	t.Helper()
	var state struct {
		Profiles       []struct{ ExtID, UserExtID string }
		Authorizations []struct{ ProfileExtID, RoleExtID string }
	}
	if err := json.Unmarshal(service.State(), &state); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, profile := range state.Profiles {
		for _, a := range state.Authorizations {
			if profile.UserExtID == user && a.ProfileExtID == profile.ExtID {
				found = append(found, a.RoleExtID)
			}
		}
	}
	slices.Sort(found)
	return found
}

// openTofu reports whether the tests run with OpenTofu.
func openTofu() bool { return os.Getenv("TF_ACC_PROVIDER_HOST") == "registry.opentofu.org" }

// A review reports all effects of a plan that tries to hide some; the service confirms this after
// the apply.
func TestReview_hidden(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(*hiding){
		"computed references":      (*hiding).computedReferences,
		"removed block":            (*hiding).removedBlock,
		"other providers":          (*hiding).otherProviders,
		"sensitive grant":          (*hiding).sensitiveGrant,
		"same ids elsewhere":       (*hiding).sameIDs,
		"provider switched":        (*hiding).providerSwitched,
		"passed provider":          (*hiding).passedProvider,
		"two providers":            (*hiding).twoProviders,
		"orphan":                   (*hiding).orphan,
		"address overridden":       (*hiding).addressOverridden,
		"read during the apply":    (*hiding).readDuringApply,
		"part of the plan":         (*hiding).part,
		"type of another provider": (*hiding).typeOfAnother,
		"another plan":             (*hiding).anotherPlan,
		"ephemeral resource":       (*hiding).ephemeralResource,
		"address at the apply":     (*hiding).addressAtApply,
		"file of the other CLI":    (*hiding).fileOfOtherCLI,
		"repeated provider":        (*hiding).repeatedProvider,
		"hidden maps":              (*hiding).hiddenMaps,
		"failed check":             (*hiding).failedCheck,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			test(newHiding(t))
		})
	}
}

// The plan's JSON omits removed blocks, and their provisioners run with all rights of the runner.
func (h *hiding) removedBlock() {
	h.apply(`
resource "idm_unit" "old" {
  ext_id      = "old"
  name        = "Old"
  profileless = true
}
`)
	found := h.plan(`
removed {
  from = idm_unit.old
  lifecycle { destroy = true }
  provisioner "local-exec" {
    when    = destroy
    command = "echo ran > ran.txt"
  }
}
`)
	h.expect(found, "idm_unit.old", "outside.provisioner", "unit.delete", "access")
	h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
	h.review(2, "hidden.json", "--fail-on", "outside.provisioner", "--out", "review.md")
	h.applied()
	if got := h.read("ran.txt"); got != "ran\n" {
		h.t.Errorf("the provisioner wrote %q", got)
	}
}

// Equal IDs at two addresses are two grants: revoking one and granting the other do not cancel out.
func (h *hiding) sameIDs() {
	h.apply(secondProvider + fmt.Sprintf(grantAt, "here", "idm"))
	found := h.plan(secondProvider + fmt.Sprintf(grantAt, "there", "idm.second"))
	h.expect(found, "idm_authorization.here", "loss.role", "loss")
	h.expect(found, "idm_authorization.there", "gain.role", "access")
	for _, f := range found {
		if f.Address == "idm_authorization.there" && f.Service != h.secondURL {
			h.t.Errorf("the grant there is said to be at %q", f.Service)
		}
	}
	h.applied()
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); slices.Contains(here, "crm-admin") ||
		!slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there", here, there)
	}
}

// An object without a configuration has its provider only in the state.
func (h *hiding) orphan() {
	h.apply(secondProvider + fmt.Sprintf(grantAt, "here", "idm") + fmt.Sprintf(grantAt, "there", "idm.second"))
	found := h.plan(secondProvider + fmt.Sprintf(grantAt, "here", "idm"))
	h.expect(found, "idm_authorization.there", "loss.role", "loss")
	for _, f := range found {
		if f.Address == "idm_authorization.there" && f.Service != h.secondURL {
			h.t.Errorf("the grant is said to go at %q", f.Service)
		}
	}
	h.applied()
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); !slices.Contains(here, "crm-admin") ||
		slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there", here, there)
	}
}

// In OpenTofu's JSON, a plan with targets looks like a complete one.
func (h *hiding) part() {
	found := h.plan(`
resource "idm_authorization" "a" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "wiki-editor"
}
resource "idm_authorization" "b" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
`, "-target=idm_authorization.a")
	h.expect(found, "", "incomplete.partial")
	h.applied()
	if got := roles(h.t, h.sim, "u-anna"); slices.Contains(got, "crm-admin") || !slices.Contains(got, "wiki-editor") {
		h.t.Errorf("Anna holds %q", got)
	}
}

// The applied plan must be the reviewed one, and an unknown format is not accepted as a plan.
func (h *hiding) anotherPlan() {
	h.plan(`
resource "idm_unit" "a" {
  name        = "A"
  profileless = true
}
`)
	digest := sha256.Sum256([]byte(h.read("hidden.tfplan")))
	h.review(0, "hidden.tfplan", "--expect-digest", strings.ToUpper(hex.EncodeToString(digest[:])), "--out", "review.md")
	// Two plans within a second may be identical files, so the other one has a target.
	h.must(0, "plan", "-no-color", "-target=idm_unit.a", "-out=other.tfplan")
	if _, complaint := h.review(1, "other.tfplan", "--expect-digest", hex.EncodeToString(digest[:]), "--out",
		"other.md"); !strings.Contains(complaint, "another plan") {
		h.t.Errorf("complained %q", complaint)
	}
	if _, err := os.Stat(filepath.Join(h.folder, "other.md")); err == nil {
		h.t.Error("a review of the other plan was written")
	}
	shown := h.must(0, "show", "-json", "hidden.tfplan")
	h.write("newer.json", strings.Replace(shown, `"format_version":"1.`, `"format_version":"2.`, 1))
	if _, complaint := h.review(1, "newer.json"); !strings.Contains(complaint, "below 2.0") {
		h.t.Errorf("complained %q", complaint)
	}
	h.write("more.json", strings.Replace(shown, `{"format_version"`, `{"quantum_changes":[{"grants":"all"}],"format_version"`, 1))
	h.review(2, "more.json", "--fail-on", "access", "--out", "review.md")
}

// OpenTofu reads names.tofu instead of names.tf, and Terraform the opposite: the review must be
// based on the files that the apply reads.
func (h *hiding) fileOfOtherCLI() {
	h.write("names.tf", "locals {\n  who = idm_profile.ben.ext_id\n}\n")
	h.write("names.tofu", "locals {\n  who = idm_profile.carla.ext_id\n}\n")
	found := h.plan(`
resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  name        = "Profile of Ben"
}
resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  name        = "Profile of Carla"
}
resource "idm_authorization" "a" {
  profile_ext_id = local.who
  role_ext_id    = "crm-admin"
}
`)
	h.expect(found, "idm_authorization.a", "gain.role")
	h.applied()
	holders := map[bool]string{true: "Ben", false: "Carla"}
	holder := holders[slices.Contains(roles(h.t, h.sim, "u-ben"), "crm-admin")]
	for _, f := range found {
		if f.Address == "idm_authorization.a" && (!strings.Contains(f.Text, holder) || slices.Contains(f.Rules, "gain.unknown")) {
			h.t.Errorf("%s holds it, and the review says %q", holder, f.Text)
		}
	}
}

// A failed check does not stop the apply, and is reported.
func (h *hiding) failedCheck() {
	found := h.plan(`
resource "idm_unit" "a" {
  name        = "A"
  profileless = true
}
check "nobody" {
  assert {
    condition     = idm_unit.a.name == "B"
    error_message = "It is not B."
  }
}
`)
	h.expect(found, "check.nobody", "incomplete.check")
	h.applied()
}
