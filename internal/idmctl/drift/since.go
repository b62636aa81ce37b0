package drift

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// SinceVersion is the version of Since as JSON. A new field raises the second number, any other
// change the first.
const SinceVersion = "3.0"

// Since lists what changed in a tenant since a snapshot, also as JSON.
type Since struct {
	FormatVersion string   `json:"format_version"`
	Snapshot      string   `json:"snapshot"`
	Clients       []string `json:"clients"`
	// Taken is the time of the snapshot, and Time the time of the comparison.
	Taken time.Time `json:"taken"`
	Time  time.Time `json:"time"`
	// Access lists what people gained and lost, net over all paths.
	Access []accessquery.Row `json:"access"`
	// Objects are those that were created, changed or deleted, by the array of the snapshot, such as
	// users. A version alone is a change that was taken back, or one of something that no snapshot has,
	// such as a secret. The recorded values are those of the snapshot.
	Objects []Drifted `json:"objects"`
	// NotRead describes what the snapshot or the comparison could not read: changes there are not
	// seen.
	NotRead []string `json:"not_read"`
}

// The changes of an object.
const (
	created = "created"
	changed = "changed"
	deleted = "deleted"
)

// Baseline is a snapshot to which a tenant is compared.
type Baseline struct {
	file    string
	facts   *tenant.Facts
	objects map[string]map[string]element
	// Units are the external IDs of the units by client, and Credentials reports that the snapshot
	// has credentials.
	Units       map[string][]string
	Credentials bool
}

// element is an object of a snapshot.
type element = map[string]any

// NewBaseline decodes a snapshot. It must be one of the service at the address, with the names of
// people, and not from the future.
func NewBaseline(file string, content []byte, address, client string, now time.Time) (*Baseline, error) {
	refuse := func(format string, args ...any) error {
		return fmt.Errorf("--since %s: "+format, append([]any{file}, args...)...)
	}
	facts, objects, recorded, err := decodeObjects(content)
	if err != nil {
		return nil, refuse("%w", err)
	}
	switch {
	case recorded == "" || facts.Taken.IsZero():
		return nil, refuse("it does not record its service and its time: take it with idmctl snapshot")
	case !plan.SameAddress(recorded, address):
		return nil, refuse("it is a snapshot of %s, and IDM_BASE_URL is %s: name a snapshot of that service", recorded, address)
	case facts.Taken.After(now):
		return nil, refuse("it was taken at %s, which is after the time of this machine: correct the clock",
			facts.Taken.Format(time.RFC3339))
	case facts.Pseudonyms:
		return nil, refuse("the names in the snapshot are pseudonyms: take one without --pseudonyms")
	case client != "" && !slices.Contains(facts.Clients, client):
		return nil, refuse("it has the clients %s, and not %s: name one of them in IDM_CLIENT_EXT_ID", strings.Join(facts.Clients, ", "),
			client)
	}
	b := &Baseline{file: file, facts: facts, objects: objects, Units: map[string][]string{}, Credentials: len(objects["credentials"]) > 0}
	for _, unit := range objects["units"] {
		client, _ := unit["clientExtId"].(string)
		extID, _ := unit["extId"].(string)
		b.Units[client] = append(b.Units[client], extID)
	}
	return b, nil
}

// Clients are the external IDs of the clients in the snapshot.
func (b *Baseline) Clients() []string { return b.facts.Clients }

// Compare lists what changed between the baseline and a new snapshot of the same clients.
func (b *Baseline) Compare(content []byte, source string, now time.Time) (*Since, error) {
	facts, objects, _, err := decodeObjects(content)
	if err != nil {
		return nil, err
	}
	answer := accessquery.Diff(b.facts, facts, [2]string{b.file, source}, "", now)
	s := &Since{FormatVersion: SinceVersion, Snapshot: b.file, Clients: b.facts.Clients, Taken: b.facts.Taken.UTC(), Time: now.UTC(),
		Access: answer.Rows, Objects: []Drifted{}, NotRead: answer.NotRead}
	slices.SortStableFunc(s.Access, func(x, y accessquery.Row) int { return len(y.Rooms) - len(x.Rooms) })
	for _, kind := range plan.Keys(b.objects, objects) {
		s.compare(kind, b.objects[kind], objects[kind])
	}
	return s, nil
}

