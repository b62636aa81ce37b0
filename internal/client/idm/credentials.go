package idm

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Credential is a login method of a user. Type determines which groups of fields are set.
type Credential struct {
	ExtID       string `json:"extId"`
	UserExtID   string `json:"userExtId"`
	PolicyExtID string `json:"policyExtId"`
	// Type is for example PASSWORD, DevicePassword, OTP Card, FIDO2, FIDO UAF.
	Type string `json:"type"`
	// StateName has the form of CredentialState.
	StateName           string   `json:"stateName"`
	StateChangeReason   string   `json:"stateChangeReason"`
	StateChangeDetail   string   `json:"stateChangeDetail"`
	ModificationComment string   `json:"modificationComment"`
	Validity            Validity `json:"validity"`
	// CreatedBy, ModifiedBy and LastChangeDate are empty for self-admin callers.
	CreatedBy      string `json:"createdBy"`
	ModifiedBy     string `json:"modifiedBy"`
	LastChangeDate string `json:"lastChangeDate"`
	Record
	LoginStatistics
	CredentialSecrets
	FIDO2
	FIDOUAF

	// Context belongs to a context password, KerberosID to Kerberos.
	Context    string `json:"context"`
	KerberosID string `json:"kerberosId"`
	// CertificatePEM and the values that the service extracts from it belong to CERTIFICATE.
	CertificatePEM string `json:"certificate"`
	Subject        string `json:"subject"`
	Issuer         string `json:"issuer"`
	Fingerprint    string `json:"fingerprint"`
	SerialNumber   string `json:"serialNumber"`
	// SubjectNameID, IssuerNameID and their formats belong to SAML federation.
	SubjectNameID       string `json:"subjectNameId"`
	SubjectNameIDFormat string `json:"subjectNameIdFormat"`
	IssuerNameID        string `json:"issuerNameId"`
	IssuerNameIDFormat  string `json:"issuerNameIdFormat"`
	// Identificator, MSSPIdentifier, MSISDN and SignerCert (PEM) belong to MobileSignature.
	Identificator  string `json:"identificator"`
	MSSPIdentifier string `json:"msspIdentifier"`
	MSISDN         string `json:"msisdn"`
	SignerCert     string `json:"signerCert"`
	// Identification and Properties belong to a generic credential.
	Identification string            `json:"identification"`
	Properties     map[string]string `json:"properties"`
}

func (c Credential) object() Object {
	return Object{ExtID: c.ExtID, State: CredentialState(c.StateName), Record: c.Record}
}

// LoginStatistics counts the logins with a credential since its last initialization or reset.
// Failures are also counted since the last success.
type LoginStatistics struct {
	LastSuccessfulLoginDate string `json:"lastSuccessfulLoginDate"`
	SuccessfulLoginCount    *int64 `json:"successfulLoginCount"`
	LastFailedLoginDate     string `json:"lastFailedLoginDate"`
	FailedLoginCount        *int64 `json:"failedLoginCount"`
	ResetCount              *int64 `json:"resetCount"`
}

// CredentialSecrets contains hashed secrets, most with the name of the digest as a prefix. They
// must not appear in states or logs.
type CredentialSecrets struct {
	Ticket             string `json:"ticket"`
	TempStrongPassword string `json:"tempStrongPassword"`
	PUK                string `json:"puk"`
	DevicePassword     string `json:"devicePassword"`
	// OTP contains rows, cols, counters, card and optionally latestChallenge, separated by pipe
	// characters.
	OTP         string       `json:"otp"`
	VascoTokens []VascoToken `json:"vascoTokens"`
}

// VascoToken is the secret of a hardware token in one mode of authentication.
type VascoToken struct {
	AuthMode string `json:"authMode"`
	Data     string `json:"data"`
}

// FIDO2 contains the fields of a FIDO2 credential.
type FIDO2 struct {
	// AAGUID is the type of the authenticator, 128 bits.
	AAGUID                          string `json:"aaguid"`
	Authenticator                   string `json:"authenticator"`
	HashedCredentialID              string `json:"hashedCredentialId"`
	RPID                            string `json:"rpId"`
	AuthenticatorAttachment         string `json:"authenticatorAttachment"`
	AttestationConveyancePreference string `json:"attestationConveyancePreference"`
	ResidentKeyRequirement          string `json:"residentKeyRequirement"`
	UserVerificationRequirement     string `json:"userVerificationRequirement"`
	UserAgent                       string `json:"userAgent"`
	UserFriendlyName                string `json:"userFriendlyName"`
}

// FIDOUAF contains the fields of a FIDO UAF credential.
type FIDOUAF struct {
	AAID string `json:"aaid"`
	// KeyID is also set for a CERTIFICATE.
	KeyID       string `json:"keyId"`
	SignCounter *int64 `json:"signCounter"`
	// AuthenticatorVersion is major.minor.
	AuthenticatorVersion string `json:"authenticatorVersion"`
	AppID                string `json:"appId"`
	DeviceID             string `json:"deviceId"`
	PublicKey            string `json:"publicKey"`
	PublicKeyAlgorithm   string `json:"publicKeyAlgorithm"`
	DispatchTargetExtID  string `json:"dispatchTargetExtId"`
}

// UnmarshalJSON normalizes the state.
func (c *Credential) UnmarshalJSON(data []byte) error {
	type plain Credential
	err := json.Unmarshal(data, (*plain)(c))
	c.StateName = CredentialState(c.StateName)
	return err
}

// CredentialState converts the name of a state to lower case with hyphens, for example tmp-locked,
// because the spelling differs between releases.
func CredentialState(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

// UserCredentials lists the credentials of a user: GET /core/v1/{client}/users/{user}/credentials,
// permission CredentialView or self-admin. rest.ErrForbidden without the permission, although some
// releases return 404.
func (a *API) UserCredentials(ctx context.Context, client, user string) iter.Seq2[Credential, error] {
	return items[Credential](ctx, a, 0, nil, func() *rest.Request { return a.userCredentials(client, user) })
}

func (a *API) userCredentials(client, user string) *rest.Request {
	return a.core(http.MethodGet, "{client}/users/{owner}/credentials", Under(client, user), "")
}
