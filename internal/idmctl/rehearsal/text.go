package rehearsal

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// Text writes the result for a terminal.
func (r *Result) Text(w io.Writer) {
	fmt.Fprintf(w, "%s\n\n", r.lead().String())
	for _, part := range r.Copy.Incomplete {
		fmt.Fprintf(w, "The copy is incomplete: %s\n", part)
	}
	for _, limit := range r.Limits {
		fmt.Fprintf(w, "Not in the rehearsal: %s\n", limit)
	}
	for _, f := range r.Failures {
		fmt.Fprintf(w, "✗ %s (%s, %s): %s\n", cmp.Or(f.Address, "the plan"), f.Cause, f.Phase, f.Summary)
		for line := range strings.Lines(f.Detail) {
			if line = strings.TrimSpace(line); line != "" {
				fmt.Fprintf(w, "    %s\n", line)
			}
		}
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "! %s%s\n", prefixed("", warning.Address, ": "), warning.Summary)
	}
	r.differencesText(w)
	r.requestsText(w)
	r.copyText(w)
}

// differencesText writes the differences from the saved plan and from its review, and the resulting
// changes of access.
func (r *Result) differencesText(w io.Writer) {
	for _, d := range r.Deviations {
		fmt.Fprintf(w, "~ %s: %s in the saved plan, %s in a plan on the copy\n", d.Address, orNothing(d.Planned), orNothing(d.Now))
	}
	for _, d := range r.Review {
		fmt.Fprintf(w, "~ %s\n", d.text().String())
	}
	for _, a := range r.Access {
		fmt.Fprintf(w, "%s %s %s %s%s%s, profile %s, client %s%s\n", signs[a.Effect], cmp.Or(a.Name, a.User), verbs[a.Effect], a.Role,
			prefixed(" of ", a.Application, ""), prefixed(" through ", a.Through, ""), a.Profile, a.Client, prefixed(": ", a.note(), ""))
	}
}

func (r *Result) requestsText(w io.Writer) {
	fmt.Fprintf(w, "\n%s done, %d not tried.\n", report.Count(len(r.Done), "change"), len(r.Untried))
	stepsText(w, "not tried", r.Untried)
	stepsText(w, "done", r.Done)
	fmt.Fprintf(w, "%s to plan; to apply, with %s:\n", report.Count(r.PlanRequests, "request"), report.Count(r.Writes, "write"))
	for _, request := range r.Requests {
		refused := ""
		if request.Refused > 0 {
			refused = fmt.Sprintf(", %d refused", request.Refused)
		}
		fmt.Fprintf(w, "  %-6s %-40s %6d%s\n", request.Method, request.Object, request.Count, refused)
	}
	fmt.Fprintf(w, "%.1f s to plan, %.1f s to apply, with %s for each response. The service itself was only read.\n",
		r.PlanSeconds, r.ApplySeconds, r.Latency)
}

// stepLimit is the number of changes of a kind that a terminal shows.
const stepLimit = 40

func stepsText(w io.Writer, what string, steps []Step) {
	for _, step := range steps[:min(len(steps), stepLimit)] {
		fmt.Fprintf(w, "  %-10s %s (%s)\n", what, step.Address, step.Action)
	}
	if more := len(steps) - stepLimit; more > 0 {
		fmt.Fprintf(w, "  %-10s %d more, which the other formats list\n", what, more)
	}
}

// copyText describes the rehearsal and its copy.
func (r *Result) copyText(w io.Writer) {
	if r.Copy.Source == "" {
		return
	}
	fmt.Fprintf(w, "Plan %s (SHA-256 %s, CLI %s) on a copy of %s%s, clients %s%s. Permissions: %s.\n", r.Plan, r.Digest, r.CLIVersion,
		r.Copy.Source, prefixed(", ", r.Copy.Age, " old"), strings.Join(r.Copy.Clients, ", "),
		prefixed(", quirks ", strings.Join(r.Copy.Quirks, ", "), ""), r.Copy.Caller)
}

// signs and verbs describe a change of access.
var (
	signs = map[string]string{gain: "+", lose: "-", change: "~"}
	verbs = map[string]string{gain: "gains", lose: "loses", change: "keeps"}
)

// prefixed adds a prefix and a suffix to a text, unless the text is empty.
func prefixed(before, text, after string) string {
	if text == "" {
		return ""
	}
	return before + text + after
}

// note describes the extent of a grant, and why it has no effect.
func (a AccessChange) note() string {
	var parts []string
	switch {
	case a.Global != "":
		parts = append(parts, "data rooms open: "+a.Global)
	case a.Effect == change:
		parts = append(parts, "no data room is open")
	}
	if a.Validity != "" {
		parts = append(parts, "valid "+a.Validity)
	}
	switch {
	case a.Reason == "":
	case a.Effective:
		parts = append(parts, a.Reason)
	case a.Effect == lose:
		parts = append(parts, "it had no effect, because "+a.Reason)
	default:
		parts = append(parts, "it has no effect, because "+a.Reason)
	}
	return strings.Join(parts, "; ")
}
