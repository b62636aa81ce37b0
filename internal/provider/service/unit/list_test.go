package unit_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// grow creates units below a unit, and one more below the first of them.
func grow(t *testing.T, s *acctest.Service, root string, count int) {
	t.Helper()
	profileless := false
	create := func(id, parent string) {
		unit := idm.UnitInput{ExtID: idm.Set(id), ParentUnitExtID: idm.Set(parent), Name: idm.Set("Name of " + id),
			Profileless: idm.Set(profileless)}
		if _, err := idm.UnitWrites.Create(context.Background(), s.API, idm.In(s.Client), unit); err != nil {
			t.Fatal(err)
		}
	}
	create(root, "")
	for i := range count {
		create(fmt.Sprintf("%s-%03d", root, i), root)
	}
	create(root+"-deep", root+"-000")
}
