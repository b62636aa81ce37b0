package idmctl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
)

// findingsOfDrift returns the differences between the existing and the declared objects. It omits
// values.
func findingsOfDrift(r *drift.Report, invariants *policy.Report, failOnEnd bool) *findings.Report {
	out := &findings.Report{Check: "drift", Subject: r.Source, Rules: []findings.Rule{
		{ID: "drift", Description: "an object differs from the configuration, or no longer exists", Checked: true},
		{ID: "undeclared-access", Description: "a managed object has undeclared access", Checked: true},
		{ID: "unmanaged", Description: "no state holds an object of the tenant", Checked: r.Unmanaged != nil},
		{ID: "not-applied", Description: "a change of the configuration was not applied"},
		{ID: "expiry", Description: "a declared validity has ended or ends soon", Checked: failOnEnd},
	}}
	add := func(rule string, level findings.Level, address, text string) {
		out.Findings = append(out.Findings, findings.Finding{Rule: rule, Level: level, Text: text, Address: address})
	}
	for _, d := range r.Drift {
		add("drift", findings.Error, d.Address, differs(d))
	}
	undeclared(r.Access, func(text string) { add("undeclared-access", findings.Error, "", text) })
	if r.Unmanaged != nil {
		for _, o := range r.Unmanaged.Objects {
			add("unmanaged", findings.Error, "", fmt.Sprintf("%s %s is not in any state", o.Kind, o.ID))
		}
	}
	for _, p := range r.NotApplied {
		add("not-applied", findings.Warning, p.Address, fmt.Sprintf("%s: action of the next apply: %s", p.Address, p.Action))
	}
	for _, e := range r.Ending {
		level, verb := findings.Warning, "ends"
		if failOnEnd {
			level = findings.Error
		}
		if e.Ended {
			verb = "ended"
		}
		add("expiry", level, e.Address, fmt.Sprintf("%s %s on %s", strings.TrimSpace(e.Address+" "+e.Key), verb, e.Until))
	}
	addInvariants(out, invariants)
	var parts []string
	for _, part := range r.Unsearched() {
		if invariants == nil || !slices.Contains(invariants.NotRead, part) {
			parts = append(parts, part)
		}
	}
	addUnread(out, parts)
	return out
}

func differs(d drift.Drifted) string {
	label := strings.TrimSpace(d.Address + " " + d.Name)
	if d.Gone {
		return label + " no longer exists"
	}
	var paths []string
	for _, each := range d.Differences {
		paths = append(paths, each.Path)
	}
	return label + " was changed outside Terraform: " + strings.Join(paths, ", ")
}

// undeclared calls visit with a sentence for each part of the undeclared access.
func undeclared(access *drift.Access, visit func(string)) {
	if access == nil {
		return
	}
	label := func(n drift.Named) string {
		if n.Name == "" || n.Name == n.ExtID {
			return n.ExtID
		}
		return n.Name + " (" + n.ExtID + ")"
	}
	for _, g := range access.Undeclared {
		person := g.Profile
		if g.User != nil {
			person = *g.User
		}
		visit(fmt.Sprintf("%s has %s through the profile %s, which the configuration does not declare", label(person), label(g.Role),
			g.Profile.ExtID))
	}
	for _, m := range access.Members {
		visit(fmt.Sprintf("The enterprise role %s contains %s, which the configuration does not declare", label(m.EnterpriseRole),
			label(m.Role)))
	}
	for _, a := range access.Applications {
		visit(fmt.Sprintf("The client %s has the application %s, which the configuration does not declare", a.Client, label(a.Application)))
	}
	for _, c := range access.Credentials {
		visit(fmt.Sprintf("The technical user %s has the credential %s of the type %s, which the configuration does not declare",
			label(c.User), cmp.Or(c.ExtID, "without an external ID"), c.Type))
	}
}
