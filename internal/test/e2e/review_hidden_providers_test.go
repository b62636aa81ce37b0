package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const secondProvider = `
variable "second" {}
provider "idm" {}
provider "idm" {
  alias    = "second"
  base_url = var.second
}
`

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
	h.expect(found, "terraform_data.grant", "outside.resource", "outside.provisioner", "access")
	h.expect(found, "output.told", "cosmetic.output")
	h.applied()
	if got := h.read("ran.txt"); got != "x\n" {
		h.t.Errorf("the provisioner wrote %q", got)
	}
}

// If a resource gets another provider block and the same IDs exist there, the plan is empty, and
// its first object is left behind.
func (h *hiding) providerSwitched() {
	h.apply(secondProvider + fmt.Sprintf(grantAt, "here", "idm") + fmt.Sprintf(grantAt, "there", "idm.second"))
	found := h.plan(secondProvider + fmt.Sprintf(grantAt, "here", "idm.second") + `
removed {
  from = idm_authorization.there
  lifecycle { destroy = false }
}
`)
	// Terraform also records the new provider in the prior state, so the review cannot report more.
	h.expect(found, "", "service.address", "access")
	h.applied()
	h.must(0, "destroy", "-auto-approve", "-no-color")
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); !slices.Contains(here, "crm-admin") ||
		slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there: the first grant was not left behind", here, there)
	}
}

// A module uses the service of the provider that it is passed, regardless of its own files.
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
	h.expect(found, "module.outer.module.inner.idm_authorization.a", "gain.role")
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

// A grant that moves to the provider configuration of a module with several instances has two of
// them. Under its old ID, the other configuration refuses it as an existing object. Another client
// has another one.
func (h *hiding) twoProviders() {
	const providers = "provider \"idm\" {}\nprovider \"idm\" {\n  alias = \"b\"\n}\n"
	inModule := strings.Replace(fmt.Sprintf(grantAt, "a", ""), "  provider       = \n", "", 1)
	h.write("inner/main.tf", "terraform {\n  required_providers {\n    idm = { source = \"identity-iac/idm\" }\n  }\n}\n"+inModule)
	h.apply(providers + inModule)
	after := providers + "module \"each\" {\n  source    = \"./inner\"\n  for_each  = toset([\"x\"])\n  providers = { idm = idm.b }\n}\n"
	h.write("tenant.tf", after)
	h.must(0, "get", "-no-color")
	if out := h.must(1, "plan", "-no-color"); !strings.Contains(out, "The external ID is taken") {
		h.t.Errorf("another configuration creates the grant under its old ID:\n%s", out)
	}
	h.write("inner/main.tf", strings.Replace(h.read("inner/main.tf"), "a-same", "a-other", 1))
	h.expect(h.plan(after), "idm_authorization.a", "client.shared", "loss")
	for _, f := range h.plan(otherClient + inModule) {
		if slices.Contains(f.Rules, "client.shared") {
			h.t.Errorf("reported of two clients: %s", f.Text)
		}
	}
}

// The block and another file contain different addresses, and only one of them is the address of
// the pipeline.
func (h *hiding) addressOverridden() {
	h.options = []string{"--offline"}
	h.write("zz_override.tf", fmt.Sprintf("provider \"idm\" {\n  base_url = %q\n}\n", h.secondURL+"/"))
	found := h.plan(fmt.Sprintf("provider \"idm\" {\n  base_url = %q\n}\n", h.url) + `
resource "idm_authorization" "a" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
`)
	h.expect(found, "idm_authorization.a", "gain.role")
	if out, _ := h.review(0, "hidden.tfplan"); !strings.Contains(out, h.secondURL) || strings.Contains(out, h.url) {
		h.t.Errorf("the head does not say where the plan leads to:\n%.600s", out)
	}
	_, complaint := h.review(2, "hidden.tfplan", "--service", h.url, "--fail-on", "service.address", "--out", "review.md")
	if !strings.Contains(complaint, h.secondURL) {
		h.t.Errorf("complained %q", complaint)
	}
	h.review(0, "hidden.tfplan", "--service", h.secondURL, "--fail-on", "service.address", "--out", "review.md")
	h.applied()
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); slices.Contains(here, "crm-admin") ||
		!slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there", here, there)
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
	h.expect(found, "idm_authorization.namesake", "outside.resource", "access")
	h.expect(found, "idm_authorization.evil", "gain.role")
	h.expect(found, "evil", "service.address")
	h.applied()
	if got := roles(h.t, h.sim, "u-anna"); !slices.Contains(got, "crm-admin") || !slices.Contains(got, "billing-admin") {
		h.t.Errorf("Anna holds %q", got)
	}
}

// An ephemeral variable may have different values in the plan and in the apply.
func (h *hiding) addressAtApply() {
	h.options = []string{"--offline"}
	found := h.plan(`
variable "address" {
  ephemeral = true
}
provider "idm" {
  base_url = var.address
}
`+strings.Replace(fmt.Sprintf(grantAt, "a", ""), "  provider       = \n", "", 1), "-var=address="+h.url)
	h.expect(found, "idm", "service.address", "access")
	h.must(0, "apply", "-no-color", "-var=address="+h.secondURL, "hidden.tfplan")
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); slices.Contains(here, "crm-admin") ||
		!slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there", here, there)
	}
}

// Each instance of an OpenTofu provider block may have another address, and the plan does not show
// which objects belong to it.
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
	h.expect(found, "idm_authorization.a", "gain.role")
	services := map[string]bool{}
	for _, f := range found {
		if strings.HasPrefix(f.Address, "idm_authorization.") {
			services[f.Service] = true
		}
	}
	if len(services) != 2 || services[h.url] || services[h.secondURL] {
		h.t.Errorf("two grants at services that the plan does not show are at %v", services)
	}
	h.expect(found, "idm.by", "service.address", "access")
	h.applied()
	if here, there := roles(h.t, h.sim, "u-anna"), roles(h.t, h.second, "u-anna"); !slices.Contains(here, "crm-admin") ||
		!slices.Contains(there, "crm-admin") {
		h.t.Errorf("Anna holds %q here and %q there", here, there)
	}
}

// The login of the environment is for one service: other services are not called, and their objects
// get no names.
func TestReview_namesOfTheOwnServiceOnly(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan(secondProvider + fmt.Sprintf(grantAt, "here", "idm") + fmt.Sprintf(grantAt, "there", "idm.second"))
	h.second.ClearRequests()
	h.review(0, "hidden.tfplan", "--output", "json", "--out", "review.json")
	if requests := h.second.Requests(); len(requests) > 0 {
		t.Errorf("the other service was asked: %v", requests)
	}
	var decoded struct{ Findings []finding }
	if err := json.Unmarshal([]byte(h.read("review.json")), &decoded); err != nil {
		t.Fatal(err)
	}
	for _, f := range decoded.Findings {
		if !strings.HasPrefix(f.Address, "idm_authorization.") || slices.Contains(f.Rules, "client.shared") ||
			slices.Contains(f.Rules, "service.address") {
			continue
		}
		if named := strings.Contains(f.Text, "Anna"); named != (f.Address == "idm_authorization.here") {
			t.Errorf("%s: %s", f.Address, f.Text)
		}
	}
}
