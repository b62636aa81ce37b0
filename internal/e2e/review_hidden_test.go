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

// hiding is a workspace with two services, in which a plan is made that would rather not be
// understood.
type hiding struct {
	*reviewing
	second    *sim.Server
	secondURL string
}

// finding is the part of a review's JSON that the tests look at.
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

// apply makes what the plan starts from.
func (h *hiding) apply(configuration string) {
	h.t.Helper()
	h.write("tenant.tf", configuration)
	h.must(0, "apply", "-auto-approve", "-no-color")
}

// plan plans a configuration and returns what the review finds in it.
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

// expect fails the test unless something at the address falls under each rule, and the run fails
// for each of them and for any.
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

// applied applies the plan that was reviewed.
func (h *hiding) applied() {
	h.t.Helper()
	h.must(0, "apply", "-no-color", "hidden.tfplan")
}

// roles are the grants of a user in a service, each as its role.
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

const secondProvider = `
variable "second" {}
provider "idm" {}
provider "idm" {
  alias    = "second"
  base_url = var.second
}
`

// A review says what a plan does, also of a plan that was made to say less; the service shows
// afterwards that it was right.
func TestReview_hidden(t *testing.T) {
	for name, test := range map[string]func(*hiding){
		"computed references":      (*hiding).computedReferences,
		"removed block":            (*hiding).removedBlock,
		"other providers":          (*hiding).otherProviders,
		"sensitive grant":          (*hiding).sensitiveGrant,
		"same ids elsewhere":       (*hiding).sameIDs,
		"provider switched":        (*hiding).providerSwitched,
		"passed provider":          (*hiding).passedProvider,
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
			test(newHiding(t))
		})
	}
}

// Each of these grants looks in the plan's JSON as if it were Ben's, and is Carla's.
func (h *hiding) computedReferences() {
	found := h.plan(`
resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  unit_ext_id = "acme-hq"
  name        = "Ben"
}
resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  unit_ext_id = "acme-hq"
  name        = "Carla"
}
locals {
  both = [idm_profile.ben.ext_id, idm_profile.carla.ext_id]
  of   = { ben = idm_profile.ben.ext_id, carla = idm_profile.carla.ext_id }
}
resource "idm_authorization" "plain" {
  profile_ext_id = local.of.ben
  role_ext_id    = "crm-reader"
}
resource "idm_authorization" "reversed" {
  profile_ext_id = reverse([idm_profile.ben.ext_id, idm_profile.carla.ext_id])[0]
  role_ext_id    = "crm-admin"
}
resource "idm_authorization" "element" {
  profile_ext_id = element(local.both, 3)
  role_ext_id    = "billing-admin"
}
resource "idm_authorization" "chosen" {
  profile_ext_id = idm_profile.ben.name == "Ben" ? idm_profile.carla.ext_id : idm_profile.ben.ext_id
  role_ext_id    = "billing-clerk"
}
resource "idm_authorization" "looked_up" {
  profile_ext_id = lookup(local.of, "carla", idm_profile.ben.ext_id)
  role_ext_id    = "hr-viewer"
}
resource "idm_authorization" "merged" {
  for_each       = merge({ x = idm_profile.ben.ext_id }, { x = idm_profile.carla.ext_id })
  profile_ext_id = each.value
  role_ext_id    = "wiki-editor"
}
`)
	h.expect(found, "idm_authorization.reversed", "unknown-grant")
	for _, f := range found {
		computed := strings.HasPrefix(f.Address, "idm_authorization.") && f.Address != "idm_authorization.plain"
		if computed && (strings.Contains(f.Text, "Ben") || strings.Contains(f.Text, "u-ben")) {
			h.t.Errorf("%s is taken for a grant of Ben: %s", f.Address, f.Text)
		}
		if computed && !slices.Contains(f.Rules, "unknown-grant") {
			h.t.Errorf("%s is taken for known: %+v", f.Address, f)
		}
		if f.Address == "idm_authorization.plain" && slices.Contains(f.Rules, "unknown-grant") {
			h.t.Errorf("the plain one is not known: %+v", f)
		}
	}
	h.applied()
	if got, want := roles(h.t, h.sim, "u-carla"), []string{"billing-admin", "billing-clerk", "crm-admin", "hr-viewer",
		"wiki-editor"}; !slices.Equal(got, want) {
		h.t.Errorf("Carla holds %q, want %q", got, want)
	}
	if got, want := roles(h.t, h.sim, "u-ben"), []string{"crm-reader"}; !slices.Equal(got, want) {
		h.t.Errorf("Ben holds %q, want %q", got, want)
	}
}

