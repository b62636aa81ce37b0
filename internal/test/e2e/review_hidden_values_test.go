package e2e

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// In the plan's JSON each of these grants looks like Ben's, but it is Carla's.
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
	h.expect(found, "idm_authorization.reversed", "gain.unknown")
	for _, f := range found {
		computed := strings.HasPrefix(f.Address, "idm_authorization.") && f.Address != "idm_authorization.plain"
		certain := !strings.Contains(f.Text, " may ") && !strings.Contains(f.Text, "not known for certain")
		if computed && certain && (strings.Contains(f.Text, "Ben") || strings.Contains(f.Text, "u-ben")) {
			h.t.Errorf("%s is taken for a grant of Ben: %s", f.Address, f.Text)
		}
		if computed && !slices.Contains(f.Rules, "gain.unknown") {
			h.t.Errorf("%s is taken for known: %+v", f.Address, f)
		}
		if f.Address == "idm_authorization.plain" && slices.Contains(f.Rules, "gain.unknown") {
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

// The review never shows a sensitive value, so such a value must not pass.
func (h *hiding) sensitiveGrant() {
	found := h.plan(`
resource "idm_authorization" "a" {
  profile_ext_id = sensitive("p-anna-hq")
  role_ext_id    = sensitive("crm-admin")
  client_global  = sensitive(true)
}
`)
	h.expect(found, "idm_authorization.a", "gain.unknown", "gain.global", "access")
	for _, form := range []string{"markdown", "html", "json"} {
		if out, _ := h.review(0, "hidden.tfplan", "--output", form); strings.Contains(out, "crm-admin") ||
			strings.Contains(out, "p-anna-hq") {
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

// The plan does not contain the values of a data source that is read during the apply.
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
	h.expect(found, "data.idm_profile.carla", "outside.read", "access")
	h.expect(found, "idm_authorization.a", "gain.unknown")
	h.applied()
	if got := roles(h.t, h.sim, "u-anna"); !slices.Contains(got, "crm-admin") {
		h.t.Errorf("Anna holds %q", got)
	}
}

// Terraform's plans contain no ephemeral resources, and the apply opens them. (OpenTofu omits
// unused ones.)
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
	h.expect(found, "ephemeral.idm_user_credentials.anna", "outside.read")
	h.sim.ClearRequests()
	h.applied()
	opened := slices.ContainsFunc(h.sim.Requests(),
		func(r sim.Request) bool { return strings.Contains(r.Path, "/users/u-anna/credentials") })
	if !opened && !openTofu() {
		h.t.Error("the apply did not open it, so that nothing is proven")
	}
}

// Whole maps of grants may be sensitive, or known only after apply.
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
	h.expect(found, "idm_profile_authorizations.anna", "gain.unknown", "gain.global", "access")
	h.expect(found, "idm_profile_authorizations.ben", "gain.unknown", "access")
	if out, _ := h.review(0, "hidden.tfplan"); strings.Contains(out, "crm-admin") {
		h.t.Errorf("the review shows what is sensitive:\n%s", out)
	}
	h.applied()
	if anna, ben := roles(h.t, h.sim, "u-anna"), roles(h.t, h.sim, "u-ben"); !slices.Contains(anna, "crm-admin") ||
		!slices.Contains(ben, "billing-admin") {
		h.t.Errorf("Anna holds %q, Ben %q", anna, ben)
	}
}
