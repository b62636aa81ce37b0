package recertify

import (
	"fmt"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Evidence records what was reviewed, decided and planned; digests are SHA-256.
type Evidence struct {
	FormatVersion  string    `json:"format_version"`
	Opened         time.Time `json:"opened"`
	Closed         time.Time `json:"closed"`
	Source         string    `json:"source"`
	By             string    `json:"by"`
	Undecided      string    `json:"undecided"`
	SnapshotSHA256 string    `json:"snapshot_sha256"`
	// DecisionsSHA256 holds the digests of the campaign's files, by name.
	DecisionsSHA256 map[string]string `json:"decisions_sha256"`
	PlanSHA256      string            `json:"plan_sha256"`
	// Kept, Revoked and Limited are the IDs of the entries; NotDecided are the entries among them
	// with the campaign's default.
	Kept       []string `json:"kept"`
	Revoked    []string `json:"revoked"`
	Limited    []string `json:"limited"`
	NotDecided []string `json:"not_decided"`
	NotRead    []string `json:"not_read"`
	// Differences lists where the plan does not match the decisions; empty for a proof.
	Differences []string `json:"differences"`
}

// States are the states of the tenant before the plan, after it, and after it with the changes that
// the service refuses today.
type States struct{ Before, After, Carried *access.Tenant }

// Prove compares what people hold after the plan with what the decisions leave them: exactly the
// revoked holdings are lost, and nothing is gained, through whatever path.
func (d *Decided) Prove(service string, s States, by *plan.Plan, now time.Time) Evidence {
	e := Evidence{
		FormatVersion: version, Opened: d.Opened.UTC(), Closed: now.UTC(), Source: d.Source, By: d.By, Undecided: d.Undecided,
		SnapshotSHA256: d.SnapshotSHA256, DecisionsSHA256: d.Digests, PlanSHA256: by.Digest,
		Kept: []string{}, Revoked: []string{}, Limited: []string{}, NotDecided: []string{}, NotRead: append([]string{}, d.NotRead...),
		Differences: []string{},
	}
	p := d.newProof(service, s, now)
	for _, one := range d.Decisions {
		if one.Undecided {
			e.NotDecided = append(e.NotDecided, one.ID)
		}
		switch one.Verdict {
		case Revoke:
			e.Revoked = append(e.Revoked, one.ID)
		case Until:
			e.Limited = append(e.Limited, one.ID)
		default:
			e.Kept = append(e.Kept, one.ID)
		}
		if why := p.differs(one, one.Object(service)); why != "" {
			e.Differences = append(e.Differences, one.ID+": "+why)
		}
	}
	e.Differences = append(append(e.Differences, p.undecided()...), limits(by)...)
	slices.Sort(e.Differences)
	e.Differences = slices.Compact(e.Differences)
	return e
}

// limits returns the changes of properties that may limit grants: applications decide how, so that no
// holding shows it.
func limits(by *plan.Plan) []string {
	var found []string
	for _, c := range by.Changes {
		of := objecttype.ByTypeName(c.Type)
		if c.Action == plan.NoOp || c.Action == plan.Forget || of == nil {
			continue
		}
		if of == objecttype.PropertyDefinition || of.Class == objecttype.Properties && of.Owner != objecttype.User.Name {
			found = append(found, c.Address+": the plan changes properties, which may limit grants, and the campaign has no such decision")
		}
	}
	return found
}

// held is what a user has: a role or an enterprise role.
type held struct{ user, what access.ID }

// proof compares the state after a plan with the state that the decisions ask for.
type proof struct {
	States
	now    time.Time
	wanted *access.Tenant
	// wrong are the differences to the wanted state, lost those to the state before.
	wrong, lost map[held]access.Difference
	// gives maps grants to what they give with an effect.
	gives map[access.ID][]held
	// grants are the decided grants; explained are the differences that a decision reports.
	grants    map[access.ID]bool
	explained map[held]bool
}

func (d *Decided) newProof(service string, s States, now time.Time) *proof {
	p := &proof{States: s, now: now, gives: map[access.ID][]held{}, grants: map[access.ID]bool{}, explained: map[held]bool{}}
	var wanted []access.Object
	for _, one := range d.Decisions {
		id := one.Object(service)
		p.grants[id] = true
		o := *s.Before.Get(id)
		switch one.Verdict {
		case Revoke:
			o.Presence = access.Absent
		case Until:
			o.To = access.Exactly(access.At(one.Last))
		default:
			continue
		}
		wanted = append(wanted, o)
	}
	p.wanted = s.Before.With(wanted)
	p.wrong = differences(p.wanted, s.After, now)
	for of, difference := range differences(p.wanted, s.Carried, now) {
		if _, known := p.wrong[of]; !known && difference.Gives() {
			p.wrong[of] = difference
		}
	}
	p.lost = differences(s.Before, s.After, now)
	for h := range s.Before.View().Holdings() {
		if !h.May().From(now).Empty() {
			p.gives[h.Grant.ID] = append(p.gives[h.Grant.ID], held{h.User.ID, h.What()})
		}
	}
	return p
}

func differences(before, after *access.Tenant, now time.Time) map[held]access.Difference {
	found := map[held]access.Difference{}
	changed, moved := access.CompareMoves(before, after, now)
	for _, difference := range slices.Concat(changed, moved) {
		found[held{difference.User, difference.What}] = difference
	}
	return found
}

// differs returns how the plan differs from a decision on a grant, "" if it does not.
func (p *proof) differs(one Decision, id access.ID) string {
	old, next, wrong := p.Before.Get(id), p.After.Get(id), len(p.gives[id]) == 0
	for _, of := range p.gives[id] {
		if _, differs := p.wrong[of]; differs {
			wrong, p.explained[of] = true, true
		}
	}
	remains := next.Presence == access.Present
	switch one.Verdict {
	case Revoke:
		if next.Presence != access.Absent {
			return "revoked, and the plan does not delete it"
		}
		return p.stillHeld(id)
	case Until:
		if wrong && (!remains || !next.To.Must(access.At(one.Last))) {
			return "its last day is " + one.Last.Format(time.DateOnly) + ", and the plan does not end it then"
		}
	default:
		same := next.To.Equal(old.To) && next.From.Equal(old.From) && next.Rooms == old.Rooms && next.Target.Equal(old.Target)
		if wrong && (!remains || !same) {
			return "kept, and the plan changes or deletes it"
		}
	}
	for _, of := range p.gives[id] {
		// Another grant causes the difference, so it is reported by itself.
		delete(p.explained, of)
	}
	return ""
}

// stillHeld returns what a user keeps of a revoked grant through another path, "" if the plan takes
// something of everything that it gave.
func (p *proof) stillHeld(id access.ID) string {
	for _, of := range p.gives[id] {
		if lost, known := p.lost[of]; known && !lost.Lost.Empty() {
			continue
		}
		for h := range p.After.View().Who(of.what) {
			if h.User.ID != of.user || h.May().From(p.now).Empty() {
				continue
			}
			through := h.Grant.Kind.String() + " " + h.Grant.Own()
			if erole, indirect := h.Through(); indirect {
				through = "enterprise role " + erole.ExtID
			}
			p.explained[of] = true
			return fmt.Sprintf("revoked, and %s has the %s %s after the plan all the same, through the %s", of.user.ExtID, of.what.Kind,
				of.what.ExtID, through)
		}
	}
	return ""
}

// undecided returns what people gain or lose without a decision, also in clients that the campaign
// is not about.
func (p *proof) undecided() []string {
	var found []string
	for of, difference := range p.wrong {
		if p.explained[of] {
			continue
		}
		does := "loses or changes"
		if difference.Gives() {
			does = "gains or extends"
		}
		found = append(found, fmt.Sprintf("user %s %s %s %s, and the campaign has no such decision", of.user.ExtID, does, of.what.Kind,
			of.what.ExtID))
	}
	for o := range p.After.Objects() {
		isGrant := (o.Kind == access.Grant || o.Kind == access.EnterpriseGrant) && !o.Any()
		if !isGrant || p.grants[o.ID] || p.Before.Get(o.ID).Presence != access.Absent || p.replaces(o) {
			continue
		}
		name, pending := o.Pending()
		if !pending {
			name = o.Client + "/" + o.ExtID
		}
		found = append(found, fmt.Sprintf("%s %s: the plan adds it, and the campaign has no decision on it", o.Kind, name))
	}
	return found
}

// replaces reports whether a new grant takes the place of one that the plan deletes, and changes
// nothing of what its user holds.
func (p *proof) replaces(o *access.Object) bool {
	for old := range p.wanted.Objects() {
		if old.Kind == o.Kind && old.Owner.Equal(o.Owner) && old.Target.Equal(o.Target) && old.From.Equal(o.From) && old.To.Equal(o.To) &&
			old.Rooms == o.Rooms && p.After.Get(old.ID).Presence == access.Absent {
			return true
		}
	}
	return false
}
