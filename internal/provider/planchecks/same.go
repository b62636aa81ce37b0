package planchecks

import (
	"github.com/google/uuid"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// IsSame reports whether a killed run may have created an existing object, if nothing but its values
// identifies it: its external ID looks generated, it has not been changed since its creation, it has
// all values of the plan, and this run does not manage it. held is the resource's model of the
// object.
func (p *Planned) IsSame(extID string, version int64, held any) bool {
	return version <= 1 && uuid.Validate(extID) == nil && p.unrecorded(extID) && p.has(held)
}

// WarnSame warns about the first of existing objects for which IsSame holds.
func (p *Planned) WarnSame(extIDs []string) {
	p.warnFirst(extIDs, " with all values of this one, for example after a killed run, and has not been changed since")
}

// has reports whether a model of the resource has all known values of the plan.
func (p *Planned) has(held any) bool {
	remote := tfsdk.State(p.resp.Plan)
	if remote.Set(p.ctx, held).HasError() {
		return false
	}
	for name := range p.resp.Plan.Schema.GetAttributes() {
		var value attr.Value
		planned := p.after(name)
		if planned == nil || planned.IsUnknown() {
			continue
		}
		if remote.GetAttribute(p.ctx, path.Root(name), &value).HasError() || !attrs.SameMeaning(p.ctx, planned, value) {
			return false
		}
	}
	return true
}
