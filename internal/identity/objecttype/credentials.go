package objecttype

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// The login methods of a user. The service describes them in the same way: their key cannot change,
// and an update changes their state.
var (
	Password = credential(Type{
		Name: "password", PolicyType: "PwdPolicy", Key: Key{"client_ext_id", "user_ext_id"},
		Fixed: []string{"ext_id", "password_wo_version"},
		Since: "2.71.0", Instead: "Until then, set passwords outside Terraform.",
		Docs: Docs{Destroy: "The user no longer has a password. The user and its other credentials stay."},
	}, []string{"password_wo"}, "CredentialChangeState")
	DevicePassword = credential(Type{
		Name: "device_password", Collection: "device-password", PolicyType: "DevicePasswordPolicy", Since: "8.2511.0",
		Similar: []string{},
		Instead: "Until then, manage device passwords outside Terraform, and name them by their external ID in the technical_user " +
			"of a provider.",
		Docs: Docs{Destroy: "What signs in with it is locked out at once. The user and its other credentials stay."},
	}, []string{"password_wo", "password_wo_version"})
	ContextPassword = credential(Type{
		Name: "context_password", Collection: "context-passwords", PolicyType: "PwdPolicy", Fixed: []string{"context"}, Since: "2.73.0",
		Unique:  Unique{"context", "for the user"},
		Instead: "Until then, manage context passwords outside Terraform.",
		Docs:    Docs{Destroy: "The user can no longer sign in with it in its context. The user and its other credentials stay."},
	}, []string{"password_wo", "password_wo_version"})
	Certificate = stateful(credential(Type{
		Name: "certificate", Collection: "certificates", PolicyType: "CertificatePolicy", Fixed: []string{"certificate"}, Since: "2.71.0",
		Unique:  Unique{"certificate", "for the user"},
		Instead: "Until then, store certificates outside Terraform.",
	}, []string{"subject", "issuer", "fingerprint", "serial_number", "key_id"}), "CredentialChangeState")
	GenericCredential = withProperties(credential(Type{
		Name: "generic_credential", Collection: "generic-credentials", PolicyType: "GenericCredentialPolicy", Since: "2.73.0",
		Fixed: []string{"identification", "validity"}, Similar: []string{"identification"},
		Instead: "Until then, manage generic credentials outside Terraform.",
	}, []string{"properties", "sensitive_properties"}))
	KerberosCredential = credential(Type{
		Name: "kerberos_credential", Title: "Kerberos credential", Collection: "kerberos", Fixed: []string{"kerberos_id"},
		Since: "2.79.0", Unique: Unique{"kerberos_id", "in the client"},
		Instead: "Until then, manage Kerberos credentials outside Terraform.",
	}, nil)
	SAMLCredential = stateful(credential(Type{
		Name: "saml_credential", Title: "SAML credential", Collection: "saml-credentials", PolicyType: "SAMLFederationPolicy",
		Since:   "8.2511.0",
		Fixed:   []string{"subject_name_id", "subject_name_id_format", "issuer_name_id", "issuer_name_id_format"},
		Similar: []string{"subject_name_id", "issuer_name_id"},
		Instead: "Until then, federate users outside Terraform.",
	}, nil, "CredentialChangeState"), "CredentialModify")
)

var credentials = []*Type{Password, DevicePassword, ContextPassword, Certificate, GenericCredential, KerberosCredential, SAMLCredential}

// credential completes a row. The secret of a credential is enough to log in as its user, so a
// change of any attribute falls under one rule. attrs lists the attributes that an update can
// change without a replacement. needs lists the additional permissions of a create.
func credential(t Type, attrs []string, needs ...string) *Type {
	if t.Key == nil {
		t.Key = Key{"client_ext_id", "user_ext_id", "ext_id"}
	}
	if t.Title == "" {
		t.Title = titleOf(t.Name)
	}
	if t.Docs.Destroy == "" {
		t.Docs.Destroy = "The user can no longer sign in with it. The user and its other credentials stay."
	}
	t.Plural, t.Class, t.Versioned, t.Owner, t.State = t.Title+"s", Credential, true, "user", "state_name"
	t.Refs = []Ref{{"user_ext_id", "user"}}
	t.Needs = Needs{
		Read: {"CredentialView"}, Create: slices.Concat([]string{"CredentialCreate"}, needs), Update: {"CredentialModify"},
		Delete: {"CredentialDelete"},
	}
	t.Rules = Rules{Create: []string{rule.Credential}, Delete: []string{rule.Credential},
		Attrs: map[string][]string{}}
	if t.PolicyType != "" {
		t.Refs = append(t.Refs, Ref{"policy_ext_id", Policy.Name})
		t.Fixed = append(t.Fixed, "policy_ext_id")
	}
	for _, attr := range slices.Concat(t.Fixed, attrs, []string{"state_name"}) {
		if attr != "ext_id" {
			t.Rules.Attrs[attr] = []string{rule.Credential}
		}
	}
	t.Drift, t.Docs.Subject = Drift{Rank: LoginRank}, "Credentials"
	return &t
}

// stateful adds the permissions of a create with a chosen state.
func stateful(t *Type, needs ...string) *Type {
	t.Needs[CreateWithState] = needs
	return t
}

// withProperties adds the permissions for the properties of a credential.
func withProperties(t *Type) *Type {
	t.Needs[Read] = slices.Concat(t.Needs[Read], viewProperties)
	t.Needs[ChangeProperties] = changeProperties
	return t
}

func titleOf(name string) string { return strings.ReplaceAll(name, "_", " ") }