// A removed block stands nowhere in the plan's JSON, and its provisioner runs with whatever the
// runner may do.
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
	h.expect(found, "idm_unit.old", "provisioner", "delete-unit", "access")
	h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
	h.review(2, "hidden.json", "--fail-on", "provisioner", "--out", "review.md")
	h.applied()
	if got := h.read("ran.txt"); got != "ran\n" {
		h.t.Errorf("the provisioner wrote %q", got)
	}
}

func (h *hiding) otherProviders() {
	found := h.plan(`
resource "terraform_data" "grant" {
  provisioner "local-exec" {
    command = "echo $TOKEN > ran.txt"
    environment = { TOKEN = "x" }
  }
}
output "told" {
  value = "something"
}
resource "idm_client_application" "wiki" {
  application_ext_id = "billing"
}
`)
	h.expect(found, "terraform_data.grant", "foreign-change", "provisioner", "access")
	h.expect(found, "output.told", "output")
	h.applied()
	if got := h.read("ran.txt"); got != "x\n" {
		h.t.Errorf("the provisioner wrote %q", got)
	}
}

// A value that is marked as sensitive is shown by nobody, and so is no reason to pass.
func (h *hiding) sensitiveGrant() {
	found := h.plan(`
resource "idm_authorization" "a" {
  profile_ext_id = sensitive("p-anna-hq")
  role_ext_id    = sensitive("crm-admin")
  client_global  = sensitive(true)
}
`)
	h.expect(found, "idm_authorization.a", "unknown-grant", "global-grant", "access")
	for _, form := range []string{"markdown", "html", "json"} {
		if out, _ := h.review(0, "hidden.tfplan", "--output", form); strings.Contains(out, "crm-admin") || strings.Contains(out, "p-anna-hq") {
			h.t.Errorf("%s shows what is sensitive:\n%s", form, out)
		}
	}
	h.applied()
	if got := roles(h.t, h.sim, "u-anna"); !slices.Contains(got, "crm-admin") {
		h.t.Errorf("Anna holds %q", got)
	}
}

const grantAt = `
resource "idm_authorization" "%s" {
  provider       = %s
  ext_id         = "a-same"
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
`

// The same ids at two addresses are two grants: one that goes here is not made good by one that
// comes there.
func (h *hiding) sameIDs() {
	h.apply(secondProvider + fmt.Sprintf(grantAt, "here", "idm"))
	found := h.plan(secondProvider + fmt.Sprintf(grantAt, "there", "idm.second"))
	h.expect(found, "idm_authorization.here", "revoke", "loss")
	h.expect(found, "idm_authorization.there", "grant", "access")
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

// A resource that is given another provider block plans nothing where the same ids exist, and
// leaves its first object behind.
func (h *hiding) providerSwitched() {
	h.apply(secondProvider + fmt.Sprintf(grantAt, "here", "idm") + fmt.Sprintf(grantAt, "there", "idm.second"))
	found := h.plan(secondProvider + fmt.Sprintf(grantAt, "here", "idm.second") + `
removed {
  from = idm_authorization.there
  lifecycle { destroy = false }
}
`)
	// Terraform names the new provider in the state before too, so that no more than this can be said.
	h.expect(found, "", "provider-address", "access")
	h.applied()
	h.must(0, "destroy", "-auto-approve", "-no-color")
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); !slices.Contains(here, "crm-admin") ||
		slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there: the first grant was not left behind", here, there)
	}
}

