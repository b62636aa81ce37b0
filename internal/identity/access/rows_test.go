package access_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// Each row of the table of planned changes, with what users may (?) and must have after all
// changes.
func TestApply_rows(t *testing.T) {
	create := func(o access.Object, after ...int) access.Change {
		return access.Change{Action: access.Create, Object: o, After: after}
	}
	remove := func(kind access.Kind, extID string) access.Change {
		return access.Change{Action: access.Delete, Object: access.Object{ID: id(kind, extID)}}
	}
	ends := func(extID string, hours int, after ...int) access.Change {
		o := access.Object{ID: id(access.Grant, extID), To: access.Exactly(access.At(now.Add(time.Duration(hours) * time.Hour)))}
		return access.Change{Action: access.Update, Object: o, Sets: access.ToFact, After: after}
	}
	move := func(kind access.Kind, extID, to string, after ...int) access.Change {
		return access.Change{Action: access.Update, Object: object(kind, extID, "", to), Sets: access.TargetFact, After: after}
	}
	state := func(kind access.Kind, extID string, state access.State, after ...int) access.Change {
		return access.Change{Action: access.Update, Object: access.Object{ID: id(kind, extID), State: access.Exactly(state)},
			Sets: access.StateFact, After: after}
	}
	below := func(unit, above string) access.Change {
		return access.Change{Action: access.Update, Object: object(access.Unit, unit, above, ""), Sets: access.OwnerFact}
	}
	const unchanged = "anna clerk, ben clerk, ben desk"
	toAnna := object(access.EnterpriseGrant, "e1", "q-anna", "desk")
	for name, c := range map[string]struct {
		gap access.Gap
		// also holds further objects of the tenant.
		also     []access.Object
		changes  []access.Change
		expected string
		// partial is what users have at any point of the apply; "" if it is not compared.
		partial  string
		findings string
	}{
		"an archived user is not enabled": {
			changes:  []access.Change{state(access.User, "carl", access.Active)},
			expected: unchanged, findings: "0 is archived, which is final true",
		},
		"a user who may be archived is enabled": {
			changes: []access.Change{state(access.User, "dora", access.Active)}, expected: unchanged + ", dora approver",
		},
		"a profile is archived, and enabled afterwards": {
			changes:  []access.Change{state(access.Profile, "p-ben", access.Archived), state(access.Profile, "p-ben", access.Active, 0)},
			expected: "anna clerk, ben clerk?, ben desk?",
		},
		"a profile of an archived user": {
			changes:  []access.Change{create(object(access.Profile, "p-new", "carl", ""))},
			expected: unchanged, findings: "0 is archived, which is final true",
		},
		"a profile in a disabled unit": {
			changes:  []access.Change{create(object(access.Profile, "p-new", "ben", "off"))},
			expected: unchanged, findings: "0 refers to a disabled unit, or moves one true",
		},
		"a profile moves to a unit that may be disabled": {
			changes:  []access.Change{move(access.Profile, "p-ben", "maybe")},
			expected: "anna clerk, ben clerk?, ben desk?", findings: "0 refers to a disabled unit, or moves one false",
		},
		"a profile moves to a unit that is disabled": {
			changes:  []access.Change{state(access.Unit, "spare", access.Disabled), move(access.Profile, "p-ben", "spare")},
			expected: "anna clerk, ben clerk?, ben desk?", findings: "1 refers to a disabled unit, or moves one false",
		},
		"a unit is deleted that a profile enters": {
			changes:  []access.Change{remove(access.Unit, "spare"), move(access.Profile, "p-ben", "spare")},
			expected: "anna clerk, ben clerk?, ben desk?",
			findings: "0 still has units or profiles below it false, 1 refers to a disabled unit, or moves one false",
		},
		"a unit moves below itself": {
			changes: []access.Change{below("hq", "it")}, expected: unchanged, findings: "0 would be below itself true",
		},
		"a unit moves below one that may be below itself": {
			changes: []access.Change{below("it", "round")}, also: unitsInCircle(),
			expected: "anna clerk, ben clerk?, ben desk?",
		},
		"a disabled unit moves": {
			changes:  []access.Change{below("off", "hq")},
			expected: unchanged, findings: "0 refers to a disabled unit, or moves one true",
		},
		"a role that does not exist": {
			changes:  []access.Change{create(object(access.Grant, "a3", "p-ben", "none"))},
			expected: unchanged, findings: "0 refers to an object that does not exist true",
		},
		"a profile that is created only afterwards": {
			changes: []access.Change{
				create(object(access.Grant, "a3", "p-new", "approver")), create(object(access.Profile, "p-new", "ben", ""), 0),
			},
			expected: unchanged, findings: "0 refers to an object that does not exist true",
		},
		"a role is granted twice": {
			changes: []access.Change{
				create(object(access.Grant, "a3", "p-ben", "approver")), create(object(access.Grant, "a4", "p-ben", "approver")),
			},
			expected: "anna clerk, ben approver?, ben clerk, ben desk",
			findings: "0 the profile already has this role false, 1 the profile already has this role false",
		},
		"a role is granted twice, once in vain": {
			changes: []access.Change{
				create(object(access.Grant, "a1", "p-ben", "approver")), create(object(access.Grant, "a4", "p-ben", "approver")),
			},
			expected: "anna clerk, ben approver, ben clerk, ben desk", findings: "0 already exists true",
		},
		"an object is created and changed": {
			changes:  []access.Change{create(object(access.Grant, "a3", "p-ben", "approver")), ends("a3", -1, 0)},
			expected: "anna clerk, ben approver?, ben clerk, ben desk",
		},
		"create, the id is free": {
			changes:  []access.Change{create(object(access.Grant, "a3", "p-ben", "approver"))},
			expected: "anna clerk, ben approver, ben clerk, ben desk", partial: "anna clerk, ben approver?, ben clerk, ben desk",
		},
		"create, the id exists": {
			changes:  []access.Change{create(toAnna)},
			expected: "anna clerk, ben clerk, ben desk", findings: "0 already exists true",
		},
		"create, the id exists and the plan deletes it": {
			changes:  []access.Change{remove(access.EnterpriseGrant, "e1"), create(toAnna)},
			expected: "anna clerk, anna desk?, ben clerk?, ben desk?", findings: "1 already exists false",
		},
		"create as before, the plan deletes it": {
			changes:  []access.Change{remove(access.EnterpriseGrant, "e1"), create(object(access.EnterpriseGrant, "e1", "p-ben", "desk"))},
			expected: "anna clerk, ben clerk?, ben desk?", findings: "1 already exists false",
		},
		"create after the delete": {
			changes:  []access.Change{remove(access.EnterpriseGrant, "e1"), create(toAnna, 0)},
			expected: "anna clerk, anna desk",
		},
		"create, not known whether the id exists": {
			gap: access.Gap{ID: id(access.Profile, "p-new")},
			changes: []access.Change{
				create(object(access.Profile, "p-new", "ben", "")), create(object(access.Grant, "a3", "p-new", "approver"), 0),
			},
			expected: " approver?, anna clerk, ben clerk, ben desk", findings: "0 already exists false",
		},
		"create, it may exist as planned": {
			changes:  []access.Change{create(object(access.Grant, "a5", "p-ben", "approver"))},
			also:     unsure(object(access.Grant, "a5", "p-ben", "approver")),
			expected: "anna clerk, ben approver, ben clerk, ben desk", findings: "0 already exists false",
		},
		"create that may be refused, and has expired": {
			changes: []access.Change{
				{Action: access.Create, Object: expired(object(access.Grant, "a3", "p-ben", "approver")), TakenID: true},
			},
			expected: unchanged, findings: "0 already exists false",
		},
		"create, the plan does not show the id": {
			changes: []access.Change{
				{Action: access.Create, Object: object(access.Grant, access.PendingID("g.new"), "p-ben", "approver"), TakenID: true},
			},
			expected: "anna clerk, ben approver?, ben clerk, ben desk", findings: "0 already exists false",
		},
		"a member that exists": {
			changes: []access.Change{create(member("desk", "clerk"))}, expected: "anna clerk, ben clerk, ben desk",
		},
		"a member that may exist, the plan deletes it": {
			changes: []access.Change{
				{Action: access.Delete, Object: access.Object{ID: member("desk", "approver").ID}}, create(member("desk", "approver")),
			},
			also: unsure(member("desk", "approver")), expected: "anna clerk, ben approver?, ben clerk, ben desk",
		},
		"a role that the profile has": {
			changes:  []access.Change{create(object(access.Grant, "a3", "p-anna", "clerk"))},
			expected: "anna clerk, ben clerk, ben desk", findings: "0 the profile already has this role true",
		},
		"update and delete, it does not exist": {
			changes:  []access.Change{ends("a3", -1), remove(access.Grant, "a4")},
			expected: "anna clerk, ben clerk, ben desk", findings: "0 does not exist true, 1 does not exist true",
		},
		"update": {
			changes: []access.Change{ends("a1", -1), ends("a2", -1)}, expected: "ben clerk, ben desk",
			partial: "anna clerk?, ben clerk, ben desk",
		},
		"one id at two addresses": {
			changes:  []access.Change{remove(access.Grant, "a2"), ends("a1", -1), ends("a1", 1)},
			expected: "anna clerk?, ben clerk, ben desk",
		},
		"two updates in order": {
			changes:  []access.Change{remove(access.Grant, "a2"), ends("a1", -1), ends("a1", 1, 1)},
			expected: "anna clerk, ben clerk, ben desk",
		},
		"delete with cascades": {
			changes: []access.Change{remove(access.User, "anna"), remove(access.EnterpriseRole, "desk")}, expected: "",
			partial: "anna clerk?, ben clerk?, ben desk?",
		},
		"an application made anew has no roles": {
			changes: []access.Change{
				remove(access.Application, "erp"), create(object(access.Application, "erp", "", ""), 0),
				create(object(access.Assignment, "erp", "", "erp"), 1),
			},
			expected: "ben desk",
		},
		"an enterprise role made anew has no roles": {
			changes: []access.Change{
				remove(access.EnterpriseRole, "desk"), create(object(access.EnterpriseRole, "desk", "", ""), 0),
				create(object(access.EnterpriseGrant, "e2", "p-ben", "desk"), 1),
			},
			expected: "anna clerk, ben desk",
		},
		"an application made anew is assigned to no client": {
			changes: []access.Change{
				remove(access.Application, "erp"), create(object(access.Application, "erp", "", ""), 0),
				create(object(access.Role, "clerk", "erp", ""), 1), create(object(access.Grant, "a3", "p-ben", "clerk"), 2),
			},
			expected: "ben desk",
		},
		"a unit moves away from a disabled one": {
			changes: []access.Change{
				disableTop, {Action: access.Update, Object: object(access.Unit, "it", "", ""), Sets: access.OwnerFact},
			},
			expected: "anna clerk, ben clerk, ben desk",
		},
		"a unit is deleted after all have moved away": {
			changes: []access.Change{
				move(access.Profile, "p-ben", "hq"), move(access.Profile, "p-anna", "hq"), remove(access.Unit, "it"),
			},
			expected: "anna clerk, ben clerk, ben desk",
		},
		"units are deleted with their only unit": {
			changes: []access.Change{
				move(access.Profile, "p-ben", ""), move(access.Profile, "p-anna", ""), remove(access.Unit, "hq"), remove(access.Unit, "it"),
			},
			expected: unchanged,
		},
		"delete of a role": {
			changes: []access.Change{{Action: access.Delete, Object: access.Object{ID: id(access.Role, "clerk")}}}, expected: "ben desk",
		},
		"delete of a client": {
			changes: []access.Change{{Action: access.Delete, Object: access.Object{ID: id(access.Client, "acme")}}}, expected: "",
		},
		"delete of a client with a profile of one of two users": {
			changes: []access.Change{remove(access.Client, "acme")},
			also:    []access.Object{ofEither(object(access.Profile, "p-two", "", ""), "anna", "ben")}, expected: "",
		},
		"delete of a unit in use": {
			changes:  []access.Change{remove(access.Unit, "hq"), remove(access.Unit, "it")},
			expected: "anna clerk, ben clerk, ben desk",
			findings: "0 still has units or profiles below it true, 1 still has units or profiles below it true",
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := tenant(append(append(small(), object(access.Client, "acme", "", "")), inOtherStates()...))
			for _, o := range c.also {
				before.Add(o)
			}
			if c.gap.Kind != 0 {
				before.NotRead(c.gap)
			}
			result := access.Apply(before, c.changes)
			if got := strings.Join(held(result.Expected), ", "); got != c.expected {
				t.Errorf("expected %q, want %q", got, c.expected)
			}
			if got := strings.Join(held(result.Partial), ", "); c.partial != "" && got != c.partial {
				t.Errorf("partial %q, want %q", got, c.partial)
			}
			var findings []string
			for _, f := range result.Findings {
				findings = append(findings, fmt.Sprint(f.Change, " ", f.Problem, " ", f.Certain))
			}
			if got := strings.Join(findings, ", "); got != c.findings {
				t.Errorf("findings %q, want %q", got, c.findings)
			}
		})
	}
}

