package unit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_unit.test"

// config returns a unit with some arguments in addition to the external ID.
func config(extID, arguments string) string {
	return fmt.Sprintf("resource \"idm_unit\" \"test\" {\n  ext_id = %q\n%s\n}\n", extID, arguments)
}

// remote checks the unit in the service.
func remote(s *acctest.Service, extID string, check func(idm.Unit) error) resource.TestCheckFunc {
	return acctest.Remote(func() (idm.Unit, error) { return idm.UnitOps.Get(context.Background(), s.API, idm.In(s.Client), extID) }, check)
}

const minimal = `profileless = false`

// The same instant in another time zone changes nothing.
func TestUnit_sameInstant(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	until := func(to string) string {
		return config(s.ID("unit"), minimal+fmt.Sprintf("\n  validity = { from = \"2026-01-01T00:00:00Z\", to = %q }", to))
	}
	s.Test(t, s.Apply(until("2030-01-01T00:00:00Z")), s.Apply(until("2030-01-01T01:00:00+01:00"), s.Sent()))
}

func TestUnit_move(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	parents := fmt.Sprintf("resource \"idm_unit\" \"a\" {\n  ext_id = %q\n  profileless = true\n}\nresource \"idm_unit\" \"b\" {\n"+
		"  ext_id = %q\n  profileless = true\n}\n", s.ID("a"), s.ID("b"))
	id := s.ID("unit")
	children := fmt.Sprintf("/core/v1/%s/units/%%s/children/%s", s.Client, id)
	parent := func(want string) resource.TestCheckFunc {
		return remote(s, id, func(u idm.Unit) error { return acctest.Equal(want, u.ParentUnitExtID) })
	}
	s.Test(t,
		s.Apply(parents+config(id, minimal+"\nparent_unit_ext_id = idm_unit.a.ext_id"), parent(s.ID("a"))),
		s.Apply(parents+config(id, minimal+"\nparent_unit_ext_id = idm_unit.b.ext_id"),
			s.Sent("PUT "+fmt.Sprintf(children, s.ID("b"))), parent(s.ID("b"))),
		s.Apply(parents+config(id, minimal), s.Sent("DELETE "+fmt.Sprintf(children, s.ID("b"))), parent("")),
		s.Apply(parents+config(id, minimal+"\ndescription = \"both\"\nparent_unit_ext_id = idm_unit.a.ext_id"),
			s.Sent(fmt.Sprintf(`PATCH /core/v1/%s/units/%s {"description":"both","version":3}`, s.Client, id),
				"PUT "+fmt.Sprintf(children, s.ID("a"))), parent(s.ID("a"))),
	)
}

func TestUnit_refusedByTheService(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("unit")
	valid := config(id, minimal+"\nvalidity = { from = \"2026-01-01T00:00:00Z\" }")
	s.Test(t,
		s.Apply(valid),
		s.Fails(config(id, minimal), "errors.invalidParameter"),
		s.Fails(valid+strings.Replace(config(id, minimal), `"test"`, `"again"`, 1), "id = \""+s.Client+"/"+id+"\""),
		s.Fails(valid+`resource "idm_unit" "child" {
  parent_unit_ext_id = "nowhere"
  profileless        = true
}`, "errors.noRecord"),
		s.Apply(valid, s.Sent()),
	)
}

func TestUnit_refusedInThePlan(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t)
	tests := []struct{ argument, message string }{
		{`name = ""`, "Empty string"},
		{`display_name = {}`, "Empty localized text"},
		{`display_name = { es = "Ventas" }`, `"es" is not a key of localized text. Did you mean "en"? The keys are: en, de, fr, it.`},
		{`abbreviation = { en = "" }`, "Empty string"},
		{`validity = {}`, "Empty validity"},
		{`validity = { form = "2026-01-01T00:00:00Z", to = "2026-01-02T00:00:00Z" }`, `"form" is not a key of validity`},
		{`validity = { from = "next week" }`, "Not a timestamp"},
		{`state = "asleep"`, `value must be one of`},
	}
	var steps []resource.TestStep
	for _, test := range tests {
		steps = append(steps, s.Refused(config(s.ID("unit"), minimal+"\n"+test.argument), test.message))
	}
	steps = append(steps, s.Refused(config("", minimal), "Empty string"),
		s.Refused("resource \"idm_unit\" \"t\" {}\n", `The argument "profileless" is required`))
	s.Test(t, steps...)
	if requests := s.Requests(); len(requests) > 0 {
		t.Errorf("sent although the plan was refused: %q", requests)
	}
}

func TestUnit_quirks(t *testing.T) {
	for _, quirk := range []string{"server-ext-ids", "properties-bump-version", "children-bump-version", "slash-strict", "lower-limit",
		"later-releases"} {
		t.Run(quirk, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirk)
			tree := func(description string) string {
				return fmt.Sprintf(`
resource "idm_unit" "parent" {
  profileless = true
  description = %q
}
resource "idm_unit" "child" {
  parent_unit_ext_id = idm_unit.parent.ext_id
  profileless        = false
  description        = %q
}`, description, description)
			}
			s.Test(t, s.Apply(tree("before")), s.Apply(tree("after")))
		})
	}
}

func TestUnit_keptByTheService(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "keep-on-clear")
	id := s.ID("unit")
	described := config(id, minimal+"\ndescription = \"sticky\"")
	s.Test(t,
		s.Apply(described),
		s.Fails(config(id, minimal), `description was to be cleared, and the service kept "sticky".`),
		s.Apply(described, s.Sent()),
	)
}

func TestUnit_clientKept(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("unit")
	moved := s.Apply(config(id, minimal), resource.TestCheckResourceAttr(address, "client_ext_id", s.Client), s.Sent())
	moved.Config = strings.Replace(moved.Config, fmt.Sprintf("client_ext_id = %q", s.Client), `client_ext_id = "globex"`, 1)
	replaced := s.Apply(config(id, minimal+"\nclient_ext_id = \"globex\""), resource.TestCheckResourceAttr(address, "id", "globex/"+id))
	s.Test(t, s.Apply(config(id, minimal)), moved, replaced)
}
