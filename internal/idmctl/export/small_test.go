package export_test

import (
	"encoding/json"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// small returns smallTenant.
func small() *tenant.Tenant {
	of := &tenant.Tenant{}
	if err := json.Unmarshal([]byte(smallTenant), of); err != nil {
		panic(err)
	}
	return of
}
