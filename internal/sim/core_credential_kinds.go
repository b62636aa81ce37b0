package sim

import "slices"

// The types of credentials in the seed file and in responses.
const (
	typeTicket          = "Ticket Authorization"
	typeOTPCard         = "OTP Card"
	typeVasco           = "Vasco"
	typePUK             = "PUK"
	typeDevicePassword  = "DevicePassword"
	typePassword        = "PASSWORD"
	typeContextPassword = "ContextPassword"
	typeGeneric         = "Generic"
	typeMTAN            = "mTAN"
	typeURLTicket       = "URL Ticket"
	recoveryCodes       = "RecoveryCodes"
)

// credentialKind is a kind of credentials.
type credentialKind struct {
	// name is the type, and path the last element of its operations, or "" if it has none.
	name, path string
	// fields are those in addition to the common ones.
	fields []field
	// exists is the code that refuses a second credential of a user, or "". Such a kind has no ID in
	// its path.
	exists string
	// conflict refuses a second one with 409.
	conflict bool
	// policy is the type of policies that apply to the kind, or "".
	policy string
	// create replaces the usual right of a create; withState is required for one with a state.
	create    []string
	withState string
	// self permits self-admin callers; token requires their X-Token for writes.
	self, token bool
	// body holds fields of the create that are not stored unchanged.
	body []field
	// startsActive kinds accept no state in a create.
	startsActive bool
	// states are those that a PATCH may set; nil permits all.
	states []string
	// unlisted kinds have no list of their own.
	unlisted bool
	// hashed is the field that shows the hash of the secret, or "".
	hashed string
	// prepare checks and completes a new credential. It returns the generated secret as the body of
	// the response, or nil.
	prepare func(c *call, d doc, policy doc) doc
	// check checks a new or changed credential.
	check func(d doc)
}

var (
	passwordBody    = fields(kindName, onCreate, "password")
	unarchived      = without(credentialStates, "archived")
	withStateRights = []string{"CredentialCreate", "CredentialChangeState", "CredentialView"}
)

