package profile_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// theirs changes a profile behind Terraform's back.
func theirs(t *testing.T, s *acctest.Service, extID string, patch idm.ProfilePatch) func() {
	return func() {
		if _, err := s.API.UpdateProfile(context.Background(), s.Client, extID, patch); err != nil {
			t.Error(err)
		}
	}
}

// What somebody else changed in the meantime is kept, also the other bound of the validity: the plan after the apply takes it back.
func TestProfile_changedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Clearing, acctest.ExtIDs)
	id := s.ID("profile")
	until := func(to string) string {
		return config(s, id, fmt.Sprintf("  validity = { from = \"2026-01-01T00:00:00Z\", to = %q }\n", to))
	}
	s.Test(t,
		s.Apply(until("2030-01-01T00:00:00Z")),
		s.Step(until("2031-01-01T00:00:00Z"),
			acctest.ChangedConcurrently(theirs(t, s, id, idm.ProfilePatch{Remarks: idm.Set("theirs"), Validity: &idm.ValidityPatch{From: idm.Set("2025-01-01T00:00:00Z")}})),
			acctest.WantDrift(),
			acctest.Check(
				resource.TestCheckResourceAttr(address, "validity.from", "2026-01-01T00:00:00Z"),
				remote(s, id, func(p idm.Profile) error {
					return acctest.Equal([]string{"theirs", "2025-01-01T00:00:00Z", "2031-01-01T00:00:00Z"}, []string{p.Remarks, p.Validity.From, p.Validity.To})
				}),
			),
		),
		s.Apply(until("2031-01-01T00:00:00Z"), s.Sent("PATCH "+path(s, id)+` {"remarks":"","validity":{"from":"2026-01-01T00:00:00Z"},"version":3}`)),
	)
}

func TestProfile_changedAgainAndAgain(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("profile")
	sent := 0
	var always func()
	always = func() {
		sent++
		theirs(t, s, id, idm.ProfilePatch{Remarks: idm.Set(fmt.Sprint(sent))})()
		s.BeforeRequest("PATCH", always)
	}
	step := s.Fails(config(s, id, `name = "a"`), "changed again and again, each of the 4 times that this update was sent",
		acctest.Before(func() { s.BeforeRequest("PATCH", always) }))
	s.Test(t, s.Apply(config(s, id, "")), step)
	if sent != 4 {
		t.Errorf("sent %d times", sent)
	}
}

func TestProfile_movedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("profile")
	third := fmt.Sprintf("resource \"idm_unit\" \"c\" {\n  ext_id = %q\n  profileless = false\n}\n", s.ID("c"))
	in := func(unit, arguments string) string {
		return units(s) + third + config(s, id, fmt.Sprintf("  unit_ext_id = idm_unit.%s.ext_id\n%s", unit, arguments))
	}
	move := func(unit string) func() {
		return func() {
			if err := s.API.SetProfileUnit(context.Background(), s.Client, id, s.ID(unit)); err != nil {
				t.Error(err)
			}
		}
	}
	there := func(unit string) resource.TestCheckFunc {
		return remote(s, id, func(p idm.Profile) error { return acctest.Equal(s.ID(unit), p.UnitExtID) })
	}
	table := fmt.Sprintf("unit_ext_id %q %q %q", s.ID("a"), s.ID("c"), s.ID("b"))
	s.Test(t,
		s.Apply(in("a", "")),
		s.Fails(in("b", ""), table,
			acctest.ChangedConcurrently(move("c"))),
		s.Apply(in("a", ""), s.Sent("PUT "+path(s, id)+"/unit/"+s.ID("a"))),
		s.Fails(in("b", `profile_state = "archived"`), table,
			acctest.ChangedConcurrently(move("c"))),
		s.Apply(in("a", "")),
		s.Step(in("b", ""),
			acctest.ChangedConcurrently(move("b")),
			acctest.Check(s.Sent(), there("b")),
		),
		s.Step(in("b", `name = "a"`),
			acctest.ChangedConcurrently(move("c")), acctest.WantDrift(),
			acctest.Check(there("c"), resource.TestCheckResourceAttr(address, "unit_ext_id", s.ID("b"))),
		),
		// Archived after the move, although its version went on.
		s.Step(in("a", "name = \"a\"\n  profile_state = \"archived\""),
			acctest.ChangedConcurrently(theirs(t, s, id, idm.ProfilePatch{Remarks: idm.Set("theirs")})), acctest.WantDrift(),
			acctest.Check(
				there("a"),
				remote(s, id, func(p idm.Profile) error { return acctest.Equal("archived", p.ProfileState) }),
			),
		),
	)
}

// A grant advances the version of its profile; for an update of the profile in the same run that is no conflict.
func TestProfile_grantsBesideAnUpdate(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "assign-bumps-version")
	id := s.ID("profile")
	grants := fmt.Sprintf("resource \"idm_authorization\" \"other\" {\n  profile_ext_id = %q\n  role_ext_id = %q\n}\n"+
		"resource \"idm_enterprise_authorization\" \"other\" {\n  profile_ext_id = %q\n  enterprise_role_ext_id = %q\n}\n", id, s.Role, id, s.EnterpriseRole)
	s.Test(t,
		s.Apply(config(s, id, "")),
		s.Apply(grants+config(s, id, "  name = \"a\"\n  depends_on = [idm_authorization.other, idm_enterprise_authorization.other]"), s.NoConflicts(),
			remote(s, id, func(p idm.Profile) error { return acctest.Equal("a", p.Name) })),
		s.Apply(config(s, id, `name = "b"`), s.NoConflicts()),
	)
}

// Making one profile the default takes the mark from another one, in the same run.
func TestProfile_otherDefaultBesideAnUpdate(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("profile")
	other := func(arguments string) string {
		return fmt.Sprintf("resource \"idm_profile\" \"other\" {\n  ext_id = %q\n  user_ext_id = %q\n  %s\n}\n", s.ID("other"), s.User, arguments)
	}
	s.Test(t,
		s.Apply(other("")+config(s, id, `is_default_profile = true`)),
		s.Apply(other("is_default_profile = true")+config(s, id, "  name = \"a\"\n  depends_on = [idm_profile.other]"),
			remote(s, id, func(p idm.Profile) error {
				return acctest.Equal("a false", fmt.Sprint(p.Name, " ", *p.IsDefaultProfile))
			})),
	)
}
