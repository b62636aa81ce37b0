package unitproperties_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

const address = "idm_unit_properties.test"

// config is the properties of a unit with the given arguments.
func config(unit, arguments string) string {
	return fmt.Sprintf("resource \"idm_unit_properties\" \"test\" {\n  unit_ext_id = %q\n%s\n}\n", unit, arguments)
}

// newUnit makes a unit that is not managed here.
func newUnit(t *testing.T, s *acctest.Service, name string) string {
	t.Helper()
	profileless := false
	extID, err := s.API.CreateUnit(context.Background(), s.Client, idm.UnitCreate{ExtID: s.ID(name), Profileless: &profileless})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// A test may have deleted it already.
		_ = s.API.DeleteUnit(context.Background(), s.Client, extID)
	})
	return extID
}

// set changes properties behind Terraform's back.
func set(t *testing.T, s *acctest.Service, unit string, values map[string]string) func() {
	return func() {
		t.Helper()
		if _, err := s.API.UpdateUnitProperties(context.Background(), s.Client, unit, values); err != nil {
			t.Fatal(err)
		}
	}
}

// remote checks all values that the unit has.
func remote(s *acctest.Service, unit string, want map[string]string) resource.TestCheckFunc {
	return acctest.Remote(
		func() (idm.Properties, error) { return s.API.UnitProperties(context.Background(), s.Client, unit) },
		func(p idm.Properties) error { return acctest.Equal(want, p.Values) })
}

func patch(s *acctest.Service, unit, body string) string {
	return fmt.Sprintf("PATCH /core/v1/%s/units/%s/properties/ %s", s.Client, unit, body)
}

func TestUnitProperties_minimalFullMinimal(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "slash-strict")
	unit := newUnit(t, s, "unit")
	full := config(unit, `
  properties           = { costCenter = "4712", phone = "+41" }
  sensitive_properties = { secretNote = "hush" }`)
	steps := []resource.TestStep{
		s.Apply(config(unit, `properties = { costCenter = "4711" }`),
			resource.TestCheckResourceAttr(address, "id", s.Client+"/"+unit),
			resource.TestCheckResourceAttr(address, "client_ext_id", s.Client),
			resource.TestCheckNoResourceAttr(address, "sensitive_properties.%"),
			s.Sent(patch(s, unit, `{"costCenter":"4711"}`)),
		),
		s.Apply(full,
			resource.TestCheckResourceAttr(address, "sensitive_properties.secretNote", "hush"),
			s.Sent(patch(s, unit, `{"costCenter":"4712","phone":"+41","secretNote":"hush"}`)),
			remote(s, unit, map[string]string{"costCenter": "4712", "phone": "+41", "secretNote": "hush"}),
		),
	}
	steps = append(steps, acctest.Import(address)...)
	s.Test(t, append(steps,
		s.Apply(config(unit, `properties = { costCenter = "4712" }`),
			s.Sent(patch(s, unit, `{"phone":"","secretNote":""}`)),
			remote(s, unit, map[string]string{"costCenter": "4712"}),
		),
		s.Apply("", s.Sent(patch(s, unit, `{"costCenter":""}`)), remote(s, unit, map[string]string{})),
	)...)
}

func TestUnitProperties_ownsItsKeysOnly(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	unit, mine, theirs := newUnit(t, s, "unit"), s.UnitProperty, s.OtherUnitProperty
	written := config(unit, fmt.Sprintf(`properties = { %s = "mine" }`, mine))
	set(t, s, unit, map[string]string{theirs: "theirs"})()
	s.Test(t,
		s.Apply(written, resource.TestCheckResourceAttr(address, "properties.%", "1")),
		s.Drift(set(t, s, unit, map[string]string{mine: "changed", theirs: "changed"}), written, address, plancheck.ResourceActionUpdate),
		s.Apply(written, s.Sent(patch(s, unit, fmt.Sprintf(`{%q:"mine"}`, mine)))),
		s.Drift(set(t, s, unit, map[string]string{mine: ""}), written, address, plancheck.ResourceActionUpdate),
		s.Apply(written,
			s.Sent(patch(s, unit, fmt.Sprintf(`{%q:"mine"}`, mine))),
			remote(s, unit, map[string]string{mine: "mine", theirs: "changed"})),
		s.Apply("", remote(s, unit, map[string]string{theirs: "changed"})),
	)
}

func TestUnitProperties_otherUnit(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	one, two, name := newUnit(t, s, "one"), newUnit(t, s, "two"), s.UnitProperty
	plain := fmt.Sprintf(`properties = { %s = "mine" }`, name)
	s.Test(t,
		s.Apply(config(one, plain)),
		s.Apply(config(one, "sensitive_"+plain), s.Sent()),
		s.Apply(config(two, plain),
			s.Sent(patch(s, one, fmt.Sprintf(`{%q:""}`, name)), patch(s, two, fmt.Sprintf(`{%q:"mine"}`, name))),
			remote(s, one, map[string]string{}), remote(s, two, map[string]string{name: "mine"})),
		s.Drift(func() {
			if err := s.API.DeleteUnit(context.Background(), s.Client, two); err != nil {
				t.Fatal(err)
			}
		}, config(two, plain), address, plancheck.ResourceActionCreate),
	)
}

