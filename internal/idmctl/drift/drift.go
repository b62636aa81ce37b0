// Package drift reports the differences between a tenant and its configuration: changes outside
// Terraform with their time and version, changes of the configuration that are not applied yet,
// access that no resource declares, and objects that no state contains. The plan provides the
// differences; the service provides the times and all other objects.
package drift

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// FormatVersion is the version of the report's JSON. The first number increases when an existing
// field changes its meaning or is removed, the second when a field is added.
const FormatVersion = "5.0"

// Report contains all findings. Its JSON is documented and stable.
type Report struct {
	FormatVersion string `json:"format_version"`
	// Source is the folder or the plan of the report, as given by the caller.
	Source string `json:"source"`
	// PlannedAt is the time of the plan in RFC 3339, and CLIVersion the version of the CLI; "" if
	// the plan does not contain them.
	PlannedAt  string `json:"planned_at,omitempty"`
	CLIVersion string `json:"cli_version,omitempty"`
	// Partial reports that the plan is incomplete.
	Partial bool    `json:"partial,omitempty"`
	Summary Summary `json:"summary"`
	// Undeclared is the undeclared access: grants on managed profiles, roles of enterprise roles that are
	// managed or used by a declared grant, applications of clients with managed assignments, and
	// credentials of managed technical users. Global access comes first.
	Undeclared []Foreign `json:"undeclared"`
	// Drift are the objects that differ from the configuration because of a change outside
	// Terraform.
	Drift []Drifted `json:"drift"`
	// Accepted are changes outside Terraform that do not contradict the configuration: it declares
	// the same value, or none.
	Accepted []Drifted `json:"accepted"`
	// NotApplied are changes of the configuration that are not applied yet.
	NotApplied []Drifted `json:"not_applied"`
	// Unmanaged is nil without a login, and for a plan that does not show all managed objects: then
	// nothing was searched.
	Unmanaged *Unmanaged `json:"unmanaged,omitempty"`
	// Ending are the declared objects and grants that have ended or end soon; nil if they were not
	// searched.
	Ending []Ending `json:"ending,omitempty"`
	// NotSeen are sentences about the parts that were not searched, could not be read, or cannot be
	// compared. If there are any, the report cannot show that everything is as declared.
	NotSeen []string `json:"not_seen"`

	plan    *plan.Plan
	entries entries
}

// notSeen adds a reason, once.
func (r *Report) notSeen(reason string) {
	if reason != "" && !slices.Contains(r.NotSeen, reason) {
		r.NotSeen = append(r.NotSeen, reason)
	}
}

// Summary contains the figures of the report.
type Summary struct {
	// Drifted counts all objects with drift, Gone those of them that no longer exist, and
	// Undeclared the undeclared grants and assignments.
	Drifted    int `json:"drifted"`
	Gone       int `json:"gone"`
	Undeclared int `json:"undeclared"`
	Accepted   int `json:"accepted"`
	NotApplied int `json:"not_applied"`
	Unmanaged  int `json:"unmanaged"`
}

// Drifted is a managed object that was changed outside Terraform, or that the next apply changes.
type Drifted struct {
	Address string `json:"address"`
	Type    string `json:"type"`
	// ID is the import ID, Name the name of the object; both may be "".
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
	// Gone reports that the object no longer exists. Then it has no Differences.
	Gone bool `json:"gone,omitempty"`
	// Action is create, update, delete, replace, import, forget or move, for a change that is not applied
	// yet.
	Action string `json:"action,omitempty"`
	// Access reports that until the apply, the service has access that the configuration does not
	// declare.
	Access bool `json:"access,omitempty"`
	// LastModified is the time of the last change in the service, in RFC 3339; "" if it is not
	// known. The service does not record the author.
	LastModified string       `json:"last_modified,omitempty"`
	Differences  []Difference `json:"differences,omitempty"`

	change plan.Change // outside Terraform
	needed string      // why a later apply does it, not the next one
}

// ChangeKind is the kind of change of a value.
type ChangeKind string

// The kinds. An element of an authoritative resource or of a set is added or removed as a whole.
const (
	Changed ChangeKind = "changed"
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
)

