package idm

import (
	"context"
	"iter"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// The kinds of credentials of a user, the owner of their place. A self-admin caller may read and
// change certificates, context passwords and generic credentials.
var (
	CertificateOps = Ops[Credential]{
		of: objecttype.Certificate, object: "{client}/users/{owner}/certificates/{id}", list: "{client}/users/{owner}/certificates",
	}
	ContextPasswordOps = Ops[Credential]{
		of: objecttype.ContextPassword, object: "{client}/users/{owner}/context-passwords/{id}",
		list: "{client}/users/{owner}/context-passwords",
	}
	// DevicePasswordOps has no list; see DevicePasswords.
	DevicePasswordOps = Ops[Credential]{
		of: objecttype.DevicePassword, object: "{client}/users/{owner}/device-password/{id}",
		create: "{client}/users/{owner}/device-password",
	}
	GenericCredentialOps = Ops[Credential]{
		of: objecttype.GenericCredential, object: "{client}/users/{owner}/generic-credentials/{id}",
		list:       "{client}/users/{owner}/generic-credentials",
		properties: "{client}/users/{owner}/generic-credentials/{id}/properties",
	}
	KerberosCredentialOps = Ops[Credential]{
		of: objecttype.KerberosCredential, object: "{client}/users/{owner}/kerberos/{id}", list: "{client}/users/{owner}/kerberos",
	}
	// PasswordOps ignores external IDs: each user has at most one password.
	PasswordOps = Ops[Credential]{
		of: objecttype.Password, object: "{client}/users/{owner}/password", create: "{client}/users/{owner}/password",
	}
	SAMLCredentialOps = Ops[Credential]{
		of: objecttype.SAMLCredential, object: "{client}/users/{owner}/saml-credentials/{id}",
		list: "{client}/users/{owner}/saml-credentials",
	}
)

// GenericCredentialWithPropertiesOps reads a generic credential and its properties, which the
// service returns from a separate operation.
var GenericCredentialWithPropertiesOps = withProperties(GenericCredentialOps.WithoutList())

func withProperties(o Ops[Credential]) Ops[Credential] {
	o.complete = func(ctx context.Context, a *API, at Place, credential *Credential) error {
		properties, err := GenericCredentialOps.Properties(ctx, a, at, credential.ExtID)
		credential.Properties = properties.Values
		return err
	}
	return o
}

// CredentialWrites are the writes of one kind of credentials.
type CredentialWrites = Writes[Credential, CredentialInput]

// CredentialInput contains the values of a credential to send: all values of a new one of its kind,
// the state of an existing one. With a Version, the service refuses the change of an object that
// has a different one.
type CredentialInput struct {
	ExtID Field[string] `json:"extId,omitzero"`
	// CertificatePEM is mandatory for a certificate.
	CertificatePEM Field[string] `json:"certificate,omitzero"`
	// Context is mandatory for a context password.
	Context Field[string] `json:"context,omitzero"`
	// Identification is mandatory for a generic credential, whose Properties may be secrets. The service
	// rejects a Validity from self-admin callers.
	Identification Field[string]     `json:"identification,omitzero"`
	Properties     map[string]string `json:"properties,omitempty"`
	Validity       *ValidityPatch    `json:"validity,omitempty"`
	// KerberosID is mandatory for a Kerberos credential, to which no policy applies.
	KerberosID Field[string] `json:"kerberosId,omitzero"`
	// Password is mandatory for the kinds with a password unless the policy makes the service generate
	// it, in which case it must be omitted.
	Password Field[string] `json:"password,omitzero"`
	// These names are mandatory for a SAML credential, whose initial state is active.
	SubjectNameID       Field[string] `json:"subjectNameId,omitzero"`
	SubjectNameIDFormat Field[string] `json:"subjectNameIdFormat,omitzero"`
	IssuerNameID        Field[string] `json:"issuerNameId,omitzero"`
	IssuerNameIDFormat  Field[string] `json:"issuerNameIdFormat,omitzero"`
	PolicyExtID         Field[string] `json:"policyExtId,omitzero"`
	// StateName has the form of CredentialState. A new credential with a state needs the permission
	// CredentialChangeState.
	StateName           Field[string] `json:"stateName,omitzero"`
	ModificationComment Field[string] `json:"modificationComment,omitzero"`
	Versioned
}

// secrets returns the values that no error must show.
func (c CredentialInput) secrets() []string {
	password, _ := c.Password.Value()
	return slices.AppendSeq([]string{password}, maps.Values(c.Properties))
}

// generated is the body of a response with a password that the service generated. No caller sees it.
type generated struct {
	Password string `json:"passwordFragment"`
}

func (g generated) differs(sent string) bool { return g.Password != "" && g.Password != sent }

// CreatePassword creates a credential of a kind with a password. It returns the external ID, and
// whether the service generated another password, which is discarded. rest.ErrInvalid with all
// violations of the policy. The response for PasswordOps contains no external ID: CreatePassword
// returns the one of the input.
func (a *API) CreatePassword(ctx context.Context, kind Ops[Credential], at Place, input CredentialInput) (extID string, other bool,
	err error) {
	var made generated
	request := CredentialWrites{kind}.post(a, at, input)
	if strings.HasSuffix(kind.object, "/{id}") {
		extID, made, err = rest.CreateWithBody[generated](ctx, a.c, request)
	} else {
		extID, _ = input.ExtID.Value()
		made, err = rest.DecodeOptional[generated](ctx, a.c, request)
	}
	sent, _ := input.Password.Value()
	return extID, made.differs(sent), err
}

// ChangePassword sets a password, and reports whether the service generated another one.
// rest.ErrInvalid for one that violates the policy.
func (a *API) ChangePassword(ctx context.Context, kind Ops[Credential], at Place, extID, password string) (other bool, err error) {
	body := struct {
		NewPassword string `json:"newPassword,omitempty"`
	}{password}
	request := a.core(http.MethodPost, kind.object+"/change", at, extID).Body(body).Secrets(password)
	made, err := rest.DecodeOptional[generated](ctx, a.c, request)
	return made.differs(password), err
}

// DevicePasswords selects the device passwords from UserCredentials, because the service has no
// separate list of them.
func (a *API) DevicePasswords(ctx context.Context, client, user string) iter.Seq2[Credential, error] {
	return func(yield func(Credential, error) bool) {
		for credential, err := range a.UserCredentials(ctx, client, user) {
			if err == nil && credential.Type != "DevicePassword" {
				continue
			}
			if err == nil {
				err = a.unusable(credential, 0, func() *rest.Request { return a.userCredentials(client, user) })
			}
			if !yield(credential, err) {
				return
			}
		}
	}
}