// A module works at the service of the provider that it is given, whatever its own files say.
func (h *hiding) passedProvider() {
	h.write("inner/main.tf", `
terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}
`+strings.Replace(fmt.Sprintf(grantAt, "a", ""), "  provider       = \n", "", 1))
	h.write("tenant.tf", "")
	h.write("outer/main.tf", `
terraform {
  required_providers {
    idm = {
      source                = "identity-iac/idm"
      configuration_aliases = [idm.given]
    }
  }
}
module "inner" {
  source    = "../inner"
  providers = { idm = idm.given }
}
`)
	configuration := secondProvider + `
module "outer" {
  source    = "./outer"
  providers = { idm = idm, idm.given = idm.second }
}
`
	h.write("tenant.tf", configuration)
	h.must(0, "get", "-no-color")
	found := h.plan(configuration)
	h.expect(found, "module.outer.module.inner.idm_authorization.a", "grant")
	for _, f := range found {
		if f.Address == "module.outer.module.inner.idm_authorization.a" && f.Service != h.secondURL {
			h.t.Errorf("the grant is said to be at %q", f.Service)
		}
	}
	h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
	for _, f := range h.findings("hidden.json") {
		if f.Address == "module.outer.module.inner.idm_authorization.a" && f.Service != "unknown: idm.second" {
			h.t.Errorf("by the JSON the grant is said to be at %q", f.Service)
		}
	}
	h.applied()
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); slices.Contains(here, "crm-admin") ||
		!slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there", here, there)
	}
}

// An object without configuration names its provider in the state only.
func (h *hiding) orphan() {
	h.apply(secondProvider + fmt.Sprintf(grantAt, "here", "idm") + fmt.Sprintf(grantAt, "there", "idm.second"))
	found := h.plan(secondProvider + fmt.Sprintf(grantAt, "here", "idm"))
	h.expect(found, "idm_authorization.there", "revoke", "loss")
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

// The block says one address, another file says another, and only one of them is that of the
// pipeline.
func (h *hiding) addressOverridden() {
	h.write("zz_override.tf", fmt.Sprintf("provider \"idm\" {\n  base_url = %q\n}\n", h.secondURL+"/"))
	found := h.plan(fmt.Sprintf("provider \"idm\" {\n  base_url = %q\n}\n", h.url) + `
resource "idm_authorization" "a" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
`)
	h.expect(found, "idm_authorization.a", "grant")
	if out, _ := h.review(0, "hidden.tfplan"); !strings.Contains(out, h.secondURL) || strings.Contains(out, h.url) {
		h.t.Errorf("the head does not say where the plan leads to:\n%.600s", out)
	}
	_, complaint := h.review(2, "hidden.tfplan", "--service", h.url, "--fail-on", "provider-address", "--out", "review.md")
	if !strings.Contains(complaint, h.secondURL) {
		h.t.Errorf("complained %q", complaint)
	}
	h.review(0, "hidden.tfplan", "--service", h.secondURL, "--fail-on", "provider-address", "--out", "review.md")
	h.applied()
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); slices.Contains(here, "crm-admin") ||
		!slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there", here, there)
	}
}

// What a data source says only during the apply is not known to the plan.
func (h *hiding) readDuringApply() {
	found := h.plan(`
resource "terraform_data" "later" {}
data "idm_profile" "carla" {
  ext_id     = "p-anna-hq"
  depends_on = [terraform_data.later]
}
resource "idm_authorization" "a" {
  profile_ext_id = data.idm_profile.carla.ext_id
  role_ext_id    = data.idm_profile.carla.user_ext_id == "u-anna" ? "crm-admin" : "crm-reader"
}
`)
	h.expect(found, "data.idm_profile.carla", "read-during-apply", "access")
	h.expect(found, "idm_authorization.a", "unknown-grant")
	h.applied()
	if got := roles(h.t, h.sim, "u-anna"); !slices.Contains(got, "crm-admin") {
		h.t.Errorf("Anna holds %q", got)
	}
}

// A plan for some addresses looks like a whole one in the JSON of OpenTofu.
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
	h.expect(found, "", "partial")
	h.applied()
	if got := roles(h.t, h.sim, "u-anna"); slices.Contains(got, "crm-admin") || !slices.Contains(got, "wiki-editor") {
		h.t.Errorf("Anna holds %q", got)
	}
}

