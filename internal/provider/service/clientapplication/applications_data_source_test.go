package clientapplication_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestApplicationsDataSource(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const data = "data.idm_applications.test"
	s.Test(t,
		s.Apply("data \"idm_applications\" \"test\" {}\ndata \"idm_applications\" \"none\" {\n  client_ext_id = \"globex\"\n}\n",
			resource.TestCheckResourceAttr(data, "client_ext_id", "acme"),
			resource.TestCheckResourceAttr(data, "applications.#", "2"),
			resource.TestCheckResourceAttr(data, "applications.0.ext_id", "crm"),
			resource.TestCheckResourceAttr(data, "applications.0.name", "CRM"),
			resource.TestCheckResourceAttr(data, "applications.0.display_name.de", "Kunden"),
			resource.TestCheckResourceAttr(data, "applications.0.displayed", "true"),
			resource.TestCheckResourceAttr(data, "applications.0.version", "1"),
			resource.TestCheckResourceAttr(data, "applications.1.ext_id", "wiki"),
			resource.TestCheckNoResourceAttr(data, "applications.1.description"),
			resource.TestCheckResourceAttr("data.idm_applications.none", "applications.#", "0"),
		),
		s.Fails("data \"idm_applications\" \"test\" {\n  client_ext_id = \"nobody\"\n}\n", "errors.noRecord"),
	)
}

func TestApplicationsDataSource_allClients(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "without=roles")
	const data = "data.idm_applications.test"
	s.Test(t,
		s.Refused("data \"idm_applications\" \"test\" {\n  all_clients   = true\n  client_ext_id = \"acme\"\n}\n", "One client or all"),
		s.Apply("data \"idm_applications\" \"test\" {\n  all_clients = true\n}\n",
			resource.TestCheckNoResourceAttr(data, "client_ext_id"),
			resource.TestCheckResourceAttr(data, "applications.#", "4"),
			resource.TestCheckResourceAttr(data, "applications.0.ext_id", "billing"),
		),
	)
	without := acctest.StartSimulator(t, "without=applications")
	without.Test(t,
		without.Apply("data \"idm_applications\" \"test\" {\n  client_ext_id = \"acme\"\n  all_clients = false\n}\n",
			resource.TestCheckResourceAttr(data, "applications.#", "2")),
		without.Fails("data \"idm_applications\" \"test\" {\n  all_clients = true\n}\n",
			"idm_applications requires release 2.71.0 or later"),
	)
}
