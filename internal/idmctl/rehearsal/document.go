package rehearsal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// marker lets a pipeline find the report of a rehearsal.
const marker = "idm-rehearsal"

// Document returns the report.
func (r *Result) Document() report.Document {
	return report.Document{
		Marker: marker, Title: "Rehearsal of a plan", Lead: r.lead(), Facts: r.facts(), Alerts: r.alerts(),
		Sections: report.WithBlocks(problems("Failures", report.Removed, r.Failures, true), r.differing(),
			report.SectionOf("Access after the apply", "", accessquery.Table(r.Access)), r.steps(),
			problems("Warnings", report.Changed, r.Warnings, false)),
		Notes: []report.Text{
			report.T("The apply took place on a copy of the service in the simulator. The service itself was only read."),
			report.T("It does not show which objects a data room covers that is not global, changes between the copy and the apply, " +
				"differences between the simulator and the service, or its speed."),
		},
	}
}

// ToolFindings returns the failures and warnings for other tools.
func (r *Result) ToolFindings() *findings.Report {
	out := &findings.Report{Check: "rehearse", Subject: r.Plan}
	for _, each := range r.Failures {
		cause := strings.ReplaceAll(string(each.Cause), " ", "-")
		out.Rule(cause, "the rehearsal reports: "+cause, true)
		out.Add(cause, findings.Error, each.Address, each.Summary+": "+each.Detail)
	}
	for _, each := range r.Warnings {
		out.Rule("warning", "the rehearsal reports: warning", false)
		out.Add("warning", findings.Warning, each.Address, each.Summary+": "+each.Detail)
	}
	return out
}

func (r *Result) lead() report.Text {
	switch {
	case !r.GoesThrough():
		return report.T(fmt.Sprintf("The apply fails: %s, %s done, %d not tried.", report.Count(len(r.Failures), "error"),
			report.Count(len(r.Done), "change"), len(r.Untried)))
	case len(r.Deviations) > 0:
		return report.T("The apply goes through, but a plan on the copy differs from the saved plan.")
	}
	return report.T("The apply goes through.")
}

func (r *Result) facts() []report.Fact {
	facts := []report.Fact{
		{Label: "Plan", Value: report.Text{}.Code(r.Plan)},
		{Label: "SHA-256", Value: report.Text{}.Code(r.Digest)},
		{Label: "CLI", Value: report.T(r.CLIVersion)},
		{Label: "Copy of", Value: report.Text{}.Code(r.Copy.Source).Plain(", clients ").Code(strings.Join(r.Copy.Clients, ", "))},
		{Label: "Permissions", Value: report.T(r.Copy.Caller)},
		{Label: "Requests", Value: report.T(fmt.Sprintf("%d to plan, %d to apply, of which %d write", r.PlanRequests, r.ApplyRequests,
			r.Writes))},
	}
	if r.Copy.Age != "" {
		facts = append(facts, report.Fact{Label: "Age of the copy", Value: report.T(r.Copy.Age)})
	}
	if len(r.Copy.Quirks) > 0 {
		facts = append(facts, report.Fact{Label: "Quirks", Value: report.Text{}.Code(strings.Join(r.Copy.Quirks, ", "))})
	}
	return facts
}

func (r *Result) alerts() []report.Alert {
	return slices.Concat(report.Alerts(report.Caution, "The copy is incomplete, so the apply may differ", r.Copy.Incomplete),
		report.Alerts(report.Caution, "Not in the rehearsal", r.Limits))
}

// problems lists failures, with their causes and details, or warnings.
func problems(title string, kind report.ChangeKind, all []Failure, failed bool) report.Section {
	var list report.List
	for _, f := range all {
		item := report.Item{Mark: report.Mark{Kind: kind}}
		if failed {
			item.Text = item.Text.Badge(report.Bad, string(f.Cause)).Plain(" ")
		}
		if f.Address != "" {
			item.Text = item.Text.Code(f.Address).Plain(": ")
		}
		item.Text = item.Text.Plain(f.Summary)
		for line := range strings.Lines(f.Detail) {
			if line = strings.TrimSpace(line); line != "" && failed {
				item.Details = append(item.Details, report.T(line))
			}
		}
		list.Items = append(list.Items, item)
	}
	return report.SectionOf(title, "", list)
}

func (r *Result) differing() report.Section {
	var list report.List
	for _, d := range r.Deviations {
		list.Items = append(list.Items, report.Item{Mark: report.Mark{Kind: report.Changed}, Text: report.Text{}.Code(d.Address).
			Plain(fmt.Sprintf(": %s in the saved plan, %s in a plan on the copy", orNothing(d.Planned), orNothing(d.Now)))})
	}
	return report.SectionOf("Differences", "", list)
}

func orNothing(action string) string { return cmp.Or(action, "nothing") }

func (r *Result) steps() report.Section {
	section := report.Section{Title: "Changes"}
	for _, group := range []struct {
		title string
		kind  report.ChangeKind
		steps []Step
		open  bool
	}{{"Not tried, because an earlier change failed", report.Same, r.Untried, true}, {"Done", report.Changed, r.Done, false}} {
		if len(group.steps) == 0 {
			continue
		}
		var list report.List
		for _, step := range group.steps {
			list.Items = append(list.Items,
				report.Item{Mark: report.Mark{Kind: group.kind}, Text: report.Text{}.Code(step.Address).Muted(" " + step.Action)})
		}
		section.Blocks = append(section.Blocks, report.Group{
			Title: report.T(fmt.Sprintf("%s: %d", group.title, len(group.steps))), Open: group.open, Blocks: []report.Block{list},
		})
	}
	return section
}
