package properties_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A unit represents all owners in the cases that do not differ between them, since a real service
// has units too.
func startUnit(t *testing.T, needs ...acctest.Need) owner {
	t.Helper()
	return newUnit(t, acctest.Start(t, append(needs, acctest.ExtIDs)...), "unit")
}

func TestUnitProperties_otherUnit(t *testing.T) {
	t.Parallel()
	one := startUnit(t)
	two := newUnit(t, one.s, "two")
	value := acctest.Values{one.first: "mine"}
	one.s.Test(t,
		one.s.Apply(one.config(one.plain(value))),
		one.s.Apply(two.config(two.plain(value)),
			one.s.Sent(one.patch(map[string]string{one.first: ""}), two.patch(map[string]string{one.first: "mine"})),
			one.remote(t, map[string]string{}), two.remote(t, map[string]string{one.first: "mine"})),
	)
}

// The apply keeps concurrent changes that the plan does not overwrite; the next plan shows them.
func TestUnitProperties_changedConcurrently(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A name that is new in the configuration is adopted, with any previous value.
func TestUnitProperties_newName(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

func TestUnitProperties_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}
