package profile_test

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A move has no version, so the provider compares the profile's unit before sending it.
func TestProfile_movedConcurrently(t *testing.T) {
	move := func(unit string) func(*acctest.Service, string) error {
		return func(s *acctest.Service, id string) error {
			return s.API.SetProfileUnit(context.Background(), s.Client, id, s.ID(unit))
		}
	}
	remark := func(s *acctest.Service, id string) error {
		_, err := idm.ProfileWrites.Update(context.Background(), s.API, idm.In(s.Client), id, 0,
			idm.ProfileInput{Remarks: idm.Set("theirs")})
		return err
	}
	tests := []struct {
		name      string
		theirs    func(*acctest.Service, string) error
		unit      string
		arguments acctest.Values
		refused   bool
		want      []string
	}{
		{"elsewhere", move("c"), "b", nil, true, []string{"c", "", "active"}},
		{"elsewhereBesideAnArchive", move("c"), "b", acctest.Values{"profile_state": "archived"}, true, []string{"c", "", "active"}},
		{"thereAlready", move("b"), "b", nil, false, []string{"b", "", "active"}},
		{"notMovedHere", move("c"), "a", acctest.Values{"name": "ours"}, false, []string{"c", "ours", "active"}},
		// The profile is archived although the move advanced its version.
		{"archivedAfterTheMove", remark, "b", acctest.Values{"profile_state": "archived"}, false, []string{"b", "", "archived"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := acctest.Start(t, acctest.ExtIDs)
			p, id, profile := s.Protocol(t), s.ID("profile"), acctest.Instance{Type: "idm_profile"}
			for _, unit := range []string{"a", "b", "c"} {
				new(acctest.Instance{Type: "idm_unit"}).Create(t, p, acctest.Values{"ext_id": s.ID(unit), "profileless": false})
			}
			config := acctest.Values{"ext_id": id, "user_ext_id": s.User, "unit_ext_id": s.ID("a")}
			profile.Create(t, p, config)
			config["unit_ext_id"] = s.ID(test.unit)
			maps.Copy(config, test.arguments)
			diags := profile.ApplyConcurrently(t, p, config, func() {
				if err := test.theirs(s, id); err != nil {
					t.Error(err)
				}
			})
			conflict := acctest.Message(fmt.Sprintf("unit_ext_id %q %q %q", s.ID("a"), s.ID("c"), s.ID("b")))
			if diags.HasError() != test.refused || test.refused && !conflict.MatchString(diags.String()) {
				t.Errorf("refused is not %t: %s", test.refused, diags)
			}
			if err := remote(s, id, func(p idm.Profile) error {
				return acctest.Equal([]string{s.ID(test.want[0]), test.want[1], test.want[2]},
					[]string{p.UnitExtID, p.Name, p.ProfileState})
			})(nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// A grant advances the version of its profile, which is not a conflict for an update of the profile
// in the same run.
func TestProfile_grantsDuringAnUpdate(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "assign-bumps-version")
	id := s.ID("profile")
	grants := fmt.Sprintf("resource \"idm_authorization\" \"other\" {\n  profile_ext_id = %q\n  role_ext_id = %q\n}\n"+
		"resource \"idm_enterprise_authorization\" \"other\" {\n  profile_ext_id = %q\n  enterprise_role_ext_id = %q\n}\n", id, s.Role, id,
		s.EnterpriseRole)
	s.Test(t,
		s.Apply(config(s, id, "")),
		s.Apply(grants+config(s, id, "  name = \"a\"\n  depends_on = [idm_authorization.other, idm_enterprise_authorization.other]"),
			s.NoConflicts(),
			remote(s, id, func(p idm.Profile) error { return acctest.Equal("a", p.Name) })),
		s.Apply(config(s, id, `name = "b"`), s.NoConflicts()),
	)
}

// Making one profile the default clears the flag of another one in the same run.
func TestProfile_otherDefaultDuringAnUpdate(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("profile")
	other := func(arguments string) string {
		return fmt.Sprintf("resource \"idm_profile\" \"other\" {\n  ext_id = %q\n  user_ext_id = %q\n  %s\n}\n", s.ID("other"), s.User,
			arguments)
	}
	s.Test(t,
		s.Apply(other("")+config(s, id, `is_default_profile = true`)),
		s.Apply(other("is_default_profile = true")+config(s, id, "  name = \"a\"\n  depends_on = [idm_profile.other]"),
			remote(s, id, func(p idm.Profile) error {
				return acctest.Equal("a false", fmt.Sprint(p.Name, " ", *p.IsDefaultProfile))
			})),
	)
}