var credentialKinds = []credentialKind{
	{
		name: typePassword, path: "password", exists: "errors.passwordExists", policy: "PwdPolicy",
		create: withStateRights[:2], body: passwordBody, prepare: preparePassword,
	},
	{
		name: typeContextPassword, path: "context-passwords", policy: "PwdPolicy", self: true, body: passwordBody,
		fields: fields(kindName, fixed|needed, "context"), prepare: prepareContextPassword,
	},
	{
		name: typeDevicePassword, path: "device-password", policy: "DevicePasswordPolicy", body: passwordBody,
		fields: fields(kindText, shown, "devicePassword"), hashed: "devicePassword", unlisted: true, prepare: prepareDevicePassword,
	},
	{
		name: typeGeneric, path: "generic-credentials", policy: "GenericCredentialPolicy", self: true,
		fields: slices.Concat(fields(kindName, fixed|needed, "identification"), fields(kindTexts, fixed, "properties")),
		body:   fields(kindPeriod, onCreate, "validity"), prepare: prepareGeneric,
	},
	{
		name: typeMTAN, path: "mtans", policy: "TANPolicy", self: true, token: true, prepare: prepareMTAN, check: checkMTAN,
		fields: fields(kindName, editable|needed, "mobileNumber"), startsActive: true, states: unarchived,
	},
	{
		name: "CERTIFICATE", path: "certificates", policy: "CertificatePolicy", self: true, token: true,
		fields: slices.Concat(fields(kindName, fixed|needed, "certificate"),
			fields(kindText, shown, "subject", "issuer", "fingerprint", "serialNumber", "keyId")),
		withState: "CredentialChangeState", prepare: prepareCertificate,
	},
	{name: "Kerberos", path: "kerberos", fields: fields(kindName, fixed|needed, "kerberosId"), prepare: prepareKerberos},
	{
		name: typeTicket, path: "ticket", exists: "errors.ticketExists", policy: "TicketPolicy", prepare: prepareTicket,
		fields: slices.Concat(fields(kindText, shown, "ticket"), fields(kindText, fixed, "identification", "context")), hashed: "ticket",
	},
	{
		name: typeURLTicket, path: "url-ticket", exists: "errors.URLTicketExists", policy: "URLTicketPolicy",
		fields: fields(kindText, fixed, "identification", "urlPrefix"), prepare: prepareURLTicket,
	},
	{
		name: "Temporary Strong Password", path: "tempstrong-password", exists: "errors.tempStrongPasswordExists",
		policy: "TempStrongPasswordPolicy", prepare: prepareTempStrong, fields: fields(kindText, shown, "tempStrongPassword"),
		hashed: "tempStrongPassword", body: fields(kindName, onCreate, "tempStrongPassword"),
	},
	{
		name: typePUK, path: "puk", exists: "errors.PUKExists", policy: "PUKPolicy", prepare: preparePUK,
		fields: fields(kindText, shown, "puk"), hashed: "puk",
	},
	{
		name: typeOTPCard, path: "otp-credentials", policy: "OTPCardPolicy", prepare: prepareOTPCard,
		fields: fields(kindText, shown, "otp"), create: []string{"CredentialCreate", "CredentialView", "PolicyConfigurationView"},
	},
	{
		name: "MobileSignature", path: "mobile-signature", exists: "errors.mobileSignatureExists",
		fields: slices.Concat(fields(kindName, fixed|needed, "identificator", "msspIdentifier", "msisdn"),
			fields(kindText, fixed, "signerCert")),
		policy: "MobileSignaturePolicy", prepare: prepareMobileSignature,
	},
	{
		name: "SAML Federation", path: "saml-credentials", policy: "SAMLFederationPolicy", startsActive: true, create: withStateRights,
		fields: fields(kindName, fixed|needed, "subjectNameId", "subjectNameIdFormat", "issuerNameId", "issuerNameIdFormat"),
	},
	{
		name: "FIDO2", path: "fido2", policy: "FIDO2Policy", states: unarchived, create: withStateRights,
		fields: slices.Concat(
			fields(kindName, fixed|needed, "aaguid", "authenticator", "hashedCredentialId", "rpId"),
			enum("attestationConveyancePreference", fixed|needed, "direct", "indirect", "none", "enterprise"),
			enum("residentKeyRequirement", fixed|needed, "required", "discouraged"),
			enum("userVerificationRequirement", fixed|needed, "required", "preferred", "discouraged"),
			enum("authenticatorAttachment", fixed, "platform", "crossplatform"),
			fields(kindText, fixed, "userAgent", "userFriendlyName"),
		),
	},
	{
		name: "FIDO UAF", path: "fido-authenticators", policy: "FIDOUAFPolicy", states: []string{"active", "disabled"},
		fields: slices.Concat(fields(kindText, fixed, "aaid", "keyId", "authenticatorVersion", "appId", "deviceId", "publicKey",
			"publicKeyAlgorithm", "dispatchTargetExtId"), fields(kindNumber, fixed, "signCounter")),
	},
	{
		name: "Safeword", path: "safeword", exists: "errors.safewordExists", conflict: true, self: true,
		fields: fields(kindName, fixed|needed, "username"),
	},
	{
		name: "SecurID", path: "securid", exists: "errors.securidExists", conflict: true, self: true,
		fields: fields(kindName, fixed|needed, "username"),
	},
	{name: typeVasco, policy: "VascoPolicy", fields: []field{
		{name: "vascoTokens", kind: kindObjects, use: fixed | needed, fields: fields(kindText, editable, "authMode", "data")},
	}},
	{name: recoveryCodes, fields: fields(kindFlag, shown, "used")},
}

// kindOf returns the kind of a type; an unknown type has an empty kind.
func kindOf(name string) credentialKind {
	for _, k := range credentialKinds {
		if k.name == name {
			return k
		}
	}
	return credentialKind{}
}
