package profile_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The list omits the profiles of a subunit, the profiles of a unit whose ID has the same words, and
// a profile that has moved away.
func TestUnitProfiles(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	ctx := context.Background()
	must := func(_ string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, unit := range []idm.UnitInput{
		{ExtID: idm.Set("north-one"), ParentUnitExtID: idm.Set("acme-hq")},
		{ExtID: idm.Set("one-north"), ParentUnitExtID: idm.Set("acme-hq")},
		{ExtID: idm.Set("north-one-sub"), ParentUnitExtID: idm.Set("north-one")},
	} {
		unit.Name, unit.Profileless = unit.ExtID, idm.Set(false)
		must(idm.UnitWrites.Create(ctx, s.API, idm.In("acme"), unit))
	}
	for profile, unit := range map[string]string{"p-b": "north-one", "p-a": "north-one", "p-c": "one-north", "p-d": "north-one-sub"} {
		must(idm.ProfileWrites.Create(ctx, s.API, idm.Under("acme", "u-carla"), idm.ProfileInput{ExtID: idm.Set(profile),
			UnitExtID: idm.Set(unit)}))
	}
	const data = "data.idm_unit_profiles.test"
	config := func(unit string) string {
		return "data \"idm_unit_profiles\" \"test\" {\n  unit_ext_id = \"" + unit + "\"\n}\n" +
			"output \"found\" {\n  value = join(\" \", data.idm_unit_profiles.test.profiles[*].ext_id)\n}\n"
	}
	s.Test(t,
		s.Apply(config("north-one"),
			resource.TestCheckOutput("found", "p-a p-b"),
			resource.TestCheckResourceAttr(data, "profiles.0.user_ext_id", "u-carla"),
			resource.TestCheckResourceAttr(data, "profiles.0.unit_ext_id", "north-one"),
		),
		s.Step(config("one-north"), acctest.Before(func() {
			must("", s.API.SetProfileUnit(ctx, "acme", "p-a", "one-north"))
		}), acctest.Check(resource.TestCheckOutput("found", "p-a p-c"))),
		s.Apply(config("north-one"), resource.TestCheckOutput("found", "p-b")),
		s.Fails(config("nowhere"), "errors.noRecord"),
	)
}

// Without the permission UserSearch the service returns no hits, which must not count as "no
// profiles".
func TestUnitProfiles_notSearchable(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	_, diags := s.ProtocolAs(t, "demo-reader-token").Read(t, "idm_unit_profiles", acctest.Values{"unit_ext_id": "acme-hq"})
	if text := diags.String(); !strings.Contains(text, "Could not read unit profiles") || !strings.Contains(text, "UserSearch") {
		t.Errorf("got %s", text)
	}
}
