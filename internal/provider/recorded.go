package provider

import (
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// noteRecorded notes an object of the state for the checks of a plan. A CLI decodes each object
// before it plans it, also without a refresh.
func (p *idmProvider) noteRecorded(req *tfprotov6.UpgradeResourceStateRequest) {
	configured, of := p.configured.Load(), p.subjects[req.TypeName]
	if configured == nil || of == nil || req.RawState == nil {
		return
	}
	var attributes map[string]any
	if json.Unmarshal(req.RawState.JSON, &attributes) != nil {
		return
	}
	kinds, values := map[string]tftypes.Type{}, map[string]tftypes.Value{}
	for name, value := range attributes {
		switch value.(type) {
		case string:
			kinds[name] = tftypes.String
		case bool:
			kinds[name] = tftypes.Bool
		default:
			continue
		}
		values[name] = tftypes.NewValue(kinds[name], value)
	}
	configured.Checks.NoteRecorded(of, tftypes.NewValue(tftypes.Object{AttributeTypes: kinds}, values))
}
