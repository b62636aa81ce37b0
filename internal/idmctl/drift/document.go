package drift

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// Marker is in the hidden first line of the Markdown, so that a pipeline can find the issue or
// comment to update.
const Marker = "idmctl drift"

// openRows is the number of objects in no state up to which they are expanded.
const openRows = 50

// Document returns the report as a document.
func (r *Report) Document() report.Document {
	return report.Document{Marker: Marker, Title: "Drift", Lead: r.lead(), Facts: r.facts(), Sections: report.WithBlocks(
		r.undeclaredSection(),
		report.SectionOf("Changed outside Terraform", "These objects were changed outside Terraform and differ from the configuration. "+
			"The next apply restores it; to keep a change, add it to the configuration.", objects(r.Drift, true)),
		r.endingSection(),
		report.SectionOf("Not applied yet", "The configuration differs from the state: it was changed and not applied yet, or a refresh "+
			"has recorded a change outside Terraform. What leaves access that the configuration does not declare is a finding.",
			objects(r.NotApplied, true)),
		report.SectionOf("Changed outside, nothing to correct", "These objects were changed outside Terraform as well, but the "+
			"configuration agrees with the change or leaves the value to the service. The next apply records it.",
			objects(r.Accepted, false)),
		r.unmanagedSection()),
		Alerts: report.Alerts(report.Caution, "A part was not searched or could not be compared, so there may be more than is listed here.",
			r.NotSeen),
		Notes: r.notes()}
}

// ToolFindings returns the differences between the existing and the declared objects for other
// tools, without values. failOnEnd makes an end of a validity fail the run.
func (r *Report) ToolFindings(failOnEnd bool) *findings.Report {
	out := &findings.Report{Check: "drift", Subject: r.Source, Rules: []findings.Rule{
		{ID: "drift", Description: "an object differs from the configuration, or no longer exists", Checked: true},
		{ID: "undeclared-access", Description: "a managed object has undeclared access", Checked: true},
		{ID: "unmanaged", Description: "no state holds an object of the tenant", Checked: r.Unmanaged != nil},
		{ID: "not-applied", Description: "a change of the configuration was not applied"},
		{ID: "expiry", Description: "a declared validity has ended or ends soon", Checked: failOnEnd},
	}}
	for _, d := range r.Drift {
		out.Add("drift", findings.Error, d.Address, d.sentence())
	}
	for _, u := range r.Undeclared {
		out.Add("undeclared-access", findings.Error, "", strings.Join([]string{"undeclared access", u.Who, u.Gives, u.Access,
			u.removal().String()}, ", "))
	}
	if r.Unmanaged != nil {
		for _, o := range r.Unmanaged.Objects {
			out.Add("unmanaged", findings.Error, "", fmt.Sprintf("%s %s is not in any state", o.Kind, o.ID))
		}
	}
	for _, p := range r.NotApplied {
		rule, level, text := "not-applied", findings.Warning, fmt.Sprintf("%s: action of the next apply: %s", p.Address, p.Action)
		if p.Access {
			rule, level, text = "undeclared-access", findings.Error, text+", "+onlyInState
		}
		out.Add(rule, level, p.Address, text)
	}
	level := findings.Warning
	if failOnEnd {
		level = findings.Error
	}
	for _, e := range r.Ending {
		out.Add("expiry", level, e.Address, e.text().String())
	}
	out.Unread(r.NotSeen)
	return out
}

// sentence describes the drift of an object.
func (o *Drifted) sentence() string {
	label := strings.TrimSpace(o.Address + " " + o.Name)
	if o.Gone {
		return label + " no longer exists"
	}
	var paths []string
	for _, each := range o.Differences {
		paths = append(paths, each.Path)
	}
	return label + " was changed outside Terraform: " + strings.Join(paths, ", ")
}

func (r *Report) lead() report.Text {
	var parts []string
	count := func(n int, one, many, rest string) {
		if n > 0 {
			parts = append(parts, report.CountOf(n, one, many)+rest)
		}
	}
	count(len(r.Undeclared), "undeclared grant or credential", "undeclared grants or credentials", "")
	count(r.Summary.Drifted-r.Summary.Gone, "object differs", "objects differ", " from the configuration")
	count(r.Summary.Gone, "managed object was", "managed objects were", " deleted")
	count(r.overdue(), "object has", "objects have", " access that only the state declares")
	switch {
	case len(parts) > 0:
	case len(r.NotSeen) > 0:
		parts = append(parts, "No drift was found, but a part was not searched")
	default:
		parts = append(parts, "All managed objects are as declared")
	}
	count(len(r.plan.Remaining), "removed unit is", "removed units are", " still in use")
	if r.Unmanaged != nil {
		count(r.Summary.Unmanaged, "unmanaged object", "unmanaged objects", "")
		if r.Summary.Unmanaged == 0 && len(r.NotSeen) == 0 {
			parts = append(parts, "no unmanaged object was found")
		}
		count(r.Unmanaged.Accepted, "unmanaged object", "unmanaged objects", " accepted")
	}
	ended := 0
	for _, e := range r.Ending {
		if e.Ended {
			ended++
		}
	}
	count(ended, "declared validity has", "declared validities have", " ended")
	count(len(r.Ending)-ended, "declared validity ends", "declared validities end", " soon")
	return report.T(strings.Join(parts, ", ") + ".")
}

