package review

import "github.com/identity-iac/terraform-provider-idm/internal/plan"

// Named is an object by its external ID, its name where it is known, and its address where the plan
// manages it.
type Named struct {
	// ExtID is "" when only the apply will tell it.
	ExtID   string `json:"ext_id,omitempty"`
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	// KnownAfterApply reports that the plan does not know which object it will be, or what its
	// external ID will be.
	KnownAfterApply bool `json:"known_after_apply,omitempty"`

	// others reports that it represents the profiles of a user that are not known.
	others bool
	// unnamed reports that its name is not known, so that it may match any pattern.
	unnamed bool
}

// Label is the name, the external ID without one, or what is known instead.
func (n Named) Label() string {
	switch {
	case n.Name != "":
		return n.Name
	case n.ExtID != "":
		return n.ExtID
	case n.Address != "":
		return n.Address
	}
	return plan.Unknown{}.String()
}

// person is the label of a person in a sentence, with the external ID: two people may have one name.
func (n Named) person() string {
	if n.Name != "" && n.ExtID != "" {
		return n.Name + " (" + n.ExtID + ")"
	}
	return n.Label()
}

// deceptive reports whether its external ID or its name may be read as another one.
func (n Named) deceptive() bool { return deceptive(n.ExtID) || deceptive(n.Name) }