// inOtherStates returns objects without access of their own: an archived user and one who may be
// archived, a disabled unit, one that may be disabled, and an empty one.
func inOtherStates() []access.Object {
	in := func(o access.Object, state access.Value[access.State]) access.Object {
		o.State = state
		return o
	}
	maybe := access.OneOf(access.Active, access.Disabled)
	return []access.Object{
		in(object(access.User, "carl", "", ""), access.Exactly(access.Archived)), object(access.Profile, "p-carl", "carl", ""),
		object(access.Grant, "a8", "p-carl", "approver"),
		in(object(access.User, "dora", "", ""), access.OneOf(access.Disabled, access.Archived)),
		object(access.Profile, "p-dora", "dora", ""), object(access.Grant, "a9", "p-dora", "approver"),
		in(object(access.Unit, "off", "", ""), access.Exactly(access.Disabled)),
		in(object(access.Unit, "maybe", "", ""), maybe), object(access.Unit, "spare", "", ""),
	}
}

func unsure(o access.Object) []access.Object {
	o.Presence = access.Unsure
	return []access.Object{o}
}

func expired(o access.Object) access.Object {
	o.To = access.Exactly(access.At(now.Add(-time.Hour)))
	return o
}

func ofEither(o access.Object, owners ...string) access.Object {
	o.Owner = access.OneOf(owners...)
	return o
}

// unitsInCircle returns two units that may be below each other.
func unitsInCircle() []access.Object {
	return []access.Object{
		ofEither(object(access.Unit, "round", "", ""), "about", "hq"), ofEither(object(access.Unit, "about", "", ""), "round", "hq"),
	}
}

// After a create of an object that may exist, the object certainly exists, unless the create may be
// refused for another reason.
func TestApply_createUnsure(t *testing.T) {
	g1, g2 := object(access.Grant, "g1", "p-ben", "approver"), object(access.Grant, "g2", "p-ben", "approver")
	g2.To = access.Exactly(access.At(now.Add(-time.Hour)))
	before := tenant(small())
	unsure := g1
	unsure.Presence = access.Unsure
	before.Add(unsure)
	for name, c := range map[string]struct {
		changes []access.Change
		want    access.Presence
	}{
		"alone":          {[]access.Change{{Action: access.Create, Object: g1}}, access.Present},
		"with its equal": {[]access.Change{{Action: access.Create, Object: g1}, {Action: access.Create, Object: g2}}, access.Unsure},
	} {
		if got := access.Apply(before, c.changes).Expected.Get(g1.ID).Presence; got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
