package tenantgen

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

var (
	unitTexts    = objecttype.Unit.Texts[1:]
	profileTexts = objecttype.Profile.Texts[1:]
	unitProps    = []string{"costCenter", "phone", sensitiveProperty}
	// unitChoices and profileChoices are attributes with a limited set of values.
	unitChoices    = []string{"validity.from", "validity.to"}
	profileChoices = []string{"validity.from", "validity.to"}
)

// Size is the approximate number of units, of profiles, and of objects of each kind of the catalog.
type Size struct{ Units, Profiles, Catalog int }

// Grow adds objects until the tenant has the given size.
func (t *Tenant) Grow(r *rand.Rand, s Size) {
	t.growCatalog(r, s.Catalog)
	for len(t.Units) < s.Units {
		t.addUnit(r)
	}
	for len(t.Profiles) < s.Profiles {
		t.addProfile(r)
	}
}

// Mutate changes about half of the tenant: it removes, moves, renames, changes and clears objects,
// and adds as many as it removes.
func (t *Tenant) Mutate(r *rand.Rand, s Size) {
	removals := 1
	if t.collects(objecttype.Unit) {
		removals = 5 // A tree orders them.
	}
	var switched []*unit
	for _, u := range slices.Clone(t.Units) {
		switch n := r.IntN(20 + removals - 1); {
		case (n < 1 || n >= 20) && t.removable(u):
			t.removeUnit(r, u)
		case n < 3:
			t.moveUnit(r, u)
		case n < 11:
			if u.change(r, t, 2) {
				switched = append(switched, u)
			}
		}
	}
	for _, p := range slices.Clone(t.Profiles) {
		switch n := r.IntN(20); {
		case n < 2:
			t.Profiles = slices.DeleteFunc(t.Profiles, func(other *profile) bool { return other == p })
		case n < 4:
			p.Unit = t.place(r)
		case n < 10:
			p.change(r, t, 1)
		}
		p.regrant(r, t)
	}
	// A plan refuses to replace a profile whose unit accepts profiles only after the apply.
	for _, u := range switched {
		u.Profileless = !u.Profileless && t.spare(u)
	}
	t.mutateCatalog(r)
	t.Applications = nil
	for _, a := range applications {
		if r.IntN(2) == 0 {
			t.Applications = append(t.Applications, a)
		}
	}
	t.Grow(r, s)
}

// removeUnit removes a unit; its subunits move up, and its profiles move to another unit.
func (t *Tenant) removeUnit(r *rand.Rand, u *unit) {
	t.Units = slices.DeleteFunc(t.Units, func(other *unit) bool { return other == u })
	for _, child := range t.Units {
		if child.Parent == u {
			child.Parent = u.Parent
		}
	}
	for _, p := range t.Profiles {
		if p.Unit == u {
			p.Unit = t.place(r)
		}
	}
}

func (t *Tenant) moveUnit(r *rand.Rand, u *unit) {
	if r.IntN(6) == 0 && !t.Kept {
		u.Parent = nil
		return
	}
	if to := t.Units[r.IntN(len(t.Units))]; !to.below(u) {
		u.Parent = to
	}
}

// change renames a unit or changes some of its texts and properties; some are cleared. It reports
// whether the unit is to accept profiles, or no longer to accept them.
func (u *unit) change(r *rand.Rand, t *Tenant, n int) bool {
	if u.Texts["name"] == "" || r.IntN(4) == 0 {
		u.Texts["name"] = u.Key + newKey(t, " name ")
	}
	for range n {
		vary(r, t, u.Texts, unitTexts)
	}
	vary(r, t, u.Texts, unitChoices)
	if r.IntN(3) == 0 {
		vary(r, t, u.Properties, unitProps)
	}
	return r.IntN(4) == 0 && !t.FixedProfileless && t.spare(u)
}

func (p *profile) change(r *rand.Rand, t *Tenant, n int) {
	if p.Texts["name"] == "" || r.IntN(3) == 0 {
		p.Texts["name"] = p.Key + newKey(t, " name ")
	}
	for range n {
		vary(r, t, p.Texts, profileTexts)
	}
	vary(r, t, p.Texts, profileChoices)
	if r.IntN(3) == 0 {
		vary(r, t, p.Properties, []string{"badge"})
	}
	if r.IntN(5) == 0 {
		p.State = []string{"active", "disabled"}[r.IntN(2)]
	}
}

// hostile is text with a special meaning in configurations, paths and JSON; plainOnly lists
// attributes that do not accept such text.
const hostile = ` "ü\n${x}%{y}" \\ <&>`

var plainOnly = []string{"badge", "tier", "costCenter", "phone", "url", "urls.EN", "urls.DE"}

// choices contains the values of attributes that are not free text.
var choices = map[string][]string{
	"language_code": {"EN", "DE", "FR", "IT"}, "sex": {"male", "female", "other"}, "gender": {"male", "female"},
	"birth_date": {"1980-12-31", "2000-02-29"}, "validity.from": {"2020-01-01T00:00:00Z", "2024-02-29T12:30:00Z"},
	"validity.to": {"2031-01-01T00:00:00Z", "2060-12-31T23:59:59Z"},
	"maxLength":   {"64", "100", "128"}, "lockTime": {"60", "300"}, "resetCodeEnabled": {"true", "false"},
}

// choicesOf returns the values of an attribute or, for the title of a type of credentials, its
// states; nil for free text.
func choicesOf(name string) []string {
	if slices.Contains(credentialNames(), name) {
		return []string{"active", "disabled"}
	}
	return choices[name]
}

// notCleared lists attributes that some release of the service cannot clear.
var notCleared = []string{"language_code", "sex", "gender", "validity.from", "validity.to"}

// vary clears one of the values or changes it.
func vary(r *rand.Rand, t *Tenant, values map[string]string, names []string) {
	if len(names) == 0 {
		return
	}
	name := names[r.IntN(len(names))]
	if r.IntN(3) == 0 && !t.Kept && !slices.Contains(notCleared, name) {
		delete(values, name)
		return
	}
	if all := choicesOf(name); all != nil {
		values[name] = all[r.IntN(len(all))]
		return
	}
	values[name] = newKey(t, "text ")
	if t.Hostile && r.IntN(6) == 0 && !slices.Contains(plainOnly, name) {
		values[name] += hostile
	}
}

// regrant grants and revokes roles, and changes grants.
func (p *profile) regrant(r *rand.Rand, t *Tenant) {
	for _, grants := range []struct {
		of   map[string]*grant
		role string
	}{{p.Roles, t.anyRole(r)}, {p.Enterprise, t.anyEnterpriseRole(r)}} {
		for _, role := range slices.Sorted(maps.Keys(grants.of)) {
			switch n := r.IntN(10); {
			case n < 2:
				delete(grants.of, role)
			case n < 5:
				grants.of[role] = newGrant(r)
			}
		}
		if grants.of[grants.role] == nil && r.IntN(2) == 0 {
			grants.of[grants.role] = newGrant(r)
		}
	}
}