// Difference is one attribute, or one element of an authoritative resource. Sensitive values are
// masked.
type Difference struct {
	// Path is the path to the attribute, such as validity["from"].
	Path string     `json:"path"`
	Kind ChangeKind `json:"kind"`
	// Declared is the value in the configuration, Recorded the value after the last apply, and
	// Found the value in the service; null is no value.
	Declared any `json:"declared"`
	Recorded any `json:"recorded"`
	Found    any `json:"found"`
}

// Found reports whether the report has findings: undeclared access, drift, unmanaged objects, or
// access that only an apply takes.
func (r *Report) Found() bool {
	return r.Summary.Drifted > 0 || r.Summary.Undeclared > 0 || r.Summary.Unmanaged > 0 || r.overdue() > 0
}

// overdue counts the changes without which the service has access that the configuration does not
// declare.
func (r *Report) overdue() int {
	n := 0
	for _, p := range r.NotApplied {
		if p.Access {
			n++
		}
	}
	return n
}

// New creates a report from a plan. Search adds undeclared access, unmanaged objects, and the times
// of the changes.
func New(source string, p *plan.Plan) *Report {
	r := &Report{
		FormatVersion: FormatVersion, Source: source, PlannedAt: p.Time, CLIVersion: p.CLIVersion, Partial: p.Partial(),
		Undeclared: []Foreign{}, Drift: []Drifted{}, Accepted: []Drifted{}, NotApplied: []Drifted{}, NotSeen: []string{}, plan: p,
		entries: entries{},
	}
	changes, drifted := byAddress(p.Changes), byAddress(p.Drift)
	for _, address := range plan.Keys(changes, drifted) {
		change, planned := changes[address]
		drift, isDrifted := drifted[address]
		r.compare(change, drift, planned, isDrifted)
	}
	for _, change := range p.Changes {
		if change.Deposed {
			r.pending(change, nil, false)
		}
	}
	for _, one := range p.Remaining {
		r.NotApplied = append(r.NotApplied, Drifted{Address: one.Address, Type: one.Type, Action: string(one.Action),
			needed: "once those that still need it have left: " + one.Before.Text("in_use")})
	}
	for _, objects := range [][]Drifted{r.Drift, r.Accepted, r.NotApplied} {
		slices.SortStableFunc(objects, func(a, b Drifted) int { return cmp.Compare(b.rank(), a.rank()) })
	}
	for _, part := range p.Parts() {
		r.notSeen(nothingManaged(part))
	}
	r.count()
	return r
}

// nothingManaged returns why a plan without an object in its state shows no drift.
func nothingManaged(part plan.Part) string {
	holds := func(c plan.Change) bool { return c.Before != nil || c.BeforeHidden != nil }
	if part.RefreshOnly || slices.ContainsFunc(part.Changes, holds) || slices.ContainsFunc(part.Drift, holds) {
		return ""
	}
	return strings.TrimSpace("the state "+part.Name) + " contains no object of this provider: it is another workspace or backend, or " +
		"nothing was applied yet"
}

// byAddress returns changes by the addresses of their objects, without deposed ones.
func byAddress(all []plan.Change) map[string]plan.Change {
	found := map[string]plan.Change{}
	for _, change := range all {
		if !change.Deposed {
			found[change.Address] = change
		}
	}
	return found
}

