package unit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

const address = "idm_unit.test"

// config is a unit with the given arguments beside the external id.
func config(extID, arguments string) string {
	return fmt.Sprintf("resource \"idm_unit\" \"test\" {\n  ext_id = %q\n%s\n}\n", extID, arguments)
}

// remote checks the unit on the service's side.
func remote(s *acctest.Service, extID string, check func(idm.Unit) error) resource.TestCheckFunc {
	return acctest.Remote(func() (idm.Unit, error) { return s.API.Unit(context.Background(), s.Client, extID) }, check)
}

const (
	minimal = `profileless = false`
	full    = `
  name                 = "NAME"
  description          = "Sells things"
  location             = "Bern"
  display_name         = { en = "Sales", de = "Verkauf", fr = "Ventes", it = "Vendite" }
  abbreviation         = { en = "SA" }
  profileless          = false
  validity             = { from = "2026-01-01T00:00:00Z", to = "2030-01-01T00:00:00Z" }
  modification_comment = "set up"`
)

// named gives the unit a name that no other test uses.
func named(s *acctest.Service, arguments string) string {
	return strings.ReplaceAll(arguments, "NAME", s.ID("Sales"))
}

func TestUnit_minimalFullMinimal(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Clearing, acctest.ExtIDs)
	id := s.ID("unit")
	path := fmt.Sprintf("/core/v1/%s/units/%s", s.Client, id)
	steps := []resource.TestStep{
		s.Apply(config(id, minimal),
			resource.TestCheckResourceAttr(address, "id", s.Client+"/"+id),
			resource.TestCheckResourceAttr(address, "client_ext_id", s.Client),
			resource.TestCheckResourceAttrSet(address, "name"),
			resource.TestCheckNoResourceAttr(address, "description"),
			s.Sent(fmt.Sprintf(`POST /core/v1/%s/units/ {"extId":%q,"profileless":false}`, s.Client, id)),
		),
		s.Apply(config(id, named(s, full)),
			resource.TestCheckResourceAttr(address, "display_name.de", "Verkauf"),
			resource.TestCheckResourceAttr(address, "validity.to", "2030-01-01T00:00:00Z"),
			s.Sent("PATCH "+path+` {"abbreviation":{"EN":"SA"},"description":"Sells things","displayName":{"DE":"Verkauf","EN":"Sales","FR":"Ventes","IT":"Vendite"},`+
				`"location":"Bern","modificationComment":"set up","name":"`+s.ID("Sales")+`","validity":{"from":"2026-01-01T00:00:00Z","to":"2030-01-01T00:00:00Z"},"version":1}`),
			remote(s, id, func(u idm.Unit) error { return acctest.Equal("Sells things", u.Description) }),
		),
	}
	steps = append(steps, acctest.Import(address)...)
	steps = append(steps,
		s.Apply(config(id, strings.ReplaceAll(named(s, full), "2030-01-01T00:00:00Z", "2030-01-01T01:00:00+01:00")), s.Sent()),
		s.Apply(config(id, named(s, `
  name        = "NAME"
  profileless = false
  validity    = { from = "2026-01-01T00:00:00Z", to = "2030-01-01T01:00:00+01:00" }`)),
			resource.TestCheckNoResourceAttr(address, "display_name.%"),
			s.Sent("PATCH "+path+` {"abbreviation":{"EN":""},"description":"","displayName":{"DE":"","EN":"","FR":"","IT":""},"location":"","modificationComment":"","version":2}`),
			remote(s, id, func(u idm.Unit) error {
				return acctest.Equal([]string{"", "", ""}, []string{u.Description, u.Location, u.DisplayName["DE"]})
			}),
		),
	)
	s.Test(t, steps...)
}

func TestUnit_updateEach(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Clearing, acctest.ProfilelessUpdates, acctest.ExtIDs)
	id := s.ID("unit")
	path := fmt.Sprintf("/core/v1/%s/units/%s", s.Client, id)
	base := map[string]string{"profileless": `false`, "name": `"` + s.ID("A") + `"`, "description": `"A"`, "location": `"A"`, "display_name": `{ en = "A", de = "A" }`,
		"abbreviation": `{ fr = "A" }`, "validity": `{ from = "2026-01-01T00:00:00Z" }`, "modification_comment": `"A"`}
	changes := []struct{ attribute, value, body string }{
		{"name", `"` + s.ID("B") + `"`, `"name":"` + s.ID("B") + `"`},
		{"description", `"B"`, `"description":"B"`},
		{"location", `"B"`, `"location":"B"`},
		{"display_name", `{ en = "B", it = "B" }`, `"displayName":{"DE":"","EN":"B","IT":"B"}`},
		{"abbreviation", `{ fr = "B" }`, `"abbreviation":{"FR":"B"}`},
		{"profileless", `true`, `"profileless":true`},
		{"validity", `{ from = "2027-01-01T00:00:00Z", to = null }`, `"validity":{"from":"2027-01-01T00:00:00Z"}`},
		{"modification_comment", `"B"`, `"modificationComment":"B"`},
	}
	steps := []resource.TestStep{s.Apply(config(id, arguments(base)))}
	for i, change := range changes {
		base[change.attribute] = change.value
		steps = append(steps, s.Apply(config(id, arguments(base)),
			s.Sent("PATCH "+path+" "+canonical(fmt.Sprintf(`{%s,"version":%d}`, change.body, i+1)))))
	}
	s.Test(t, steps...)
}

