package idmctl

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/sourceline"
)

// findingsFiles lists the files for findings, each as FORMAT=FILE.
type findingsFiles []string

func (f *findingsFiles) flag(flags *pflag.FlagSet) {
	flags.StringArrayVar((*[]string)(f), "findings", nil,
		"also write the findings for a tool, as FORMAT=FILE, with - for standard output; may be repeated.\nFormats: "+
			strings.Join(findings.Formats(), ", "))
}

// check rejects unknown formats before any work is done.
func (f findingsFiles) check() error {
	for _, each := range f {
		format, file, _ := strings.Cut(each, "=")
		if err := findings.Known(format); err != nil {
			return fmt.Errorf("--findings %s: %w", each, err)
		}
		if file == "" {
			return fmt.Errorf("--findings %s: name a file, such as %s=findings.%s, or %s=- for standard output", each, format, format,
				format)
		}
	}
	return nil
}

// write writes a report in each of the formats, with the line numbers of the configurations in
// dirs.
func (f findingsFiles) write(cmd *cobra.Command, dirs map[string]string, r *findings.Report) error {
	if len(f) == 0 {
		return nil
	}
	r.Version = cmd.Root().Version
	roots := sourceline.Roots{}
	for name, dir := range dirs {
		roots[name] = sourceline.Read(dir)
	}
	r.Locate(roots)
	for _, each := range f {
		format, file, _ := strings.Cut(each, "=")
		content, err := r.Encode(format)
		if err != nil {
			return fmt.Errorf("--findings %s: %w", each, err)
		}
		if file == "-" {
			file = ""
		}
		if err := writeTo(cmd.OutOrStdout(), file, content); err != nil {
			return err
		}
	}
	return nil
}

// folders maps the names of plans to the folders of their root modules.
func folders(named string, files ...string) map[string]string {
	dirs := map[string]string{}
	names, err := plan.Names(files)
	for i, name := range names {
		if own, missing := plan.DirOf(named, name); err == nil && missing == nil {
			dirs[name] = folder(own, files[i])
		}
	}
	return dirs
}

// folder returns the folder of a plan's root module: the named one, otherwise the folder of the
// file if it contains a configuration, otherwise the current folder.
func folder(named, file string) string {
	if named != "" {
		return named
	}
	own := filepath.Dir(file)
	if len(input.Configuration(own)) > 0 {
		return own
	}
	return "."
}

// findingsOfReview returns the broken rules of a review, with the other changes of the plan as
// notes.
func findingsOfReview(file string, r *review.Review, invariants *policy.Report) *findings.Report {
	out := &findings.Report{Check: "review", Subject: file, Changes: &findings.Changes{}}
	for _, each := range r.Changes {
		switch each.Action {
		case plan.Create, plan.ForgetCreate:
			out.Changes.Create++
		case plan.Update:
			out.Changes.Update++
		case plan.Delete:
			out.Changes.Delete++
		case plan.Replace:
			out.Changes.Create++
			out.Changes.Delete++
		case plan.Forget, plan.NoOp:
		}
	}
	failed := map[review.Subject]bool{}
	checked := map[string]bool{}
	add := func(id, description string, checks bool) {
		if !checked[id] {
			checked[id] = true
			out.Rules = append(out.Rules, findings.Rule{ID: id, Description: description, Checked: checks})
		}
	}
	covered := map[string]bool{}
	for _, broken := range r.FailedRules {
		covered[broken.Rule] = true
		for _, subject := range broken.Subjects {
			failed[subject] = true
			id, description := r.Lowest(broken, subject), broken.Message
			if id != broken.Rule {
				description = descriptionOf(id)
			}
			add(id, description, true)
			out.Findings = append(out.Findings, findings.Finding{
				Rule: id, Level: findings.Error, Text: subject.Text, Address: subject.Address,
			})
		}
	}
	for _, name := range r.RulesChecked {
		if !covered[name] {
			add(name, descriptionOf(name), true)
		}
	}
	for _, found := range r.Findings {
		if failed[review.Subject{Text: found.Text, Address: found.Address}] || len(found.Rules) == 0 {
			continue
		}
		add(found.Rules[0], descriptionOf(found.Rules[0]), false)
		out.Findings = append(out.Findings, findings.Finding{
			Rule: found.Rules[0], Level: findings.Note, Text: found.Text, Address: found.Address,
		})
	}
	addInvariants(out, invariants)
	return out
}

// descriptionOf returns the description of a named rule.
func descriptionOf(name string) string {
	all := slices.Concat(review.Presets(), review.Rules())
	if i := slices.IndexFunc(all, func(r review.Rule) bool { return r.Name == name }); i >= 0 {
		return all[i].Description
	}
	return "rule " + name + " of the policy file"
}

// addInvariants adds the violations of a policy's invariants. A violation refers to the entry of
// the plan that causes it.
func addInvariants(out *findings.Report, r *policy.Report) {
	if r == nil {
		return
	}
	for _, name := range r.Checked {
		out.Rules = append(out.Rules, findings.Rule{
			ID: "invariant/" + name, Description: "invariant " + name + " of the policy file", Checked: true,
		})
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
	addUnread(out, r.NotRead)
}

// addUnread adds the unsearched parts of a tenant. They fail a run.
func addUnread(out *findings.Report, parts []string) {
	if !slices.ContainsFunc(out.Rules, func(r findings.Rule) bool { return r.ID == "not-read" }) {
		out.Rules = append(out.Rules, findings.Rule{ID: "not-read", Description: "a part of the tenant was not read", Checked: true})
	}
	for _, part := range parts {
		out.Findings = append(out.Findings, findings.Finding{Rule: "not-read", Level: findings.Error, Text: "Not read: " + part})
	}
}

// findingsOfRehearsal returns the failures and warnings of a rehearsal.
func findingsOfRehearsal(r *rehearsal.Result, invariants *policy.Report) *findings.Report {
	out := &findings.Report{Check: "rehearse", Subject: r.Plan}
	named := map[string]bool{}
	add := func(level findings.Level, all []rehearsal.Failure) {
		for _, each := range all {
			rule := strings.ReplaceAll(string(each.Cause), " ", "-")
			if level != findings.Error {
				rule = "warning"
			}
			if !named[rule] {
				named[rule] = true
				out.Rules = append(out.Rules, findings.Rule{ID: rule, Description: "the rehearsal reports: " + rule,
					Checked: level == findings.Error})
			}
			out.Findings = append(out.Findings, findings.Finding{
				Rule: rule, Level: level, Text: each.Summary + ": " + each.Detail, Address: each.Address,
			})
		}
	}
	add(findings.Error, r.Failures)
	add(findings.Warning, r.Warnings)
	addInvariants(out, invariants)
	return out
}

// findingsOfCheck returns the violations of the invariants of a tenant.
func findingsOfCheck(subject string, r *policy.Report) *findings.Report {
	out := &findings.Report{Check: "policy check", Subject: subject}
	addInvariants(out, r)
	return out
}