func (s *Since) compare(kind string, before, after map[string]element) {
	for _, id := range plan.Keys(before, after) {
		old, had := before[id]
		now, has := after[id]
		one := Drifted{Address: kind + " " + id, Type: kind, ID: id, Name: cmp.Or(nameOf(now), nameOf(old)), Action: changed}
		switch {
		case !had:
			one.Action = created
		case !has:
			one.Action = deleted
		default:
			if one.Differences = attributes(old, now); len(one.Differences) == 0 {
				continue
			}
		}
		s.Objects = append(s.Objects, one)
	}
}

// activity are the attributes that a sign-in changes.
var activity = []string{"lastSuccessfulLoginDate", "lastFailedLoginDate", "successfulLoginCount", "failedLoginCount"}

// metadata are attributes that are shown only if no other one differs.
var metadata = []string{"version", "lastModified", "created"}

func attributes(before, after element) []Difference {
	var all, meta []Difference
	c := comparison{declaration: refreshOnly}
	c.object(place{}, before, after, nil)
	for _, d := range c.drift {
		switch d.Declared = nil; {
		case slices.Contains(activity, d.Path):
		case slices.Contains(metadata, d.Path):
			meta = append(meta, d)
		default:
			all = append(all, d)
		}
	}
	if len(all) == 0 {
		return meta
	}
	return all
}

// decodeObjects returns the facts of a snapshot, its objects by array and key, and the address of its
// service.
func decodeObjects(content []byte) (*tenant.Facts, map[string]map[string]element, string, error) {
	facts, err := tenant.Decode(content, "")
	if err != nil {
		return nil, nil, "", err
	}
	taken, err := snapshot.Parse(content)
	if err != nil {
		return nil, nil, "", err
	}
	objects, err := taken.ByKey()
	return facts, objects, taken.Address, err
}

// nameOf returns the name of an object: the name of a person, the localized or plain name, or the
// role that a grant gives.
func nameOf(of element) string {
	for _, field := range []string{"name", "displayName"} {
		switch name := of[field].(type) {
		case string:
			return name
		case element:
			first, _ := name["firstName"].(string)
			family, _ := name["familyName"].(string)
			if text := strings.TrimSpace(first + " " + family); text != "" {
				return text
			}
		}
	}
	for _, field := range []string{"roleExtId", "enterpriseRoleExtId"} {
		if role, isText := of[field].(string); isText {
			return role
		}
	}
	return ""
}

// Found reports whether anything changed.
func (s *Since) Found() bool { return len(s.Access) > 0 || len(s.Objects) > 0 }

// Document returns the report.
func (s *Since) Document() report.Document {
	lead := fmt.Sprintf("Since the snapshot: %s of access, %s.", report.Count(len(s.Access), "change"),
		report.Count(len(s.Objects), "changed object"))
	if !s.Found() {
		lead = "Nothing has changed since the snapshot."
		if len(s.NotRead) > 0 {
			lead = "No change was found, and a part could not be compared."
		}
	}
	d := report.Document{
		Marker: "idmctl-drift-since", Title: "Changes since " + s.Snapshot, Lead: report.T(lead),
		Facts: []report.Fact{
			{Label: "Clients", Value: report.T(strings.Join(s.Clients, ", "))},
			{Label: "Snapshot taken", Value: report.T(fmt.Sprintf("%s, %s ago", s.Taken.Format(time.RFC3339),
				s.Time.Sub(s.Taken).Round(time.Minute)))},
		},
		Alerts: report.Alerts(report.Plain, "A part could not be compared", s.NotRead),
	}
	d.Sections = report.WithBlocks(report.SectionOf("Access", "", accessquery.Table(s.Access)),
		report.SectionOf("Objects", "", objects(s.Objects, false)))
	return d
}

// ToolFindings returns the changes for other tools, without values.
func (s *Since) ToolFindings() *findings.Report {
	out := &findings.Report{Check: "drift", Subject: s.Snapshot, Rules: []findings.Rule{
		{ID: "access", Description: "a person gained or lost access since the snapshot", Checked: true},
		{ID: "object", Description: "an object was created, changed or deleted since the snapshot", Checked: true},
	}}
	for _, r := range s.Access {
		out.Add("access", findings.Error, "", strings.Join(append([]string{fmt.Sprintf("%s: %s %s", r.Change, r.Kind, r.RoleExtID),
			accessquery.Label(r.Name, r.UserExtID)}, r.Rooms...), ", "))
	}
	for _, o := range s.Objects {
		out.Add("object", findings.Error, "", o.Address+" was "+o.Action)
	}
	out.Unread(s.NotRead)
	return out
}
