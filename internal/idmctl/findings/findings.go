// Package findings writes the findings of a check in the formats of other tools: code scanning,
// merge request widgets, test reports, annotations and policy checks. Every format escapes texts,
// so that they cannot control a terminal, a log or a page.
package findings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/sourceline"
)

// Report contains the findings of one run of a check.
type Report struct {
	// Check is the command, such as review.
	Check string
	// Version is the version of idmctl.
	Version string
	// Subject is the checked input, such as the file of a plan.
	Subject string
	// Rules are the checked rules, and the rules of findings that do not fail the run.
	Rules    []Rule
	Findings []Finding
	// Changes are the counts of a plan; nil for a check without a plan.
	Changes *Changes
}

// Rule is the rule behind a group of findings.
type Rule struct {
	// ID is the name of the rule, such as gain.global.
	ID          string
	Description string
	// Checked reports that a finding fails the run.
	Checked bool
}

// Level is the severity of a finding.
type Level string

// The levels. An error fails the run, a warning needs attention, and a note is information.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// Finding is a single result of a check.
type Finding struct {
	// Rule is the ID of a rule of the report.
	Rule  string
	Level Level
	Text  string
	// Address is the address of the resource; "" without one.
	Address string
	// Excused is the reason of an exception that permits the finding; "" without one.
	Excused string
	// At is the line that declares the object, or the closest one; nil if it is not known.
	At *sourceline.Location
}

// Changes counts the objects that a plan creates, updates and deletes. A replacement counts as a
// deletion and a creation.
type Changes struct {
	Create int `json:"create"`
	Update int `json:"update"`
	Delete int `json:"delete"`
}

// Rule adds a rule, once.
func (r *Report) Rule(id, description string, checked bool) {
	if !slices.ContainsFunc(r.Rules, func(other Rule) bool { return other.ID == id }) {
		r.Rules = append(r.Rules, Rule{id, description, checked})
	}
}

// Add adds a finding.
func (r *Report) Add(rule string, level Level, address, text string) {
	r.Findings = append(r.Findings, Finding{Rule: rule, Level: level, Text: text, Address: address})
}

// Unread adds the parts of a tenant that were not read, each once. They fail a run.
func (r *Report) Unread(parts []string) {
	r.Rule("not-read", "a part of the tenant was not read", true)
	for _, part := range parts {
		text := "Not read: " + part
		if !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Text == text }) {
			r.Add("not-read", Error, "", text)
		}
	}
}

// Locate sets the lines of all findings from the configurations.
func (r *Report) Locate(in sourceline.Roots) {
	for i := range r.Findings {
		if at, ok := in.Nearest(r.Findings[i].Address); ok {
			r.Findings[i].At = &at
		}
	}
}

// format returns a report in a format that is a template, or is written by code.
type format struct {
	template string
	encode   func(r *Report, template string) ([]byte, error)
}

// formats holds the formats by name.
var formats = map[string]format{
	"conftest":         {"conftest.tmpl", indented("\t")},
	"github":           {"", commands},
	"gitlab":           {"gitlab.tmpl", indented("  ")},
	"gitlab-terraform": {"", changes},
	"junit":            {"junit.tmpl", filled},
	"sarif":            {"sarif.tmpl", indented("  ")},
}

// Formats returns the names of the formats in alphabetical order.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// Known returns an error for a format that does not exist.
func Known(format string) error {
	if _, known := formats[format]; known {
		return nil
	}
	return fmt.Errorf("%q is not a format of findings. %s", report.Clean(format),
		strings.TrimSpace(suggest.DidYouMean(format, Formats())+" The formats are "+strings.Join(Formats(), ", ")+"."))
}

// Encode returns a report in a format.
func (r *Report) Encode(format string) ([]byte, error) {
	if err := Known(format); err != nil {
		return nil, err
	}
	f := formats[format]
	return f.encode(r.clean(), f.template)
}

// clean returns the report with texts without control characters, in a stable order: errors first.
func (r *Report) clean() *Report {
	cleaned := *r
	cleaned.Subject = report.Clean(r.Subject)
	cleaned.Rules = slices.Clone(r.Rules)
	for i := range cleaned.Rules {
		cleaned.Rules[i].ID, cleaned.Rules[i].Description = report.Clean(r.Rules[i].ID), report.Clean(r.Rules[i].Description)
	}
	cleaned.Findings = slices.Clone(r.Findings)
	for i, f := range cleaned.Findings {
		cleaned.Findings[i].Rule, cleaned.Findings[i].Text = report.Clean(f.Rule), report.Clean(f.Text)
		cleaned.Findings[i].Address, cleaned.Findings[i].Excused = report.Clean(f.Address), report.Clean(f.Excused)
		if f.At != nil {
			cleaned.Findings[i].At = &sourceline.Location{File: report.Clean(f.At.File), Line: f.At.Line}
		}
	}
	slices.SortStableFunc(cleaned.Findings, func(a, b Finding) int { return cmp.Compare(a.Level.order(), b.Level.order()) })
	return &cleaned
}

func (l Level) order() int { return slices.Index([]Level{Error, Warning, Note}, l) }

// failing returns the findings of a rule that fail the run.
func (r *Report) failing(rule string) []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool {
		return f.Rule != rule || f.Level != Error || f.Excused != ""
	})
}
