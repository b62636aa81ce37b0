package drift

import (
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

// openGroups is the number of objects whose details are expanded.
const openGroups = 12

// Document returns the report as a document.
func (r *Report) Document() report.Document {
	changed := report.Section{Title: "Changed outside Terraform", Blocks: groups(r.Drift, true),
		Intro: report.T("These objects were changed outside Terraform and differ from the configuration. The next apply restores it; " +
			"to keep a change, add it to the configuration.")}
	notApplied := report.SectionOf("Not applied yet", "The configuration differs from the state: it was changed and not "+
		"applied yet, or a refresh has recorded a change outside Terraform. What leaves access that the configuration does not declare "+
		"is a finding.",
		pendingList(r.NotApplied))
	accepted := report.Section{Title: "Changed outside, nothing to correct", Blocks: groups(r.Accepted, false),
		Intro: report.T("These objects were changed outside Terraform as well, but the configuration agrees with the change or " +
			"leaves the value to the service. The next apply records it.")}
	sections := append([]report.Section{r.undeclaredSection(), changed, r.endingSection(), notApplied, accepted}, r.Unmanaged.sections()...)
	return report.Document{Marker: Marker, Title: "Drift", Lead: r.lead(), Facts: r.facts(), Alerts: r.alerts(), Figures: r.figures(),
		Sections: report.WithBlocks(sections...), Notes: r.notes()}
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
		out.Add("undeclared-access", findings.Error, "", u.sentence())
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
		verb := "ends"
		if e.Ended {
			verb = "ended"
		}
		out.Add("expiry", level, e.Address, fmt.Sprintf("%s %s on %s", strings.TrimSpace(e.Address+" "+e.Key), verb, e.Until))
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
	changed := r.Summary.Drifted - r.Summary.Gone
	parts := r.undeclaredLead()
	if changed > 0 {
		parts = append(parts, report.CountOf(changed, "object differs", "objects differ")+" from the configuration")
	}
	if r.Summary.Gone > 0 {
		parts = append(parts, report.CountOf(r.Summary.Gone, "managed object was deleted", "managed objects were deleted"))
	}
	if n := r.overdue(); n > 0 {
		parts = append(parts, report.CountOf(n, "object has", "objects have")+" access that only the state declares")
	}
	switch {
	case len(parts) > 0:
	case len(r.NotSeen) > 0:
		parts = append(parts, "No drift was found, but a part was not searched")
	default:
		parts = append(parts, "All managed objects are as declared")
	}
	if n := len(r.plan.Remaining); n > 0 {
		parts = append(parts, report.CountOf(n, "removed unit is", "removed units are")+" still in use")
	}
	if r.Unmanaged != nil {
		if r.Summary.Unmanaged > 0 {
			parts = append(parts, report.Count(r.Summary.Unmanaged, "unmanaged object"))
		} else if len(r.NotSeen) == 0 {
			parts = append(parts, "no unmanaged object was found")
		}
		if r.Unmanaged.Accepted > 0 {
			parts = append(parts, report.Count(r.Unmanaged.Accepted, "unmanaged object")+" accepted")
		}
	}
	if len(r.Ending) > 0 {
		parts = append(parts, r.endingLead())
	}
	return report.T(strings.Join(parts, ", ") + ".")
}

func (r *Report) facts() []report.Fact {
	facts := []report.Fact{{Label: "Of", Value: report.Text{}.Code(r.Source)}}
	if r.PlannedAt != "" {
		facts = append(facts, report.Fact{Label: "At", Value: report.T(moment(r.PlannedAt))})
	}
	if r.CLIVersion != "" {
		facts = append(facts, report.Fact{Label: "CLI", Value: report.T(r.CLIVersion)})
	}
	if r.Unmanaged != nil {
		facts = append(facts, report.Fact{Label: "Tenant", Value: report.T(strings.Join(r.Unmanaged.Clients, ", "))})
	}
	return facts
}

func (r *Report) alerts() []report.Alert {
	return report.Alerts(report.Caution, "A part was not searched or could not be compared, so there may be more than is listed here.",
		r.NotSeen)
}

func (r *Report) figures() []report.Figure {
	figures := []report.Figure{
		{Value: r.Summary.Undeclared, Label: "undeclared", Tone: report.Bad},
		{Value: r.Summary.Drifted, Label: "changed", Tone: report.Bad},
		{Value: r.Summary.Gone, Label: "deleted", Tone: report.Bad},
		{Value: r.Summary.NotApplied, Label: "not applied yet", Tone: report.Info},
	}
	if r.Unmanaged != nil {
		figures = append(figures, report.Figure{Value: r.Summary.Unmanaged, Label: "unmanaged", Tone: report.Caution})
	}
	return figures
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
	return notes
}

// groups shows objects. declared adds the column with the declared values.
func groups(all []Drifted, declared bool) []report.Block {
	blocks := make([]report.Block, len(all))
	for i, object := range all {
		blocks[i] = object.group(declared, declared && len(all) <= openGroups)
	}
	return blocks
}

func (o *Drifted) group(declared, open bool) report.Group {
	title := report.Text{}.Code(o.Address)
	if o.Name != "" {
		title = title.Plain(" " + o.Name)
	}
	g := report.Group{Title: title, Open: open, Badges: o.History.badges()}
	if o.Gone {
		g.Badges = append([]report.Badge{{Tone: report.Bad, Text: "deleted"}}, g.Badges...)
		g.Blocks = []report.Block{report.Line(report.T("The service no longer has ").Code(o.ID))}
		return g
	}
	if slices.ContainsFunc(o.Differences, func(d Difference) bool { return d.Kind == Added }) {
		g.Badges = append(g.Badges, report.Badge{Tone: report.Bad, Text: "undeclared"})
	}
	if o.History.LastModified == "" && o.History.Unknown != "" && !o.hasGrants() {
		g.Blocks = append(g.Blocks, report.Line(report.Text{}.Muted("Time of the change unknown: "+o.History.Unknown+".")))
	}
	g.Blocks = append(g.Blocks, o.table(declared))
	return g
}

// badges show the time of the change, and the recorded and found versions.
func (h *History) badges() []report.Badge {
	var badges []report.Badge
	if h.LastModified != "" {
		badges = append(badges, report.Badge{Text: "since " + moment(h.LastModified)})
	}
	if text := h.versions(); text != "" {
		badges = append(badges, report.Badge{Text: text})
	}
	return badges
}

func (h *History) versions() string {
	switch {
	case h.RecordedVersion != nil && h.FoundVersion != nil:
		return fmt.Sprintf("version %d → %d", *h.RecordedVersion, *h.FoundVersion)
	case h.RecordedVersion != nil:
		return fmt.Sprintf("from version %d", *h.RecordedVersion)
	case h.FoundVersion != nil:
		return fmt.Sprintf("version %d", *h.FoundVersion)
	}
	return ""
}

func (o *Drifted) table(declared bool) report.Table {
	table := report.Table{Head: []string{"Attribute", "Declared", "Recorded", "Found", "Since"}}
	for i := range o.Differences {
		d := &o.Differences[i]
		row := report.Row{Mark: d.mark(), Cells: []report.Text{report.Text{}.Code(d.Path), nil, shown(d.Recorded), shown(d.Found),
			d.since()}}
		if declared {
			row.Cells[1] = shown(d.Declared)
		}
		table.Rows = append(table.Rows, row)
	}
	return table.Trim()
}

func (d *Difference) since() report.Text {
	switch {
	case d.History == nil:
		return nil
	case d.History.LastModified == "":
		return report.Text{}.Muted("unknown: " + d.History.Unknown)
	}
	text := report.T(moment(d.History.LastModified))
	if versions := d.History.versions(); versions != "" {
		text = text.Muted(", " + versions)
	}
	return text
}

func (d *Difference) mark() report.Mark {
	switch d.Kind {
	case Added:
		return report.Mark{Kind: report.Added, Word: "added"}
	case Removed:
		return report.Mark{Kind: report.Removed, Word: "removed"}
	}
	if strings.HasSuffix(d.Path, "unit_ext_id") {
		return report.Mark{Kind: report.Moved, Word: "moved"}
	}
	return report.Mark{Kind: report.Changed, Word: "changed"}
}

// shown formats a value. Of a grant, it shows only the attributes that are set.
func shown(value any) report.Text {
	switch value := value.(type) {
	case nil:
		return report.Text{}.Muted("none")
	case plan.Masked, plan.Unknown, NotPlanned:
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

func pendingList(all []Pending) report.List {
	marks := map[string]report.ChangeKind{"create": report.Added, "import": report.Added, "delete": report.Removed,
		"forget": report.Removed,
		"move":   report.Moved}
	var list report.List
	for _, p := range all {
		kind, known := marks[p.Action]
		if !known {
			kind = report.Changed
		}
		item := report.Item{Mark: report.Mark{Kind: kind, Word: p.Action}, Text: report.Text{}.Code(p.Address)}
		if p.Access {
			item.Details = append(item.Details, report.T(onlyInState))
		}
		if p.needed != "" {
			item.Details = append(item.Details, report.T(p.needed))
		}
		for _, d := range p.Differences {
			item.Details = append(item.Details,
				append(append(report.Text{}.Code(d.Path).Plain(": "), shown(d.Found)...), append(report.T(" → "), shown(d.Declared)...)...))
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// moment formats a timestamp for readers, in UTC.
func moment(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return at.UTC().Format("2006-01-02 15:04 UTC")
}
