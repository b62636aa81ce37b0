package profile_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_profile.test"

// config returns a profile with some arguments in addition to the external ID and the user.
func config(s *acctest.Service, extID, arguments string) string {
	return fmt.Sprintf("resource \"idm_profile\" \"test\" {\n  ext_id      = %q\n  user_ext_id = %q\n%s\n}\n", extID, s.User, arguments)
}

// units returns two units for a profile.
func units(s *acctest.Service) string {
	return fmt.Sprintf(`
resource "idm_unit" "a" {
  ext_id      = %q
  profileless = false
}

resource "idm_unit" "b" {
  ext_id      = %q
  profileless = false
}
`, s.ID("a"), s.ID("b"))
}

func path(s *acctest.Service, extID string) string {
	return fmt.Sprintf("/core/v1/%s/profiles/%s", s.Client, extID)
}

// remote checks the profile in the service.
func remote(s *acctest.Service, extID string, check func(idm.Profile) error) resource.TestCheckFunc {
	return acctest.Remote(func() (idm.Profile, error) {
		return idm.ProfileOps.Get(context.Background(), s.API, idm.In(s.Client), extID)
	}, check)
}

func TestProfile_move(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("profile")
	in := func(want string) resource.TestCheckFunc {
		return remote(s, id, func(p idm.Profile) error { return acctest.Equal(want, p.UnitExtID) })
	}
	put := func(unit string) string { return "PUT " + path(s, id) + "/unit/" + unit }
	s.Test(t,
		s.Apply(units(s)+config(s, id, `name = "A"`), in("")),
		s.Apply(units(s)+config(s, id, "name = \"A\"\n  unit_ext_id = idm_unit.a.ext_id"), s.Sent(put(s.ID("a"))), in(s.ID("a"))),
		s.Apply(units(s)+config(s, id, "name = \"B\"\n  unit_ext_id = idm_unit.b.ext_id"),
			s.Sent(put(s.ID("b")), "PATCH "+path(s, id)+` {"name":"B","version":2}`), in(s.ID("b"))),
	)
}

func TestProfile_archiveAfterMove(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("profile")
	s.Test(t,
		s.Apply(units(s)+config(s, id, `unit_ext_id = idm_unit.a.ext_id`)),
		s.Apply(units(s)+config(s, id, "profile_state = \"archived\"\n  unit_ext_id = idm_unit.b.ext_id\n  remarks = \"left\""),
			s.Sent("PATCH "+path(s, id)+` {"remarks":"left","version":1}`,
				"PUT "+path(s, id)+"/unit/"+s.ID("b"),
				"PATCH "+path(s, id)+` {"profileState":"archived","version":3}`),
			remote(s, id, func(p idm.Profile) error {
				return acctest.Equal([]string{"archived", s.ID("b")}, []string{p.ProfileState, p.UnitExtID})
			})),
		s.Fails(units(s)+config(s, id, "profile_state = \"active\"\n  unit_ext_id = idm_unit.b.ext_id\n  remarks = \"left\""),
			"The object has been archived or deleted"),
	)
}

func TestProfile_unitStays(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("profile")
	again := s.Apply(units(s)+config(s, id, ""),
		s.Sent("DELETE "+path(s, id), fmt.Sprintf(`POST /core/v1/%s/users/%s/profiles {"extId":%q}`, s.Client, s.User, id)),
		remote(s, id, func(p idm.Profile) error { return acctest.Equal("", p.UnitExtID) }))
	again.Taint = []string{address}
	s.Test(t,
		s.Apply(units(s)+config(s, id, "unit_ext_id = idm_unit.a.ext_id")),
		s.Refused(units(s)+config(s, id, ""), "A profile cannot lose its unit"),
		s.Apply(units(s)+config(s, id, "lifecycle { ignore_changes = [unit_ext_id] }"), s.Sent(),
			resource.TestCheckResourceAttr(address, "unit_ext_id", s.ID("a"))),
		again,
	)
}

func TestProfile_replace(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("profile")
	other := fmt.Sprintf("resource \"idm_profile\" \"test\" {\n  ext_id = %q\n  user_ext_id = %q\n}\n", id, s.OtherUser)
	s.Test(t,
		s.Apply(units(s)+config(s, id, "unit_ext_id = idm_unit.a.ext_id")),
		s.Apply(units(s)+other,
			s.Sent("DELETE "+path(s, id), fmt.Sprintf(`POST /core/v1/%s/users/%s/profiles {"extId":%q}`, s.Client, s.OtherUser, id)),
			remote(s, id, func(p idm.Profile) error {
				return acctest.Equal([]string{s.OtherUser, ""}, []string{p.UserExtID, p.UnitExtID})
			})),
	)
}

func TestProfile_serverExtIDs(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "server-ext-ids")
	s.Test(t,
		s.Apply(`resource "idm_profile" "test" { user_ext_id = "u-ben" }`, resource.TestCheckResourceAttrSet(address, "ext_id")),
		s.Fails(`resource "idm_profile" "other" {
  ext_id      = "mine"
  user_ext_id = "u-ben"
}`, "The service assigned another external ID"),
	)
}
