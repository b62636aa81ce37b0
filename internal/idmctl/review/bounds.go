package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// bounds finds the gains that are possible at some point of the apply, and that no other finding
// shows. It assumes that each change may or may not be applied, and that other objects of the
// service do not change.
func (x *analysis) bounds() outcome {
	var found outcome
	if len(x.held.read) == 0 {
		return found
	}
	var containers []access.Change
	for _, c := range x.changes {
		if c.Action == access.Create && container(c.Object.Kind) {
			alone := c.Change
			alone.After = nil
			containers = append(containers, alone)
		}
	}
	// A created container gives nothing by itself, so it counts as existing in the base.
	base := access.Apply(x.held.Tenant, containers).Partial
	changed, moved := x.joined.CompareMoves(base, x.result.Partial, x.now)
	for _, d := range slices.Concat(changed, moved) {
		if x.held.reads(d.User) && d.Gives() && !x.reported(d) {
			found.add(x.possibleGain(d))
		}
	}
	return found
}

// reported reports whether a step shows a gain: of the whole apply, or of a change that the service
// refuses today.
func (x *analysis) reported(d access.Difference) bool {
	if x.withinGains(d, x.after) {
		return x.shows(d) || x.listed(d)
	}
	return x.withinGains(d, x.result.Carried)
}

// listed reports whether the list of changes that the facts do not decide contains the causes of a
// difference.
func (x *analysis) listed(d access.Difference) bool {
	undecided := map[access.ID]bool{}
	for _, c := range x.changes {
		undecided[c.Object.ID] = undecided[c.Object.ID] || !x.decided(c) && c.mayGive(x.now)
	}
	return !slices.ContainsFunc(d.New, func(h access.Holding) bool {
		changes := slices.DeleteFunc(slices.Clone(h.Path()), func(o *access.Object) bool { return x.before.Get(o.ID) == x.after.Get(o.ID) })
		return len(changes) > 0 && !slices.ContainsFunc(changes, func(o *access.Object) bool { return undecided[o.ID] })
	})
}

// container reports whether objects of the kind give nothing by themselves.
func container(kind access.Kind) bool {
	return !slices.Contains([]access.Kind{access.Grant, access.EnterpriseGrant, access.Member, access.Assignment}, kind)
}

// shows reports whether a difference has a known user and role, in a client that was read.
func (x *analysis) shows(d access.Difference) bool {
	return x.held.reads(d.User) && d.User.Client != "" && !d.User.Any() && !d.What.Any()
}

// possibleGain describes access that a user may have at some point of the apply.
func (x *analysis) possibleGain(d access.Difference) Finding {
	h := d.New[0]
	grant := x.describePath(h, true)
	change := GrantChange{Effect: Gain, Uncertain: true, During: true, After: &grant, Rules: gainRules(grant.Kind),
		Reason: "it is possible at some point of the apply, by the facts of the service"}
	if !d.Gain() {
		change.Effect, change.Before, change.Rules = Altered, &grant, []string{rule.GainExtended}
	}
	for _, room := range d.Opened() {
		grant.Global = append(grant.Global, grants.Rooms[room].Name)
	}
	if len(grant.Global) > 0 {
		change.NewlyGlobal, change.Rules = grant.Global, append(change.Rules, rule.GainGlobal)
	}
	return x.record(h, change)
}
