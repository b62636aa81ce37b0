package review

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// The values of a new grant are those that the configuration sets, and no grant disappears.
func TestWithoutClosedRooms(t *testing.T) {
	rooms := func(prefix, before, after string) []Attribute {
		var all []Attribute
		for _, room := range grants.RoomAttributes() {
			all = append(all, Attribute{Name: prefix + room, Before: before, After: after})
		}
		return all
	}
	open := Attribute{Name: "authorizations.a.unit_global", After: "true"}
	end := Attribute{Name: "authorizations.a.validity.to", After: "2031-12-31T23:59:59Z"}
	closes := Attribute{Name: "authorizations.a.unit_global", Before: "true", After: "false"}
	for name, tc := range map[string]struct{ differences, want []Attribute }{
		"a single grant":           {append(rooms("", "", "false"), Attribute{Name: "role_ext_id"}), []Attribute{{Name: "role_ext_id"}}},
		"a single grant that goes": {rooms("", "false", ""), rooms("", "false", "")},
		"a new element":            {rooms("authorizations.a.", "", "false"), []Attribute{{Name: "authorizations.a", After: "{}"}}},
		"a removed element":        {rooms("authorizations.a.", "false", ""), []Attribute{{Name: "authorizations.a", Before: "{}"}}},
		"an open room":             {append(rooms("authorizations.a.", "", "false")[:3], open), []Attribute{open}},
		"an element that ends":     {append(rooms("authorizations.a.", "", "false"), end), []Attribute{end}},
		"a room that closes":       {[]Attribute{closes}, []Attribute{closes}},
		"two elements": {append(rooms("authorizations.a.", "", "false"), rooms("authorizations.b.", "", "false")...),
			[]Attribute{{Name: "authorizations.a", After: "{}"}, {Name: "authorizations.b", After: "{}"}}},
	} {
		if got := withoutClosedRooms(tc.differences); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: %s, want %s", name, fmt.Sprint(got), fmt.Sprint(tc.want))
		}
	}
}

// A single created profile is named. For several, the alert shows their number.
func TestJoinCreatedProfiles(t *testing.T) {
	r := &Review{Findings: []Finding{
		{Rules: []string{rule.ProfileCreate}, Text: "profile a"}, {Rules: []string{rule.ProfileCreate}, Text: "profile b"},
		{Rules: []string{rule.ProfileCreate, rule.IncompleteUnproven}, Text: "profile c"},
	}}
	all := r.subjects(func(Finding) bool { return true })
	if got := r.joinCreatedProfiles(all); len(got) != 2 || got[0] != all[2] {
		t.Errorf("two joiners: %v", got)
	}
	if got := r.joinCreatedProfiles(all[1:]); !reflect.DeepEqual(got, all[1:]) {
		t.Errorf("one joiner: %v", got)
	}
}
