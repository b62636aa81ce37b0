package idm

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
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
	// type.
	DefaultPolicy *bool      `json:"defaultPolicy"`
	Parameters    Parameters `json:"parameters"`
	Record
}

func (p Policy) object() Object {
	return Object{ExtID: p.ExtID, Name: p.Name, Record: p.Record}
}

// PolicyOps lists the policies of a client.
var PolicyOps = Ops[Policy]{of: objecttype.Policy, get: inClient((*API).Policy), list: ofClient((*API).Policies)}

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

// Policies lists the policies of a client: GET /core/v1/clients/{client}/policies, permissions
// ClientView, PolicyConfigurationView.
func (a *API) Policies(ctx context.Context, client string) iter.Seq2[Policy, error] {
	return coreList[Policy](ctx, a, "clients", client, "policies")
}

// Policy reads a policy: GET /core/v1/{client}/policies/{extID}, permission PolicyView.
func (a *API) Policy(ctx context.Context, client, extID string) (Policy, error) {
	return one[Policy](ctx, a, extID, a.core(http.MethodGet, client, "policies", extID))
}

// CreatePolicy creates a policy and returns its external ID: POST /core/v1/{client}/policies,
// permission PolicyCreate. rest.ErrDuplicate when the external ID is taken, rest.ErrInvalid for a
// second ClientPolicy and for contradictory parameters.
func (a *API) CreatePolicy(ctx context.Context, client string, policy PolicyInput) (string, error) {
	return rest.Create(ctx, a.c, a.core(http.MethodPost, client, "policies").Body(policy))
}

// UpdatePolicy changes a policy and returns it: PATCH /core/v1/{client}/policies/{extID},
// permissions PolicyView, PolicyModify. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdatePolicy(ctx context.Context, client, extID string, patch PolicyInput) (Policy, error) {
	return one[Policy](ctx, a, extID, a.core(http.MethodPatch, client, "policies", extID).Body(patch))
}

// DeletePolicy deletes a policy: DELETE /core/v1/{client}/policies/{extID}, permission
// PolicyDelete. rest.ErrInvalid for the default policy of its type.
func (a *API) DeletePolicy(ctx context.Context, client, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, client, "policies", extID))
}
