package recertify

import (
	"fmt"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
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

// Prove compares the decisions with the planned changes of the snapshot's grants.
func (d *Decided) Prove(service string, before, after *access.Tenant, planDigest string, now time.Time) Evidence {
	e := Evidence{
		FormatVersion: version, Opened: d.Opened.UTC(), Closed: now.UTC(), Source: d.Source, By: d.By, Undecided: d.Undecided,
		SnapshotSHA256: d.SnapshotSHA256, DecisionsSHA256: d.Digests, PlanSHA256: planDigest,
		Kept: []string{}, Revoked: []string{}, Limited: []string{}, NotDecided: []string{}, NotRead: append([]string{}, d.NotRead...),
		Differences: []string{},
	}
	differs := func(format string, args ...any) { e.Differences = append(e.Differences, fmt.Sprintf(format, args...)) }
	reviewed := map[access.ID]bool{}
	for _, one := range d.Decisions {
		id := one.Object(service)
		reviewed[id] = true
		if one.Undecided {
			e.NotDecided = append(e.NotDecided, one.ID)
		}
		e.decide(one, before.Get(id), after.Get(id), differs)
	}
	for o := range after.Objects() {
		isGrant := (o.Kind == access.Grant || o.Kind == access.EnterpriseGrant) && !o.Any()
		isNew := !reviewed[o.ID] && before.Get(o.ID).Presence == access.Absent
		if isGrant && isNew && (d.Client == "" || d.Client == o.Client) {
			differs("%s %s: the plan adds it, and the campaign has no decision on it", o.Kind, o.Own())
		}
	}
	slices.Sort(e.Differences)
	return e
}

// decide compares one decision with the planned change of its grant.
func (e *Evidence) decide(one Decision, old, next *access.Object, differs func(string, ...any)) {
	remains := next.Presence == access.Present
	switch one.Verdict {
	case Revoke:
		e.Revoked = append(e.Revoked, one.ID)
		if next.Presence != access.Absent {
			differs("%s: revoked, and the plan does not delete it", one.ID)
		}
	case Until:
		e.Limited = append(e.Limited, one.ID)
		if !remains || !next.To.Must(access.At(one.End())) {
			differs("%s: its last day is %s, and the plan does not end it then", one.ID, one.Last.Format(time.DateOnly))
		}
	default:
		e.Kept = append(e.Kept, one.ID)
		same := next.To.Equal(old.To) && next.From.Equal(old.From) && next.Rooms == old.Rooms && next.Target.Equal(old.Target)
		if !remains || !same {
			differs("%s: kept, and the plan changes or deletes it", one.ID)
		}
	}
}
