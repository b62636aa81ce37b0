package drift_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// A declared end causes no change in a plan, and the report lists it when it is near.
func TestFindEnding(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	until := func(day string) map[string]any { return map[string]any{"to": day + "T00:00:00Z"} }
	held := func(resourceType, id string, values plan.Values) plan.Change {
		return plan.Change{Address: resourceType + "." + id, Type: resourceType, Action: plan.NoOp, Before: values, After: values}
	}
	p := &plan.Plan{Changes: []plan.Change{
		held("idm_profile", "acme_p", plan.Values{"name": "P", "validity": until("2026-06-20")}),
		held("idm_user", "acme_u", plan.Values{"validity": until("2027-01-01")}),
		held("idm_unit", "acme_x", plan.Values{"validity": nil}),
		held("idm_profile_authorizations", "acme_p", plan.Values{"authorizations": map[string]any{
			"old": map[string]any{"validity": until("2026-01-01")}, "open": map[string]any{"validity": nil}}}),
	}}
	for days, want := range map[int][]string{
		0:   {"idm_profile_authorizations.acme_p old true"},
		30:  {"idm_profile_authorizations.acme_p old true", "idm_profile.acme_p  false"},
		365: {"idm_profile_authorizations.acme_p old true", "idm_profile.acme_p  false", "idm_user.acme_u  false"},
	} {
		r := drift.New("here", p)
		r.FindEnding(time.Duration(days)*24*time.Hour, now)
		var got []string
		for _, e := range r.Ending {
			got = append(got, fmt.Sprint(e.Address, " ", e.Key, " ", e.Ended))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d days: %q", days, got)
		}
		text := r.Document().Markdown(0)
		for _, want := range []string{"2026-01-01 00:00 UTC", "1 declared validity has ended"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing:\n%s", want, text)
			}
		}
	}
}