func (r *Report) facts() []report.Fact {
	facts, tenants := []report.Fact{{Label: "Of", Value: report.Text{}.Code(r.Source)}}, ""
	if r.Unmanaged != nil {
		tenants = strings.Join(r.Unmanaged.Clients, ", ")
	}
	for _, fact := range [][2]string{{"At", moment(r.PlannedAt)}, {"CLI", r.CLIVersion}, {"Tenant", tenants}} {
		if fact[1] != "" {
			facts = append(facts, report.Fact{Label: fact[0], Value: report.T(fact[1])})
		}
	}
	return facts
}

func (r *Report) notes() []report.Text {
	notes := []report.Text{report.T("Declared is the value in the configuration, recorded the value after the last apply, found the " +
		"value in the " +
		"service now. The service does not record who made a change.")}
	if r.Unmanaged != nil {
		notes = append(notes,
			report.T("A tree of units that holds neither a profile nor a managed unit cannot be found through the service, and is "+
				"not counted."))
	}
	if r.Summary.Undeclared+r.Summary.Unmanaged > 0 {
		notes = append(notes,
			report.T("In a folder of an export, idmctl export --update adds what no resource declares, with import blocks."))
	}
	return notes
}

// objects lists objects with their differences. declared adds the declared values.
func objects(all []Drifted, declared bool) report.List {
	var list report.List
	for _, o := range all {
		text := report.Text{}.Code(o.Address)
		if o.Name != "" {
			text = text.Plain(" " + o.Name)
		}
		item := report.Item{Mark: o.mark(), Text: text}
		if o.Access {
			item.Details = append(item.Details, report.Text{}.Badge(report.Bad, onlyInState))
		}
		if o.needed != "" {
			item.Details = append(item.Details, report.T(o.needed))
		}
		if o.LastModified != "" {
			item.Details = append(item.Details, report.Text{}.Muted("since "+moment(o.LastModified)))
		}
		for _, d := range o.Differences {
			item.Details = append(item.Details, d.text(declared, o.Action != ""))
		}
		list.Items = append(list.Items, item)
	}
	return list
}

func (o *Drifted) mark() report.Mark {
	if o.Gone {
		return report.Mark{Kind: report.Removed, Word: deleted}
	}
	kind, known := map[string]report.ChangeKind{"create": report.Added, "import": report.Added, created: report.Added,
		"delete": report.Removed, "forget": report.Removed, deleted: report.Removed, "move": report.Moved}[o.Action]
	if !known {
		kind = report.Changed
	}
	return report.Mark{Kind: kind, Word: cmp.Or(o.Action, changed)}
}

// text describes the values of an attribute or element; pending reports that the next apply changes
// it.
func (d Difference) text(declared, pending bool) report.Text {
	text := report.Text{}.Code(d.Path)
	if d.Kind == Added && !pending {
		text = text.Plain(" ").Badge(report.Bad, "undeclared")
	}
	text = append(text.Plain(": found "), shown(d.Found)...)
	if declared {
		text = append(text.Plain(", declared "), shown(d.Declared)...)
	}
	return append(text.Plain(", recorded "), shown(d.Recorded)...)
}

// shown formats a value. Of a grant, it shows only the attributes that are set.
func shown(value any) report.Text {
	switch value := value.(type) {
	case nil:
		return report.Text{}.Muted("none")
	case plan.Masked, plan.Unknown:
		return report.Text{}.Muted(fmt.Sprint(value))
	case map[string]any:
		return grantText(value)
	case plan.Values:
		return grantText(value)
	}
	if text := plan.Text(value); text != "" {
		return report.Text{}.Code(text)
	}
	return report.Text{}.Muted("empty")
}

func grantText(grant map[string]any) report.Text {
	var set []string
	for _, name := range slices.Sorted(maps.Keys(grant)) {
		switch value := grant[name].(type) {
		case nil:
		case bool:
			if value {
				set = append(set, name)
			}
		default:
			set = append(set, name+" "+plan.Text(value))
		}
	}
	if len(set) == 0 {
		return report.T("granted")
	}
	return report.T("granted, ").Code(strings.Join(set, ", "))
}

// onlyInState describes an object with access that only an apply takes.
const onlyInState = "the service has access that the configuration does not declare"

// moment formats a timestamp for readers, in UTC.
func moment(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return at.UTC().Format("2006-01-02 15:04 UTC")
}
