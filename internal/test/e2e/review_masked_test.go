package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// sensitiveNames declares an object of every type with a name, which is sensitive.
const sensitiveNames = `
variable "name" {
  default   = "Undercover"
  sensitive = true
}
variable "text" {}
resource "idm_user" "x" {
  ext_id  = "u-x"
  name    = { first_name = "U", family_name = var.name }
  remarks = var.text
}
resource "idm_unit" "x" {
  ext_id      = "unit-x"
  name        = var.name
  profileless = false
  description = var.text
}
resource "idm_profile" "x" {
  ext_id        = "p-x"
  user_ext_id   = idm_user.x.ext_id
  unit_ext_id   = idm_unit.x.ext_id
  name          = var.name
  remarks       = var.text
}
resource "idm_application" "x" {
  ext_id      = "app-x"
  name        = var.name
  displayed   = true
  description = var.text
}
resource "idm_client_application" "x" {
  application_ext_id = idm_application.x.ext_id
}
resource "idm_role" "x" {
  ext_id             = "r-x"
  application_ext_id = idm_application.x.ext_id
  name               = var.name
  description        = var.text
}
resource "idm_enterprise_role" "x" {
  ext_id      = "er-x"
  name        = var.name
  description = var.text
}
resource "idm_enterprise_role_member" "x" {
  enterprise_role_ext_id = idm_enterprise_role.x.ext_id
  role_ext_id            = idm_role.x.ext_id
}
`

// No form of a review shows the name of an object that is sensitive in the plan, although the service
// shows it.
func TestReview_masksNames(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.write("tenant.tf", sensitiveNames)
	h.must(0, "apply", "-auto-approve", "-no-color", "-var=text=before")
	h.plan(sensitiveNames+`
resource "idm_authorization" "x" {
  profile_ext_id = idm_profile.x.ext_id
  role_ext_id    = idm_role.x.ext_id
}
resource "idm_enterprise_authorization" "x" {
  profile_ext_id         = idm_profile.x.ext_id
  enterprise_role_ext_id = idm_enterprise_role.x.ext_id
}
`, "-var=text=after")
	h.write("policy.hcl", "rule \"all\" {\n  roles = [\"*\"]\n}\n")
	arguments, files := []string{"hidden.tfplan", "--policy", "policy.hcl", "--fail-on", "access"}, []string{}
	help, _ := h.review(0, "--help")
	_, formats, _ := strings.Cut(help, "Formats: ")
	formats, _, _ = strings.Cut(formats, "\n")
	for format := range strings.SplitSeq(formats, ", ") {
		files = append(files, "findings."+format)
		arguments = append(arguments, "--findings", fmt.Sprintf("%s=findings.%[1]s", format))
	}
	if len(files) < 4 {
		t.Fatalf("the help lists the formats %q", formats)
	}
	for _, form := range []string{"text", "markdown", "html", "json"} {
		for _, names := range [][]string{nil, {"--offline"}} {
			out, complaints := h.review(2, append(append(arguments, "--output", form), names...)...)
			reports := map[string]string{form: out, "errors": complaints}
			for _, file := range files {
				reports[file] = h.read(file)
			}
			for name, text := range reports {
				if strings.Contains(text, "Undercover") || text == "" && name != "errors" {
					t.Errorf("--output %s %s, %s:\n%s", form, names, name, text)
				}
			}
		}
	}
}
