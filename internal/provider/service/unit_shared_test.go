package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// Two resources that change one object share its version: a version that one of them advanced is
// not a conflict for the other, but a concurrent change by another writer is.
func TestUnit_oneObjectManyResources(t *testing.T) {
	others := map[string]besideUnit{
		"properties": {"properties-bump-version", "idm_unit_properties", func(unit string) acctest.Values {
			return acctest.Values{"unit_ext_id": unit, "properties": acctest.Values{"costCenter": "42"}}
		}},
		"children": {"children-bump-version", "idm_unit", func(unit string) acctest.Values {
			return acctest.Values{"parent_unit_ext_id": unit, "profileless": true}
		}},
	}
	tests := map[string]struct {
		theirs  *idm.UnitInput
		refused string
		want    []string
	}{
		"nobody else":       {nil, "", []string{"Bern", ""}},
		"another attribute": {&idm.UnitInput{Description: idm.Set("theirs")}, "", []string{"Bern", "theirs"}},
		"the same attribute": {&idm.UnitInput{Location: idm.Set("Zug")},
			`location "Chur" "Zug" "Bern" The current values are kept`, []string{"Zug", ""}},
	}
	for beside, other := range others {
		for name, test := range tests {
			t.Run(beside+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := acctest.StartSimulator(t, other.quirk)
				id := s.ID("unit")
				diags := other.change(t, s, id, func() {
					if test.theirs != nil {
						if _, err := idm.UnitWrites.Update(t.Context(), s.API, idm.In(s.Client), id, 0, *test.theirs); err != nil {
							t.Error(err)
						}
					}
				})
				if diags.HasError() != (test.refused != "") || !acctest.Message(test.refused).MatchString(diags.String()) {
					t.Error(diags)
				}
				check := remoteUnit(s, id, func(u idm.Unit) error { return acctest.Equal(test.want, []string{u.Location, u.Description}) })
				if err := check(nil); err != nil {
					t.Error(err)
				}
				if err := s.NoConflicts()(nil); test.theirs == nil && err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// besideUnit is a resource whose create advances the version of a unit.
type besideUnit struct {
	quirk, kind string
	config      func(unit string) acctest.Values
}

// change plans the other resource and a change of the unit in one run, and applies them in that
// order after between. It returns the diagnostics of the unit's change.
func (b besideUnit) change(t *testing.T, s *acctest.Service, id string, between func()) acctest.Diagnostics {
	t.Helper()
	unit, other := acctest.Instance{Type: "idm_unit"}, acctest.Instance{Type: b.kind}
	config := acctest.Values{"ext_id": id, "profileless": false, "location": "Chur"}
	unit.Create(t, s.Protocol(t), config)
	p := s.Protocol(t)
	if diags := unit.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	config["location"] = "Bern"
	return unit.ApplyConcurrently(t, p, config, func() {
		if diags := other.ApplyConcurrently(t, p, b.config(id), between); diags.HasError() {
			t.Fatal(diags)
		}
	})
}

// Two resources of one configuration for the same unit do not silently overwrite each other.
func TestUnit_sameUnitTwice(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	p, id := s.Protocol(t), s.ID("unit")
	if _, err := idm.UnitWrites.Create(context.Background(), s.API, idm.In(s.Client), idm.UnitInput{ExtID: idm.Set(id),
		Profileless: idm.Set(false), Description: idm.Set("before")}); err != nil {
		t.Fatal(err)
	}
	one, two := acctest.Instance{Type: "idm_unit"}, acctest.Instance{Type: "idm_unit"}
	var planned []acctest.Planned
	for i, instance := range []*acctest.Instance{&one, &two} {
		instance.Import(t, p, s.Client+"/"+id)
		instance.Refresh(t, p)
		change, diags := instance.Plan(t, s.Protocol(t), acctest.Values{"ext_id": id, "profileless": false, "description": fmt.Sprint(i)})
		if diags.HasError() {
			t.Fatal(diags)
		}
		planned = append(planned, change)
	}
	if diags := one.Apply(t, p, planned[0]); diags.HasError() {
		t.Error(diags)
	}
	if diags := two.Apply(t, p, planned[1]); !strings.Contains(diags.String(), `description  "before"      "0"    "1"`) {
		t.Errorf("the second overwrites the first: %v", diags)
	}
}
