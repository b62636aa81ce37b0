package rehearsal

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// Text writes the result for a terminal.
func (r *Result) Text(w io.Writer) {
	fmt.Fprintf(w, "%s\n\n", r.lead().String())
	for _, part := range r.Copy.Incomplete {
		fmt.Fprintf(w, "The copy is not complete: %s\n", part)
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
	for _, d := range r.Deviations {
		fmt.Fprintf(w, "~ %s: the saved plan says %s, a plan on the copy says %s\n", d.Address, orNothing(d.Planned), orNothing(d.Now))
	}
	for _, d := range r.Review {
		fmt.Fprintf(w, "~ %s\n", d.text().String())
	}
	for _, a := range r.Access {
		fmt.Fprintf(w, "%s %s %s %s%s, profile %s%s\n", signs[a.Effect], cmp.Or(a.Name, a.User), verbs[a.Effect], a.Role,
			prefixed(" through ", a.Through), a.Profile, prefixed(": ", a.note()))
	}
	fmt.Fprintf(w, "\n%s done, %d not tried. %s to plan; to apply:\n", plural(len(r.Done), "change", "changes"), len(r.Untried),
		plural(r.PlanRequests, "request", "requests"))
	for _, request := range r.Requests {
		refused := ""
		if request.Refused > 0 {
			refused = fmt.Sprintf(", %d refused", request.Refused)
		}
		fmt.Fprintf(w, "  %-6s %-40s %6d%s\n", request.Method, request.Object, request.Count, refused)
	}
	fmt.Fprintf(w, "%.1f s to plan, %.1f s to apply, with %s for each answer. The service itself was only read.\n",
		r.PlanSeconds, r.ApplySeconds, r.Latency)
}

// signs and verbs are what a change of access is written with.
var (
	signs = map[string]string{gain: "+", lose: "-", change: "~"}
	verbs = map[string]string{gain: "gains", lose: "loses", change: "keeps"}
)

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// note says how far a grant reaches, and why it has no effect.
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
