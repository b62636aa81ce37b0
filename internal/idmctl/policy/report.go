package policy

import (
	"fmt"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// Version is the version of a Report as JSON. A new field raises the second number, any other
// change the first.
const Version = "2.0"

// Report is the result of a check, also as JSON.
type Report struct {
	FormatVersion string    `json:"format_version"`
	Source        string    `json:"source"`
	Time          time.Time `json:"time"`
	// Checked are the names of the invariants.
	Checked    []string    `json:"checked"`
	Violations []Violation `json:"violations"`
	// NotRead describes the failed reads.
	NotRead []string `json:"not_read"`
}

// NewReport returns the report of a check.
func (p *Policy) NewReport(found []Violation, source string, notRead []string, now time.Time) *Report {
	r := &Report{Version, source, now.UTC(), []string{}, append([]Violation{}, found...), append([]string{}, notRead...)}
	for _, i := range p.Invariants {
		r.Checked = append(r.Checked, i.Name)
	}
	return r
}

// Broken returns the number of violations that count.
func (r *Report) Broken() int {
	broken := 0
	for _, v := range r.Violations {
		if v.Counts() {
			broken++
		}
	}
	return broken
}

// Counts reports whether the violation fails a check. It does not if an exception permits it, or if
// it is only possible during an apply and the invariant allows that.
func (v Violation) Counts() bool { return v.Exception == "" && !v.tolerated }

func (r *Report) summary() string {
	return fmt.Sprintf("Violations that count: %d of %d. The others have an exception, or are possible only during the apply. "+
		"Invariants checked: %s.", r.Broken(), len(r.Violations),
		strings.Join(r.Checked, ", "))
}

// maxCauses is the maximum number of causes in a sentence.
const maxCauses = 10

// Sentence describes the violation, with its message and its causes in the plan.
func (v Violation) Sentence() string {
	var text strings.Builder
	text.WriteString(v.Invariant + ": " + v.Text)
	for _, each := range []struct {
		is   bool
		word string
	}{{v.New, "new"}, {v.During, "during the apply"},
		{v.Later, "not today: the service refuses a change, or a grant has no effect yet"},
		{v.Unknown, "not certain"}, {v.Exception != "", "exception " + v.Exception}} {
		if each.is {
			text.WriteString(" [" + each.word + "]")
		}
	}
	if len(v.Causes) > 0 {
		text.WriteString(", because of " + strings.Join(v.Causes[:min(len(v.Causes), maxCauses)], ", "))
		if more := len(v.Causes) - maxCauses; more > 0 {
			fmt.Fprintf(&text, " and %d more", more)
		}
	}
	if len(v.Approvers) > 0 && v.Counts() {
		text.WriteString(" (needs the approval of " + strings.Join(v.Approvers, " and ") + ")")
	}
	if v.Message != "" {
		text.WriteString(". " + v.Message)
	}
	return text.String()
}

// path describes a path in a sentence.
func path(r accessquery.Row) string {
	text := fmt.Sprintf("%s by the grant %s of the profile %s", r.RoleExtID, r.GrantExtID, r.ProfileExtID)
	if r.Through != "" {
		text += " through " + r.Through
	}
	if len(r.Reasons) > 0 {
		text += ": " + strings.Join(r.Reasons, ", ")
	}
	return text
}

// AddTo adds the violations to the findings of a check; a nil report adds none. A violation refers to
// the entry of the plan that causes it.
func (r *Report) AddTo(out *findings.Report) *findings.Report {
	if r == nil {
		return out
	}
	for _, name := range r.Checked {
		out.Rule("invariant/"+name, "invariant "+name+" of the policy file", true)
	}
	for _, v := range r.Violations {
		found := findings.Finding{Rule: "invariant/" + v.Invariant, Level: findings.Error, Text: v.Sentence()}
		switch {
		case v.Exception != "":
			found.Excused = "exception " + v.Exception
		case !v.Counts():
			found.Level = findings.Warning
		}
		if len(v.Causes) > 0 {
			found.Address = v.Causes[0]
		}
		out.Findings = append(out.Findings, found)
	}
	out.Unread(r.NotRead)
	return out
}

// Document returns the report as a document.
func (r *Report) Document() report.Document {
	var list report.List
	for _, v := range r.Violations {
		item := report.Item{Text: report.T(v.Sentence())}
		for _, p := range v.Paths {
			item.Details = append(item.Details, report.T(path(p)))
		}
		list.Items = append(list.Items, item)
	}
	return report.Document{
		Marker: "idmctl-invariants", Title: "Invariants", Lead: report.T(r.summary()),
		Facts: []report.Fact{
			{Label: "Source", Value: report.T(r.Source)}, {Label: "Time", Value: report.T(r.Time.Format(time.RFC3339))},
		},
		Alerts:   report.Alerts(report.Plain, "A part of the tenant could not be read", r.NotRead),
		Sections: report.WithBlocks(report.SectionOf("Violations", "", list)),
	}
}
