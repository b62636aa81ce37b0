package attrs

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
)

// keepMeaning keeps the state's notation of a FixedMap when the configuration has the same meaning,
// so that an import or another time zone causes no change in the plan.
type keepMeaning struct{ kind kind }

func (keepMeaning) Description(context.Context) string {
	return "keeps the recorded spelling of an equal value"
}
func (m keepMeaning) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (m keepMeaning) PlanModifyMap(_ context.Context, req planmodifier.MapRequest, resp *planmodifier.MapResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	state, plan := FixedMap{MapValue: req.StateValue, kind: m.kind}, FixedMap{MapValue: req.PlanValue, kind: m.kind}
	if !req.StateValue.IsNull() && state.means(plan) {
		resp.PlanValue = req.StateValue
	}
}
