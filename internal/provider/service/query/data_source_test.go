package query_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestSearch(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Apply(`
data "idm_search" "users" {
  kind           = "users"
  query          = "arnold"
  default_fields = ["name"]
}
data "idm_search" "all" {
  query       = "*"
  max_results = 2
}
data "idm_search" "none" { query = "extid:nowhere" }
output "anna" {
  value = one([for hit in data.idm_search.users.hits : "${hit.extid} ${hit.firstName} ${hit.client.extid} ${hit.isTechnicalUser} ${hit.title == null}"])
}
output "all" { value = length(data.idm_search.all.hits) }
output "none" { value = length(data.idm_search.none.hits) }`,
			resource.TestCheckOutput("anna", "u-anna Anna acme false true"),
			resource.TestCheckOutput("all", "2"),
			resource.TestCheckOutput("none", "0"),
			resource.TestCheckResourceAttr("data.idm_search.users", "total", "1"),
			resource.TestCheckResourceAttr("data.idm_search.users", "messages.errors.#", "0"),
			resource.TestCheckResourceAttr("data.idm_search.none", "total", "0"),
			func(*terraform.State) error {
				for _, line := range []string{"GET /query/v1/users?df=name&q=arnold&size=100", "GET /query/v1/all?q=%2A&size=2"} {
					if !slices.Contains(s.Requests(), line) {
						return fmt.Errorf("%s was not sent, but %q", line, s.Requests())
					}
				}
				return nil
			},
		),
	)
}

func TestSearch_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Refused(`data "idm_search" "x" { query = "" }`, "Empty string"),
		s.Refused("data \"idm_search\" \"x\" {\n  kind  = \"profiles\"\n  query = \"x\"\n}",
			`value must be one of: ["all" "users" "clients" "units" "applications" "roles"]`),
	)
	if sent := s.Requests(); len(sent) > 0 {
		t.Errorf("sent although the plan was refused: %q", sent)
	}
}
