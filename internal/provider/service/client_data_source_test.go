package service_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestClientDataSource_noClient(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	withoutClient := s.Apply("data \"idm_client\" \"own\" {}\n")
	withoutClient.Config = "provider \"idm\" {\n  base_url = \"" + s.URL +
		"\"\n  token = \"demo-admin-token\"\n}\ndata \"idm_client\" \"own\" {}\n"
	withoutClient.ExpectError = acctest.Message("Set it here, client_ext_id in the provider block")
	s.Test(t, withoutClient)
}
