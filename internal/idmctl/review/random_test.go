package review

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// chance generates plans that no CLI would write.
type chance struct{ *rand.Rand }

func pick[T any](c chance, from ...T) T { return from[c.IntN(len(from))] }

func (c chance) value(depth int) any {
	if depth > 0 && c.IntN(3) == 0 {
		of := map[string]any{}
		for range c.IntN(4) {
			of[pick(c, "from", "to", "a", "a/b", "client_global", "", "x.y")] = c.value(depth - 1)
		}
		return of
	}
	return pick[any](c, nil, "", "a", "b", "a/b", true, false, "active", "disabled", "2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z",
		plan.Unknown{}, plan.Unknown{From: "idm_profile.0"}, plan.Masked{}, plan.Masked{Changed: true}, []any{"a", plan.Unknown{}, nil},
		[]any{})
}

func (c chance) values() plan.Values {
	values := plan.Values{}
	for _, name := range []string{
		"client_ext_id", "ext_id", "profile_ext_id", "role_ext_id", "enterprise_role_ext_id", "authorizations", "enterprise_authorizations",
		"application_ext_id", "role_ext_ids", "user_state",
		"application_ext_ids", "validity", "state", "profile_state", "unit_ext_id", "parent_unit_ext_id", "user_ext_id", "client_global",
		"name",
		"properties", "unheard_of",
	} {
		if c.IntN(2) == 0 {
			values[name] = c.value(2)
		}
	}
	return values
}

func (c chance) change(address string) plan.Change {
	change := plan.Change{
		Address: address, Type: pick(c, append(sortedKeys(kinds), "idm_unheard_of")...), Service: pick(c, "", "https://one.example"),
		Deposed: c.IntN(9) == 0, Imported: c.IntN(9) == 0,
		Action: pick(c, plan.Create, plan.Update, plan.Delete, plan.Replace, plan.Forget, plan.ForgetCreate, plan.NoOp, "unheard of"),
	}
	if c.IntN(5) > 0 {
		change.Before = c.values()
	} else if c.IntN(2) == 0 {
		change.BeforeHidden = plan.Masked{}
	}
	if c.IntN(5) > 0 {
		change.After = c.values()
	} else if c.IntN(2) == 0 {
		change.AfterHidden = pick[any](c, plan.Masked{Changed: true}, plan.Unknown{})
	}
	return change
}

// smallTenant contains the IDs that the random plans use.
func smallTenant() *access.Tenant {
	t := access.NewTenant()
	add := func(kind access.Kind, extID, owner, target string) {
		t.Add(access.Object{ID: access.NewID("", "a", kind, extID), Owner: access.Exactly(owner), Target: access.Exactly(target)})
	}
	for _, kind := range []access.Kind{access.Client, access.Application, access.User, access.EnterpriseRole} {
		add(kind, "a", "", "")
	}
	add(access.Role, "b", "a", "")
	add(access.Assignment, "a", "", "a")
	add(access.Unit, "b", "", "")
	add(access.Profile, "a", "a", "b")
	add(access.Grant, access.OwnedID("a", "a"), "a", "b")
	add(access.EnterpriseGrant, access.OwnedID("a", "b"), "a", "a")
	t.Add(access.Object{ID: access.MemberID("", "a", "a", "b"), Owner: access.Exactly("a"), Target: access.Exactly("b")})
	return t
}

// In any plan, each entry that is not a no-op leads to a finding with a rule and is in the complete
// list, and the review is reproducible.
func TestReview_randomPlans(t *testing.T) {
	for seed := range uint64(400) {
		c := chance{rand.New(rand.NewPCG(seed, 1))}
		p := &plan.Plan{Time: pick(c, planned, "")}
		for i := range 1 + c.IntN(6) {
			p.Changes = append(p.Changes, c.change(pick(c, "idm_profile.", "idm_unit.", "idm_authorization.")+string(rune('0'+i))))
		}
		directory := func() *Directory {
			names := NewDirectory(p)
			if seed%2 == 0 {
				names.Facts("", []string{"a"}, smallTenant())
			}
			return names
		}
		r := New(p, directory())
		for _, change := range p.Changes {
			found := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Address == change.Address && len(f.Rules) > 0 })
			listed := slices.ContainsFunc(r.Changes, func(e Entry) bool { return e.Address == change.Address })
			if change.Action != plan.NoOp && (!found || !listed || r.ChangesNothing()) {
				t.Fatalf("seed %d: %s %s of %s: found %t, listed %t", seed, change.Address, change.Action, change.Type, found, listed)
			}
		}
		text := r.Document().Markdown(0)
		if again := New(p, directory()).Document().Markdown(0); again != text {
			t.Fatalf("seed %d: two reviews of one plan differ", seed)
		}
		if r.Summary.MayGive+len(r.mayTake()) > 0 && strings.Contains(text, "No user gains or loses a role.") {
			t.Fatalf("seed %d: says that no user gains or loses", seed)
		}
	}
}
