package unit_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// referring returns a tree whose units refer to each other by attributes, which determine the order
// of an apply.
func referring(units ...string) string {
	return regexp.MustCompile(`(parent_unit_ext_id = )"(.*)"`).ReplaceAllString(tree(units...), "${1}idm_unit.$2.ext_id")
}

// A unit is dissolved while its subunits move out of it: in one apply if the CLI leaves the order
// open, and with either remedy if the CLI destroys the unit first.
func TestUnit_dissolve(t *testing.T) {
	t.Parallel()
	const remedy = "with this unit still in the configuration"
	whole, without := []string{"r", "a<r", "b<a", "c<a"}, []string{"r", "b<r", "c<r"}
	first := strings.Replace(referring(whole...), `name = "a"`, "name = \"a\"\n  lifecycle {\n    create_before_destroy = true\n  }", 1)
	t.Run("by text", func(t *testing.T) {
		t.Parallel()
		s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
		s.Test(t, s.Apply(referring(whole...)), s.Apply(tree(whole...)), s.Apply(tree(without...), below(t, s, without)))
	})
	t.Run("moves first", func(t *testing.T) {
		t.Parallel()
		s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
		s.Test(t, s.Apply(referring(whole...)), s.Fails(referring(without...), remedy),
			s.Apply(referring("r", "a<r", "b<r", "c<r")), s.Apply(referring(without...), below(t, s, without)))
	})
	t.Run("create before destroy", func(t *testing.T) {
		t.Parallel()
		s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
		s.Test(t, s.Apply(referring(whole...)), s.Apply(first), s.Apply(referring(without...), below(t, s, without)))
	})
}

// One apply turns a chain of units around, although the service refuses to move a unit below its own
// descendant: the moves are carried out from the top, in any order of the CLI.
func TestUnit_turnedAround(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	around := []string{"r", "c<r", "b<c", "a<b"}
	s.Test(t, s.Apply(referring("r", "a<r", "b<a", "c<b")), s.Apply(tree(around...), below(t, s, around)))
}
