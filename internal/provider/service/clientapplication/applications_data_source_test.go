package clientapplication_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestApplicationsDataSource(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}

func TestApplicationsDataSource_allClients(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}
