package user_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestUser(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}

func TestUser_encryptedProperty(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}

func TestUser_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}

func TestUsers(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.Totals)
}

func TestUsers_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}
