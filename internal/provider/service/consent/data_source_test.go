package consent_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestUserConsents(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const anna, ben = "data.idm_user_consents.anna", "data.idm_user_consents.ben"
	s.Test(t,
		s.Apply(`
data "idm_user_consents" "anna" { user_ext_id = "u-anna" }
data "idm_user_consents" "ben" { user_ext_id = "u-ben" }`,
			resource.TestCheckResourceAttr(anna, "client_ext_id", "acme"),
			resource.TestCheckResourceAttr(anna, "consents.#", "1"),
			resource.TestCheckResourceAttr(anna, "consents.0.terms_ext_id", "privacy"),
			resource.TestCheckResourceAttr(anna, "consents.0.terms_version", "1"),
			resource.TestCheckResourceAttr(anna, "consents.0.acceptance_date", "2024-02-01T09:30:00Z"),
			resource.TestCheckResourceAttr(ben, "consents.#", "0"),
		),
		s.Fails(`data "idm_user_consents" "x" { user_ext_id = "u-nobody" }`, "errors.noRecord"),
	)
}

func TestUserPendingTerms(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.FirstReleases)
	const anna = "data.idm_user_pending_terms.anna"
	s.Test(t,
		s.Apply(`data "idm_user_pending_terms" "anna" { user_ext_id = "u-anna" }`,
			resource.TestCheckResourceAttr(anna, "client_ext_id", "acme"),
			resource.TestCheckResourceAttr(anna, "terms.#", "1"),
			resource.TestCheckResourceAttr(anna, "terms.0.ext_id", "tos"),
			resource.TestCheckResourceAttr(anna, "terms.0.name", "Terms of service"),
			resource.TestCheckResourceAttr(anna, "terms.0.active", "true"),
			resource.TestCheckResourceAttr(anna, "terms.0.silent_acceptance", "false"),
			resource.TestCheckResourceAttr(anna, "terms.0.terms_version", "2"),
			resource.TestCheckResourceAttr(anna, "terms.0.urls.DE", "https://acme.example.com/de/tos"),
			resource.TestCheckResourceAttr(anna, "terms.0.application_ext_ids.0", "crm"),
			resource.TestCheckResourceAttrSet(anna, "terms.0.created"),
			resource.TestCheckNoResourceAttr(anna, "terms.0.version"),
		),
		s.Fails("data \"idm_user_pending_terms\" \"x\" {\n  client_ext_id = \"nowhere\"\n  user_ext_id   = \"u-anna\"\n}",
			"errors.noRecord"),
	)
}