// A provider that only shares the names, of the types or of itself, may do anything with them.
func (h *hiding) typeOfAnother() {
	folder, err := binary()
	if err != nil {
		h.t.Fatal(err)
	}
	built, err := os.ReadFile(filepath.Join(folder, "terraform-provider-idm"))
	if err != nil {
		h.t.Fatal(err)
	}
	other := h.t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "terraform-provider-other"), built, 0o700); err != nil {
		h.t.Fatal(err)
	}
	h.write("cli.tfrc",
		fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"identity-iac/idm\" = %q\n    \"evil/idm\" = %q\n"+
			"    \"evil/other\" = %q\n  }\n  direct {}\n}\n", folder, folder, other))
	h.write("main.tf", `terraform {
  required_providers {
    idm   = { source = "identity-iac/idm" }
    evil  = { source = "evil/idm" }
    other = { source = "evil/other" }
  }
}
`)
	found := h.plan(`
resource "idm_authorization" "namesake" {
  provider       = other
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
resource "idm_authorization" "evil" {
  provider       = evil
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "billing-admin"
}
resource "idm_unit" "a" {
  name        = "A"
  profileless = true
}
`)
	h.expect(found, "idm_authorization.namesake", "foreign-change", "access")
	h.expect(found, "idm_authorization.evil", "grant")
	h.expect(found, "evil", "provider-address")
	h.applied()
	if got := roles(h.t, h.sim, "u-anna"); !slices.Contains(got, "crm-admin") || !slices.Contains(got, "billing-admin") {
		h.t.Errorf("Anna holds %q", got)
	}
}

// The plan that is applied is the one that was reviewed, and a format that may mean something else
// is no plan.
func (h *hiding) anotherPlan() {
	h.plan(`
resource "idm_unit" "a" {
  name        = "A"
  profileless = true
}
`)
	digest := sha256.Sum256([]byte(h.read("hidden.tfplan")))
	h.review(0, "hidden.tfplan", "--expect-digest", strings.ToUpper(hex.EncodeToString(digest[:])), "--out", "review.md")
	// Two plans of one second may be the same file, so the other one has a target.
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

// An ephemeral resource stands in no plan of Terraform, and is opened by the apply. (OpenTofu
// leaves it out where nothing uses it.)
func (h *hiding) ephemeralResource() {
	found := h.plan(`
ephemeral "idm_user_credentials" "anna" {
  user_ext_id = "u-anna"
}
resource "idm_unit" "a" {
  name        = "A"
  profileless = true
}
`)
	h.expect(found, "ephemeral.idm_user_credentials.anna", "read-during-apply")
	h.sim.ClearRequests()
	h.applied()
	opened := slices.ContainsFunc(h.sim.Requests(), func(r sim.Request) bool { return strings.Contains(r.Path, "/users/u-anna/credentials") })
	if !opened && !openTofu() {
		h.t.Error("the apply did not open it, so that nothing is proven")
	}
}

// The value of an ephemeral variable in the plan is not that of the apply.
func (h *hiding) addressAtApply() {
	found := h.plan(`
variable "address" {
  ephemeral = true
}
provider "idm" {
  base_url = var.address
}
`+strings.Replace(fmt.Sprintf(grantAt, "a", ""), "  provider       = \n", "", 1), "-var=address="+h.url)
	h.expect(found, "idm", "provider-address", "access")
	h.must(0, "apply", "-no-color", "-var=address="+h.secondURL, "hidden.tfplan")
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); slices.Contains(here, "crm-admin") ||
		!slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there", here, there)
	}
}

// OpenTofu takes names.tofu instead of names.tf, and Terraform the other way round: the review is
// about what the apply will read.
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
	h.expect(found, "idm_authorization.a", "grant")
	h.applied()
	holders := map[bool]string{true: "Ben", false: "Carla"}
	holder := holders[slices.Contains(roles(h.t, h.sim, "u-ben"), "crm-admin")]
	for _, f := range found {
		if f.Address == "idm_authorization.a" && (!strings.Contains(f.Text, holder) || slices.Contains(f.Rules, "unknown-grant")) {
			h.t.Errorf("%s holds it, and the review says %q", holder, f.Text)
		}
	}
}

