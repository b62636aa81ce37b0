package framework

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// GrantRecords are what an authoritative resource keeps in private state of each grant, by the grant's key in the visible map.
type GrantRecords map[string]GrantRecord

// GrantRecord is the external id of a grant, and the version of the read that the next plan is made from.
type GrantRecord struct {
	ExtID   string `json:"ext_id"`
	Version int64  `json:"version"`
}

const grantsKey = "grants"

// RecordedGrants returns the records of the private state; there are none right after an import.
func RecordedGrants(ctx context.Context, private Private, diags *diag.Diagnostics) GrantRecords {
	records := GrantRecords{}
	raw, more := private.GetKey(ctx, grantsKey)
	diags.Append(more...)
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &records); err != nil {
			diags.AddError("Could not read the private state", "The record of the grants is damaged: "+err.Error()+". Take the resource out of the state and import it again.")
		}
	}
	return records
}

// Save puts the records into private state.
func (g GrantRecords) Save(ctx context.Context, private Private) diag.Diagnostics {
	// Encoding strings and numbers cannot fail.
	raw, _ := json.Marshal(g)
	return private.SetKey(ctx, grantsKey, raw)
}

// ByRole reads the grants of a profile to the end and keys each by its role. A second grant of the same role is keyed role/external id, so that a plan
// shows its removal; the one that is recorded under the role keeps the plain key.
func ByRole[T any](granted iter.Seq2[T, error], of func(T) Grant, recorded GrantRecords) (map[string]T, error) {
	var all []T
	plain := map[string]string{}
	for element, err := range granted {
		if err != nil {
			return nil, err
		}
		all = append(all, element)
		grant := of(element)
		if _, taken := plain[grant.RoleExtID]; !taken || recorded[grant.RoleExtID].ExtID == grant.ExtID {
			plain[grant.RoleExtID] = grant.ExtID
		}
	}
	keyed := make(map[string]T, len(all))
	for _, element := range all {
		grant := of(element)
		key := grant.RoleExtID
		if plain[key] != grant.ExtID {
			key = ID(grant.RoleExtID, grant.ExtID)
		}
		keyed[key] = element
	}
	return keyed, nil
}

// Without are the keys of a map that another one lacks, sorted.
func Without[A, B any](of map[string]A, other map[string]B) []string {
	return slices.Sorted(func(yield func(string) bool) {
		for key := range of {
			if _, there := other[key]; !there && !yield(key) {
				return
			}
		}
	})
}

// Shared are the keys that two maps have in common, sorted.
func Shared[A, B any](one map[string]A, other map[string]B) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(one)), func(key string) bool {
		_, there := other[key]
		return !there
	})
}

// SendGrant grants a role. When the answer is lost, find looks the grant up and returns its external id, "" when there is none: then it is sent again, at
// most three times. A profile has a role once, so that a repeat never grants it twice.
func SendGrant(ctx context.Context, send, find func() (extID string, err error)) (string, error) {
	extID, err := send()
	for n := 0; lost(err) || n > 0 && errors.Is(err, rest.ErrDuplicate); n++ {
		found, missing := find()
		switch {
		case missing == nil && found != "":
			return found, nil
		case missing != nil || n == repeats || !lost(err) || pause(ctx, n) != nil:
			return "", err
		}
		extID, err = send()
	}
	return extID, err
}

// FailedAt is Failed for one element of an authoritative resource: what could not be done to it, as in "grant", and where it stands.
func (r *Resource) FailedAt(at path.Path, element, verb string, m Keyed, err error) diag.Diagnostic {
	f := Failure{Verb: verb, Noun: r.Noun, Parts: m.Parts(), Err: err}
	detail := fmt.Sprintf("Element: %s\n%s", element, f.detail())
	if errors.Is(err, rest.ErrDuplicate) {
		detail += "\n\nSomebody made it after this plan. Make a new plan, which shows it, and apply that one."
	}
	return diag.NewAttributeErrorDiagnostic(at, "Could not "+verb+" one of the "+r.title(), detail)
}

// PartlyCreated warns that a create of an authoritative resource failed after it had made some of its elements. They are not in the state, and the next
// create takes them over.
func (r *Resource) PartlyCreated(m Keyed, made []string) diag.Diagnostics {
	if len(made) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Made a part of the "+r.title(),
		fmt.Sprintf("Object: %s %s\n\nThese were made before the error, and stay: %s. Correct the error and apply again: what is there as configured is taken over, and only the rest is sent.",
			r.title(), ID(m.Parts()...), strings.Join(made, ", ")))}
}

// InTheWay refuses to create an authoritative resource over what is there already: a create cannot show in its plan what it would take away. Each reason
// is a line about one element.
func (r *Resource) InTheWay(m Keyed, at path.Path, reasons []string) diag.Diagnostics {
	if len(reasons) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(at, "There is more than the configuration names",
		fmt.Sprintf("Object: %s %s\n\nThis resource holds all of them, and it would have to take away or change what no plan has shown. Nothing was sent. In the way:\n\n- %s\n\n"+
			"Import what is there, so that the next plan shows what goes and what changes; or write it into the configuration as it is:\n\n%s",
			r.title(), ID(m.Parts()...), strings.Join(reasons, "\n- "), r.ImportBlock(m.Parts()...)))}
}
