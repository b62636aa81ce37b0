package review

import (
	"cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
)

// Named identifies an object by its external ID, its name if known, and its address if the plan
// manages it.
type Named struct {
	// ExtID is "" if it is known only after the apply.
	ExtID   string `json:"ext_id,omitempty"`
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	// KnownAfterApply reports that the object, or its external ID, is known only after the apply.
	KnownAfterApply bool `json:"known_after_apply,omitempty"`

	// unnamed reports that the name is not known, so that any pattern may match.
	unnamed bool
}

// Label returns the name, or else the external ID, the address, or "(known after apply)".
func (n Named) Label() string {
	label := cmp.Or(n.Name, n.ExtID, n.Address, plan.Unknown{}.String())
	if n.deceptive() {
		label += " (may be read as another one)"
	}
	return label
}

// person returns the label of a person in a sentence, with the external ID, because two people may
// have the same name.
func (n Named) person() string {
	if n.Name != "" && n.ExtID != "" {
		return n.Label() + " (" + n.ExtID + ")"
	}
	return n.Label()
}

// deceptive reports whether a reader may confuse the external ID or the name with another one.
func (n Named) deceptive() bool { return policy.Deceptive(n.ExtID) || policy.Deceptive(n.Name) }
