package genericcredential

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type model struct {
	attrs.Credential
	attrs.OwnedProperties
	Identification types.String   `tfsdk:"identification"`
	Validity       attrs.FixedMap `tfsdk:"validity"`
	PolicyExtID    types.String   `tfsdk:"policy_ext_id"`
}

// Read takes over what the service has, of the properties those that the configuration names.
func (m *model) Read(c idm.Credential) {
	m.ReadCommon(c)
	m.Identification = attrs.Text(c.Identification)
	m.Validity = attrs.ValidityValue(c.Validity)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
	m.OwnedProperties.Read(c.Properties, attrs.OwnedProperties{})
}

var calls = resourcebase.CredentialCalls{
	Get:    get,
	Update: update,
	Delete: (*idm.API).DeleteGenericCredential,
	List:   (*idm.API).GenericCredentials,
}

// get reads the credential with its properties, which have an operation of their own.
func get(api *idm.API, ctx context.Context, client, user, extID string) (idm.Credential, error) {
	credential, err := api.GenericCredential(ctx, client, user, extID)
	if err != nil {
		return credential, err
	}
	properties, err := api.GenericCredentialProperties(ctx, client, user, extID)
	credential.Properties = properties.Values
	return credential, err
}

// update changes the state, and reads the properties along with it.
func update(api *idm.API, ctx context.Context, client, user, extID string, patch idm.CredentialPatch) (idm.Credential, error) {
	if _, err := api.UpdateGenericCredential(ctx, client, user, extID, patch); err != nil {
		return idm.Credential{}, err
	}
	return get(api, ctx, client, user, extID)
}

func post(ctx context.Context, api *idm.API, plan *model) (string, error) {
	return api.CreateGenericCredential(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), idm.GenericCredentialCreate{
		ExtID:          plan.ExtID.ValueString(),
		Identification: plan.Identification.ValueString(),
		Properties:     plan.Values(),
		Validity:       plan.Validity.Validity(),
		PolicyExtID:    plan.PolicyExtID.ValueString(),
		StateName:      plan.StateName.ValueString(),
	})
}
