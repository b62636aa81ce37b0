package idm

import (
	"encoding/json"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Policy is a set of rules of a client, for example for its passwords.
type Policy struct {
	ExtID       string `json:"extId"`
	ClientExtID string `json:"clientExtId"`
	// PolicyType is for example ClientPolicy, PwdPolicy or CertificatePolicy.
	PolicyType  string `json:"policyType"`
	Name        string `json:"name"`
	Description string `json:"description"`
	// DefaultPolicy reports whether the policy applies to objects without an explicit policy of its
	// type. The service may leave false out.
	DefaultPolicy bool       `json:"defaultPolicy"`
	Parameters    Parameters `json:"parameters"`
	Record
}

func (p Policy) object() Object {
	return Object{ExtID: p.ExtID, Name: p.Name, Record: p.Record}
}

// PolicyOps lists the policies of a client. rest.ErrInvalid for the deletion of the default policy
// of its type.
var PolicyOps = Ops[Policy]{
	of: objecttype.Policy, object: "{client}/policies/{id}", list: "clients/{client}/policies", create: "{client}/policies",
}

// PolicyWrites creates and changes policies. rest.ErrInvalid for a second ClientPolicy and for
// contradictory parameters.
var PolicyWrites = Writes[Policy, PolicyInput]{PolicyOps}

// Parameters maps the names of a policy's parameters to their values. Parameters without a value
// are omitted.
type Parameters map[string]string

// UnmarshalJSON converts numbers and booleans to strings.
func (p *Parameters) UnmarshalJSON(data []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	*p = nil
	for name, raw := range members {
		value := scalar(raw)
		if value == "" {
			continue
		}
		if *p == nil {
			*p = Parameters{}
		}
		(*p)[name] = value
	}
	return nil
}

// PolicyInput contains the values of a policy to send: all values of a new one, the changes of an
// existing one. A new one needs PolicyType, which a change must omit. With a Version, the service
// refuses the change of an object that has a different one.
type PolicyInput struct {
	ExtID         Field[string] `json:"extId,omitzero"`
	PolicyType    Field[string] `json:"policyType,omitzero"`
	Name          Field[string] `json:"name,omitzero"`
	Description   Field[string] `json:"description,omitzero"`
	DefaultPolicy Field[bool]   `json:"defaultPolicy,omitzero"`
	// Parameters replaces all parameters of the policy; Set(Parameters{}) removes them.
	Parameters Field[Parameters] `json:"parameters,omitzero"`
	Versioned
}
