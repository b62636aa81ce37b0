package client_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestClientDataSource(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const own, other = "data.idm_client.own", "data.idm_client.other"
	withoutClient := s.Apply("data \"idm_client\" \"own\" {}\n")
	withoutClient.Config = "provider \"idm\" {\n  base_url = \"" + s.URL +
		"\"\n  token = \"demo-admin-token\"\n}\ndata \"idm_client\" \"own\" {}\n"
	withoutClient.ExpectError = acctest.Message("Set it here, client_ext_id in the provider block")
	s.Test(t,
		s.Apply("data \"idm_client\" \"own\" {}\ndata \"idm_client\" \"other\" {\n  ext_id = \"globex\"\n}\n",
			resource.TestCheckResourceAttr(own, "ext_id", "acme"),
			resource.TestCheckResourceAttr(own, "name", "Acme"),
			resource.TestCheckResourceAttr(own, "display_name.%", "2"),
			resource.TestCheckResourceAttr(own, "display_name.de", "Acme AG"),
			resource.TestCheckResourceAttr(own, "version", "1"),
			resource.TestCheckResourceAttr(own, "created", "2024-01-15T08:00:01Z"),
			resource.TestCheckResourceAttr(other, "name", "Globex"),
		),
		s.Fails("data \"idm_client\" \"other\" {\n  ext_id = \"nobody\"\n}\n", "Object: client nobody"),
		withoutClient,
	)
}