// Properties have no version, so they are compared before they are sent.
func TestUnitProperties_changedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	unit := newUnit(t, s, "unit")
	written := func(costCenter string) string {
		return config(unit, fmt.Sprintf(`
  properties           = { costCenter = %q, phone = "+41" }
  sensitive_properties = { secretNote = "hush" }`, costCenter))
	}
	theirs := func(name, value string) func() { return set(t, s, unit, map[string]string{name: value}) }
	s.Test(t,
		s.Apply(written("1")),
		// Other keys, which are kept; the answer to the update tells of a change that came after the
		// comparison.
		s.Step(written("2"),
			acctest.ChangedConcurrently(theirs("phone", "+49")), acctest.WantDrift(),
			acctest.Check(
				resource.TestCheckResourceAttr(address, "properties.phone", "+41"),
				remote(s, unit, map[string]string{"costCenter": "2", "phone": "+49", "secretNote": "hush"}),
			),
		),
		s.Step(written("3"),
			acctest.ChangedConcurrently(func() { s.BeforeRequest("PATCH", theirs("secretNote", "theirs")) }), acctest.WantDrift(),
			acctest.Check(
				remote(s, unit, map[string]string{"costCenter": "3", "phone": "+41", "secretNote": "theirs"}),
			),
		),
		s.Apply(written("3"), s.Sent(patch(s, unit, `{"secretNote":"hush"}`))),
		// The same key, to the same value and to another one.
		s.Step(written("4"),
			acctest.ChangedConcurrently(theirs("costCenter", "4"))),
		s.Fails(written("5"), `properties["costCenter"] "4" "9" "5" What was found stays as it is`,
			acctest.ChangedConcurrently(theirs("costCenter", "9"))),
		s.Apply(written("9"), s.Sent()),
	)
}

// A name that is new in the configuration is taken over, whatever its value was.
func TestUnitProperties_newName(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	unit := newUnit(t, s, "unit")
	set(t, s, unit, map[string]string{"phone": "+49"})()
	s.Test(t,
		s.Apply(config(unit, `properties = { costCenter = "1" }`)),
		s.Apply(config(unit, `properties = { costCenter = "2", phone = "+41" }`),
			remote(s, unit, map[string]string{"costCenter": "2", "phone": "+41"})),
		// The same name in the other map, with another value.
		s.Apply(config(unit, "properties = { costCenter = \"2\" }\nsensitive_properties = { phone = \"+39\" }"),
			remote(s, unit, map[string]string{"costCenter": "2", "phone": "+39"})),
		s.Fails(config(unit, `properties = { costCenter = "3", phone = "+33" }`), `properties["phone"] null "+49" "+33"`,
			acctest.ChangedConcurrently(set(t, s, unit, map[string]string{"phone": "+49"}))),
		s.Apply(config(unit, `properties = { costCenter = "3", phone = "+33" }`)),
	)
}

// A write whose answer is lost is sent again just where the work was not done.
func TestUnitProperties_loseTheirAnswers(t *testing.T) {
	for _, way := range acctest.Lost {
		t.Run(fmt.Sprint(way.Kind, way.Status), func(t *testing.T) {
			t.Parallel()
			s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
			unit := newUnit(t, s, "unit")
			set(t, s, unit, map[string]string{"costCenter": "0"})()
			p, properties := s.Protocol(t), acctest.Instance{Type: "idm_unit_properties"}
			for _, costCenter := range []string{"1", "2"} {
				config := acctest.Values{"unit_ext_id": unit, "properties": acctest.Values{"costCenter": costCenter}}
				diags := properties.ApplyConcurrently(t, p, config, func() {
					fault := way.Fault
					fault.Method, fault.Path, fault.Count = "PATCH", "*/properties/", 1
					if err := s.Sim.SetFaults(fault); err != nil {
						t.Error(err)
					}
					s.ClearRequests()
				})
				if diags.HasError() || s.Sim.FaultHits()[0] != 1 {
					t.Error(diags, s.Sim.FaultHits())
				}
				line := patch(s, unit, fmt.Sprintf(`{"costCenter":%q}`, costCenter))
				if err := s.Sent(slices.Repeat([]string{line}, way.Sends())...)(nil); err != nil {
					t.Error(err)
				}
				if err := remote(s, unit, map[string]string{"costCenter": costCenter})(nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// The import takes over all keys, so that the plan shows the removal of those that the
// configuration lacks.
func TestUnitProperties_importMore(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	unit := newUnit(t, s, "unit")
	set(t, s, unit, map[string]string{"costCenter": "4711", "phone": "+41", "secretNote": "hush"})()
	s.Test(t, s.Apply(config(unit, `properties = { costCenter = "4711" }`)+
		fmt.Sprintf("import {\n  to = %s\n  id = \"%s/%s\"\n}\n", address, s.Client, unit),
		s.Sent(patch(s, unit, `{"phone":"","secretNote":""}`)),
		remote(s, unit, map[string]string{"costCenter": "4711"})))
}

func TestUnitProperties_refused(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	unit := newUnit(t, s, "unit")
	wrong := config(unit, `
  properties           = { costCenter = "", phone = "1" }
  sensitive_properties = { phone = "2", secretNote = null }`)
	s.Test(t,
		s.Refused(wrong, "The property costCenter has no value"),
		s.Refused(wrong, "The property phone is also in `properties`"),
		s.Refused(wrong, "The property secretNote has no value"),
		s.Refused(config(unit, `properties = {}`), "No properties"),
		s.Fails(`resource "terraform_data" "empty" { input = "" }
`+config(unit, `properties = { costCenter = terraform_data.empty.output }`), "Empty property"),
		s.Fails(config(unit, `properties = { undefined = "1" }`), "The property undefined is not defined"),
		s.Fails(config(unit, `properties = { readOnlyCode = "1" }`), "errors.modifyReadonlyData"),
	)
}
