package attrs

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
)

// keepMeaning keeps the state's spelling of a FixedMap when the configuration means the same, so that an import or another time
// zone makes no difference in the plan.
type keepMeaning struct{ kind kind }

func (keepMeaning) Description(context.Context) string {
	return "keeps the recorded spelling of an equal value"
}
func (m keepMeaning) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (m keepMeaning) PlanModifyMap(_ context.Context, req planmodifier.MapRequest, resp *planmodifier.MapResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || req.StateValue.IsNull() {
		return
	}
	state := FixedMap{MapValue: req.StateValue, kind: m.kind}
	if state.means(FixedMap{MapValue: req.PlanValue, kind: m.kind}) {
		resp.PlanValue = req.StateValue
	}
}
