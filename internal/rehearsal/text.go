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
		verb := map[string]string{"gain": "+ %s gains %s%s, profile %s\n", "lose": "- %s loses %s%s, profile %s\n"}[a.Effect]
		through := ""
		if a.Through != "" {
			through = " through " + a.Through
		}
		fmt.Fprintf(w, verb, cmp.Or(a.Name, a.User), a.Role, through, a.Profile)
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
