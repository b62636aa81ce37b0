package review

import (
	"cmp"
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
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

	// unnamed reports that the service does not show the name, so that any pattern may match.
	unnamed bool
	// also are all its names, present and former, by which a policy may refer to it.
	also [3]string
}

// lastEuropean is the last letter of the Latin alphabets of Europe.
const lastEuropean = '\u017f'

// Label returns the name, or else the external ID, the address, or "(known after apply)".
func (n Named) Label() string {
	label := cmp.Or(n.Name, n.ExtID, n.Address, plan.Unknown{}.String())
	if !n.deceptive() {
		return label
	}
	for i, letter := range []rune(label) {
		if letter > lastEuropean {
			return fmt.Sprintf("%s (looks like another name: character %d is U+%04X)", label, i+1, letter)
		}
	}
	return label + " (looks like another name)"
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

// at returns an object by its identity.
func (x *analysis) at(id access.ID) Named {
	o, claim := x.held.Get(id), x.names.claims[id]
	known := x.held.reads(id) && (id.Client != "" || id.Kind.Global()) && o.Presence != access.Unsure
	named := Named{ExtID: id.ExtID, Address: claim.address, unnamed: !known}
	if known {
		named.Name = o.Name
	}
	named.also = [...]string{named.Name, claim.name, claim.former}
	if named.Name = cmp.Or(named.Name, claim.name); claim.masked {
		named.Name = plan.Masked{}.String()
	}
	switch address, pending := id.Pending(); {
	case pending:
		return Named{Address: address, Name: named.Name, KnownAfterApply: true}
	case id.Any():
		return Named{KnownAfterApply: true}
	}
	return named
}

// of returns the object that a value of an entry refers to.
func (x *analysis) of(e *entry, kind access.Kind, values plan.Values, value any) Named {
	switch value := value.(type) {
	case plan.Unknown:
		return x.at(access.NewID(e.Service, clientOf(values), kind, access.PendingID(value.From)))
	case plan.Masked:
		return Named{Name: value.String()}
	case nil:
		return Named{}
	}
	return x.at(access.NewID(e.Service, clientOf(values), kind, plan.Text(value)))
}

// self returns the object that an entry manages.
func (x *analysis) self(e *entry) Named {
	values := e.values()
	named := x.of(e, e.kind.self, values, values["ext_id"])
	if e.refused {
		named.Name = "" // The name of another object, which has its external ID.
	}
	if named.Name == "" {
		if named.Name = nameOf(e.kind.self, values); sensitiveName(e.Change) {
			named.Name = plan.Masked{}.String()
		}
	}
	named.Address = cmp.Or(named.Address, e.Address)
	return named
}
