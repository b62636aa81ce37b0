package e2e

import (
	"net/http"
	"strings"
	"testing"
)

// The instances of a module also declare access, and the service can be set through a variable.
func TestDrift_declaredByModules(t *testing.T) {
	t.Parallel()
	const module = `
terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}
variable "profile" { type = object({ user = string, state = optional(string, "active") }) }
resource "idm_profile" "it" {
  user_ext_id   = var.profile.user
  ext_id        = "p-${var.profile.user}"
  profile_state = var.profile.state
  lifecycle { ignore_changes = [profile_state] }
}
`
	w := newWorkspace(t, `
variable "address" { type = object({ url = string }) }
provider "idm" {
  base_url = var.address.url
}
module "profile" {
  source   = "./profile"
  for_each = { ben = { user = "u-ben" }, carla = { user = "u-carla", state = "disabled" } }
  profile  = each.value
}
`, asAdmin)
	w.write("profile/main.tf", module)
	w.environment = append(w.environment, `TF_VAR_address={"url":"`+w.url+`"}`)
	w.must(0, "get", "-no-color")
	w.must(0, "apply", "-auto-approve", "-no-color")
	d := &drifting{w}
	d.drift(0)
	d.behindTheBack(http.MethodPatch, "profiles/p-u-carla", `{"profileState":"active"}`)
	w.must(0, "apply", "-refresh-only", "-auto-approve", "-no-color")
	if printed, _ := d.drift(2); !strings.Contains(printed, "carla") || strings.Contains(printed, "ben") {
		t.Errorf("the enabled profile is missing:\n%s", printed)
	}
}
