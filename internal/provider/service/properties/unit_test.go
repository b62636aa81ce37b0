package properties_test

import (
	"strings"
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
	for name, test := range map[string]struct {
		theirs map[string]string
		// during means that the change comes after the comparison, so that only the response to the update
		// shows it.
		during bool
		held   map[string]string
		drift  bool
		err    string
	}{
		"another name": {theirs: map[string]string{"phone": "+49"}, drift: true,
			held: map[string]string{"costCenter": "2", "phone": "+49", "secretNote": "hush"}},
		"another name, during the update": {theirs: map[string]string{"secretNote": "theirs"}, during: true, drift: true,
			held: map[string]string{"costCenter": "2", "phone": "+41", "secretNote": "theirs"}},
		"to the same value": {theirs: map[string]string{"costCenter": "2"},
			held: map[string]string{"costCenter": "2", "phone": "+41", "secretNote": "hush"}},
		"to another value": {theirs: map[string]string{"costCenter": "9"}, err: `properties["costCenter"]`,
			held: map[string]string{"costCenter": "9", "phone": "+41", "secretNote": "hush"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := startUnit(t, acctest.Simulator)
			i, config := o.instance(), func(costCenter string) acctest.Values {
				return o.arguments(acctest.Values{
					"properties":           acctest.Values{"costCenter": costCenter, "phone": "+41"},
					"sensitive_properties": acctest.Values{"secretNote": "hush"},
				})
			}
			i.Create(t, o.s.Protocol(t), config("1"))
			theirs := o.set(t, test.theirs)
			if test.during {
				during := theirs
				theirs = func() { o.s.BeforeRequest("PATCH", during) }
			}
			diags := i.ApplyConcurrently(t, o.s.Protocol(t), config("2"), theirs)
			if diags.HasError() != (test.err != "") || !strings.Contains(diags.String(), test.err) {
				t.Error(diags)
			}
			must(t, o.remote(t, test.held))
			i.Refresh(t, o.s.Protocol(t))
			if planned, _ := i.Plan(t, o.s.Protocol(t), config("2")); planned.Empty == (test.drift || test.err != "") {
				t.Errorf("the next plan is %v", planned.Values)
			}
		})
	}
}

// A name that is new in the configuration is adopted, with any previous value.
func TestUnitProperties_newName(t *testing.T) {
	mine := acctest.Values{"costCenter": "1"}
	for name, test := range map[string]struct {
		before, after acctest.Values
		sent          map[string]string
		theirs        map[string]string
		err           string
	}{
		"in the same map": {
			before: acctest.Values{"properties": mine},
			after:  acctest.Values{"properties": acctest.Values{"costCenter": "2", "phone": "+41"}},
			sent:   map[string]string{"costCenter": "2", "phone": "+41"},
		},
		"in the other map, with another value": {
			before: acctest.Values{"properties": acctest.Values{"costCenter": "1", "phone": "+41"}},
			after:  acctest.Values{"properties": mine, "sensitive_properties": acctest.Values{"phone": "+39"}},
			sent:   map[string]string{"phone": "+39"},
		},
		"changed in the meantime": {
			before: acctest.Values{"properties": mine, "sensitive_properties": acctest.Values{"phone": "+39"}},
			after:  acctest.Values{"properties": acctest.Values{"costCenter": "1", "phone": "+33"}},
			theirs: map[string]string{"phone": "+49"},
			err:    `properties["phone"] null "+49" "+33"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := startUnit(t, acctest.Simulator)
			o.set(t, map[string]string{"phone": "+49"})()
			last := o.s.Apply(o.config(o.arguments(test.after)), o.s.Sent(o.patch(test.sent)))
			if test.err != "" {
				last = o.s.Fails(o.config(o.arguments(test.after)), test.err, acctest.ChangedConcurrently(o.set(t, test.theirs)))
			}
			o.s.Test(t, o.s.Apply(o.config(o.arguments(test.before))), last)
		})
	}
}

func TestUnitProperties_refused(t *testing.T) {
	t.Parallel()
	o := startUnit(t, acctest.Simulator)
	wrong := o.config(o.arguments(acctest.Values{
		"properties":           acctest.Values{"costCenter": "", "phone": "1"},
		"sensitive_properties": acctest.Values{"phone": "2", "secretNote": nil},
	}))
	o.s.Test(t,
		o.s.Refused(wrong, "The property costCenter has no value"),
		o.s.Refused(wrong, "The property phone is also in `properties`"),
		o.s.Refused(wrong, "The property secretNote has no value"),
		o.s.Refused(o.config(o.plain(acctest.Values{})), "No properties"),
		o.s.Fails("resource \"terraform_data\" \"empty\" { input = \"\" }\n"+
			"resource \"idm_unit_properties\" \"test\" {\n  unit_ext_id = \"acme-hq\"\n"+
			"  properties = { costCenter = terraform_data.empty.output }\n}\n", "Empty property"),
		o.s.Refused(o.config(o.plain(acctest.Values{"readOnlyCode": "1"})), "Read-only property"),
	)
}