// Each instance of a provider block of OpenTofu may have another address, and the plan does not
// show which object is whose.
func (h *hiding) repeatedProvider() {
	if !openTofu() {
		h.t.Skip("only OpenTofu has for_each in a provider block")
	}
	found := h.plan(fmt.Sprintf(`
locals {
  addresses = { here = %q, there = %q }
}
provider "idm" {
  alias    = "by"
  for_each = local.addresses
  base_url = each.value
}
`, h.url, h.secondURL) + fmt.Sprintf(grantAt, "a", `idm.by["there"]`) + fmt.Sprintf(grantAt, "b", `idm.by["here"]`))
	h.expect(found, "idm_authorization.a", "grant")
	services := map[string]bool{}
	for _, f := range found {
		if strings.HasPrefix(f.Address, "idm_authorization.") {
			services[f.Service] = true
		}
	}
	if len(services) != 2 || services[h.url] || services[h.secondURL] {
		h.t.Errorf("two grants at services that the plan does not show are at %v", services)
	}
	h.expect(found, "idm.by", "provider-address", "access")
	h.applied()
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); !slices.Contains(here, "crm-admin") ||
		!slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there", here, there)
	}
}

// Whole maps of grants may be sensitive, or known after the apply.
func (h *hiding) hiddenMaps() {
	found := h.plan(`
resource "terraform_data" "later" {
  input = "billing-admin"
}
resource "idm_profile" "ben" {
  ext_id      = "p-ben"
  user_ext_id = "u-ben"
}
resource "idm_profile_authorizations" "anna" {
  profile_ext_id = "p-anna-hq"
  authorizations = sensitive({ crm-reader = { unit_global = true }, crm-admin = { client_global = true } })
}
resource "idm_profile_authorizations" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  authorizations = { (terraform_data.later.output) = {} }
}
`)
	h.expect(found, "idm_profile_authorizations.anna", "unknown-grant", "global-grant", "access")
	h.expect(found, "idm_profile_authorizations.ben", "unknown-grant", "access")
	if out, _ := h.review(0, "hidden.tfplan"); strings.Contains(out, "crm-admin") {
		h.t.Errorf("the review shows what is sensitive:\n%s", out)
	}
	h.applied()
	if anna, ben := roles(h.t, h.sim, "u-anna"), roles(h.t, h.sim, "u-ben"); !slices.Contains(anna, "crm-admin") ||
		!slices.Contains(ben, "billing-admin") {
		h.t.Errorf("Anna holds %q, Ben %q", anna, ben)
	}
}

// A failed check stops nothing, and is said.
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
	h.expect(found, "check.nobody", "check")
	h.applied()
}

// The login of the environment is for one service: another one is not asked, and names nothing.
func TestReview_namesOfTheOwnServiceOnly(t *testing.T) {
	h := newHiding(t)
	h.plan(secondProvider + fmt.Sprintf(grantAt, "here", "idm") + fmt.Sprintf(grantAt, "there", "idm.second"))
	h.second.ClearRequests()
	_, note := h.review(0, "hidden.tfplan", "--names", "--output", "json", "--out", "review.json")
	if requests := h.second.Requests(); len(requests) > 0 {
		t.Errorf("the other service was asked: %v", requests)
	}
	if !strings.Contains(note, h.secondURL) || !strings.Contains(note, "without a name") {
		t.Errorf("noted %q", note)
	}
	var decoded struct{ Findings []finding }
	if err := json.Unmarshal([]byte(h.read("review.json")), &decoded); err != nil {
		t.Fatal(err)
	}
	for _, f := range decoded.Findings {
		if named := strings.Contains(f.Text, "Anna"); strings.HasPrefix(f.Address, "idm_authorization.") &&
			named != (f.Address == "idm_authorization.here") {
			t.Errorf("%s: %s", f.Address, f.Text)
		}
	}
}