func TestUnit_move(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	parents := fmt.Sprintf("resource \"idm_unit\" \"a\" {\n  ext_id = %q\n  profileless = true\n}\nresource \"idm_unit\" \"b\" {\n  ext_id = %q\n  profileless = true\n}\n", s.ID("a"), s.ID("b"))
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
			s.Sent(fmt.Sprintf(`PATCH /core/v1/%s/units/%s {"description":"both","version":3}`, s.Client, id), "PUT "+fmt.Sprintf(children, s.ID("a"))), parent(s.ID("a"))),
	)
}

func TestUnit_behindTerraformsBack(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Clearing, acctest.ExtIDs)
	id := s.ID("unit")
	ctx := context.Background()
	written := config(id, named(s, minimal+"\nname = \"NAME\""))
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	rename := func() {
		_, err := s.API.UpdateUnit(ctx, s.Client, id, idm.UnitPatch{Name: idm.Set(s.ID("Vertrieb")), Location: idm.Set("Basel")})
		must(err)
	}
	s.Test(t,
		s.Apply(written),
		s.Drift(rename, written, address, plancheck.ResourceActionUpdate),
		s.Apply(written,
			s.Sent(fmt.Sprintf(`PATCH /core/v1/%s/units/%s {"location":"","name":%q,"version":2}`, s.Client, id, s.ID("Sales")))),
		s.Drift(func() { must(s.API.DeleteUnit(ctx, s.Client, id)) }, written, address, plancheck.ResourceActionCreate),
		s.Apply(written, remote(s, id, func(u idm.Unit) error { return acctest.Equal(s.ID("Sales"), u.Name) })),
	)
}

func TestUnit_conflict(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("unit")
	path := fmt.Sprintf("/core/v1/%s/units/%s", s.Client, id)
	changed := config(id, minimal+"\ndescription = \"ours\"")
	conflicting := s.Fails(changed, "Object: unit "+s.Client+"/"+id,
		acctest.Before(func() {
			s.BeforeRequest("PATCH "+path, theirs(t, s, id, idm.UnitPatch{Description: idm.Set("theirs")}))
		}))
	s.Test(t,
		s.Apply(config(id, minimal)),
		conflicting,
		s.Apply(changed, s.Sent("PATCH "+path+` {"description":"ours","version":2}`)),
	)
}

func TestUnit_refusedByTheService(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("unit")
	valid := config(id, minimal+"\nvalidity = { from = \"2026-01-01T00:00:00Z\" }")
	s.Test(t,
		s.Apply(valid),
		s.Fails(config(id, minimal), "Could not update unit"),
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
	tests := map[string]string{
		`name = ""`:                        "Empty string",
		`ext_id = ""`:                      "Empty string",
		`display_name = {}`:                "Empty localized text",
		`display_name = { es = "Ventas" }`: `There is no "es" here. The keys are: en, de, fr, it.`,
		`abbreviation = { en = "" }`:       "Empty string",
		`validity = {}`:                    "Empty validity",
		`validity = { form = "2026-01-01T00:00:00Z", to = "2026-01-02T00:00:00Z" }`: `There is no "form" here`,
		`validity = { from = "2026-01-02T00:00:00Z", to = "2026-01-01T00:00:00Z" }`: "Validity ends before it begins",
		`validity = { from = "next week" }`:                                         "Not a timestamp",
		`state = "asleep"`:                                                          `value must be one of`,
	}
	var steps []resource.TestStep
	i := 0
	for argument, message := range tests {
		block := fmt.Sprintf("resource \"idm_unit\" \"t%d\" {\n  profileless = true\n  %s\n}\n", i, argument)
		i++
		steps = append(steps, s.Refused(block, message))
	}
	steps = append(steps, s.Refused("resource \"idm_unit\" \"t\" {}\n", `The argument "profileless" is required`))
	s.Test(t, steps...)
	if requests := s.Requests(); len(requests) > 0 {
		t.Errorf("sent although the plan was refused: %q", requests)
	}
}

func TestUnit_quirks(t *testing.T) {
	for _, quirk := range []string{"server-ext-ids", "properties-bump-version", "children-bump-version", "slash-strict", "lower-limit", "later-releases"} {
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
