package attrs

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
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
		return
	}
	if m.kind == validity {
		warnEnded(req.Path, plan, resp)
	}
}

// Regrant replaces a grant when the plan removes a bound of its validity.
type Regrant struct{}

// Description describes the modifier.
func (Regrant) Description(context.Context) string { return "replaces the grant without a bound" }

// MarkdownDescription describes the modifier.
func (m Regrant) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// PlanModifyMap compares the state with the plan.
func (Regrant) PlanModifyMap(_ context.Context, req planmodifier.MapRequest, resp *planmodifier.MapResponse) {
	state, plan := FixedMap{MapValue: req.StateValue, kind: validity}, FixedMap{MapValue: req.PlanValue, kind: validity}
	resp.RequiresReplace = resp.RequiresReplace || state.LosesBound(plan)
}

// warnEnded warns of a new validity that has already ended.
func warnEnded(at path.Path, plan FixedMap, resp *planmodifier.MapResponse) {
	to := plan.at("to").ValueString()
	if end, err := time.Parse(time.RFC3339, to); err == nil && end.Before(time.Now()) {
		resp.Diagnostics.AddAttributeWarning(at.AtMapKey("to"), "The validity has ended",
			"`to` is "+to+", which is in the past: the object is never valid. Correct the year if it is a mistake.")
	}
}