// compare adds an object to the drift or to the accepted changes, and to the changes that are not
// applied yet. The values of the configuration count in place of the planned ones if ignore_changes
// hides them.
func (r *Report) compare(change, drift plan.Change, planned, drifted bool) {
	if declared, configured, hidden := AsDeclared(change); len(configured)+len(hidden) > 0 {
		for _, name := range hidden {
			r.notSeen(fmt.Sprintf("%s of %s: ignore_changes hides it, and the plan does not show its configured value", name,
				change.Address))
		}
		if len(configured) > 0 {
			change, drift, drifted = declared, keptByIgnore(drift, declared, drifted, configured), true
		}
	}
	c := comparison{}
	recorded, found := change.Before, change.Before
	if drifted {
		recorded, found = drift.Before, drift.After
	}
	updates := change.Action == plan.Update || change.Action == plan.Replace
	switch {
	case len(r.plan.Changes) == 0: // A refresh-only plan does not show the configuration.
		c.declaration = refreshOnly
	case updates:
		c.declaration = declared
	}
	if found != nil && (drifted || updates) {
		c.object(place{}, recorded, found, change.After)
	}
	object := Drifted{Address: drift.Address, Type: drift.Type, ID: drift.Before.Text("id"), Name: name(drift.Before),
		Gone: drift.After == nil, change: drift}
	switch {
	case !drifted:
	case object.Gone && (c.declaration == refreshOnly || planned && change.Action != plan.NoOp && change.Action != plan.Forget):
		r.Drift = append(r.Drift, object)
	case object.Gone:
		r.Accepted = append(r.Accepted, object)
	default:
		r.mayBeIgnored(change, c.accepted)
		r.Drift, r.Accepted = with(r.Drift, object, c.drift), with(r.Accepted, object, c.accepted)
	}
	if planned {
		r.pending(change, c.pending, drifted)
	}
}

// mayBeIgnored names the changes of access outside Terraform that ignore_changes may hide.
func (r *Report) mayBeIgnored(change plan.Change, accepted []Difference) {
	row := objecttype.ByTypeName(change.Type)
	if row == nil || !change.MayIgnore {
		return
	}
	for _, d := range accepted {
		name := d.attribute()
		if _, unknown := change.Configured[name].(plan.Unknown); unknown && slices.Contains(accessAttributes(row), name) {
			r.notSeen(fmt.Sprintf("%s of %s: it was changed outside Terraform, and the JSON of a plan does not show whether "+
				"ignore_changes hides that: name a saved plan", name, change.Address))
		}
	}
}

// attribute returns the attribute that contains the value.
func (d Difference) attribute() string {
	name, _, _ := strings.Cut(d.Path, "[")
	name, _, _ = strings.Cut(name, ".")
	return name
}

func with(objects []Drifted, object Drifted, differences []Difference) []Drifted {
	if len(differences) == 0 {
		return objects
	}
	object.Differences = differences
	return append(objects, object)
}

// pending adds the part of a change that is not drift.
func (r *Report) pending(change plan.Change, differences []Difference, drifted bool) {
	p := Drifted{Address: change.Address, Type: change.Type, Action: string(change.Action)}
	switch {
	case change.Imported:
		p.Action = "import"
	case change.Action == plan.Create && drifted:
		return
	case change.Action == plan.Update, change.Action == plan.Replace:
		if p.Differences = differences; len(differences) == 0 && (drifted || change.Action == plan.Update) {
			return
		}
	case change.Action == plan.NoOp && change.PreviousAddress != "":
		p.Action = "move"
	case change.Action == plan.NoOp:
		return
	}
	p.Access = leavesAccess(change, p.Differences)
	r.NotApplied = append(r.NotApplied, p)
}

func (r *Report) count() {
	r.Summary = Summary{Drifted: len(r.Drift), Accepted: len(r.Accepted), NotApplied: len(r.NotApplied), Undeclared: len(r.Undeclared)}
	if r.Unmanaged != nil {
		r.Summary.Unmanaged = len(r.Unmanaged.Objects)
	}
	for _, object := range r.Drift {
		row := objecttype.ByTypeName(object.Type)
		if object.Gone {
			r.Summary.Gone++
		}
		for _, difference := range object.Differences {
			if difference.Kind == Added && (row == nil || row.Class != objecttype.Set) {
				r.Summary.Undeclared++
			}
		}
	}
}

// rank sorts access before everything else.
func (o *Drifted) rank() objecttype.Rank {
	if o.Action != "" {
		return map[bool]objecttype.Rank{true: objecttype.AccessRank}[o.Access]
	}
	if row := objecttype.ByTypeName(o.Type); row != nil {
		return row.Drift.Rank
	}
	return objecttype.OtherRank
}

// name returns the name of an object, "" if it has none or the name is sensitive.
func name(values plan.Values) string {
	known, isText := values.Known("name")
	if parts := values.Map("name"); !isText && parts != nil {
		first, _ := parts.Known("first_name")
		family, _ := parts.Known("family_name")
		return strings.TrimSpace(first + " " + family)
	}
	return known
}
