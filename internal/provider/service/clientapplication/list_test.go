package clientapplication_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// assign assigns applications to a client outside of Terraform.
func assign(t *testing.T, s *acctest.Service, client string, applications ...string) {
	t.Helper()
	for _, application := range applications {
		if err := idm.ClientApplicationOps.Assign(context.Background(), s.API, idm.In(client), application); err != nil {
			t.Fatal(err)
		}
	}
}

func key(client, application string) acctest.Values {
	return acctest.Values{"client_ext_id": client, "application_ext_id": application}
}
