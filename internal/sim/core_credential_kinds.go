package sim

// The types of credentials in the seed file and in responses.
const (
	typeTicket          = "Ticket Authorization"
	typeURLTicket       = "URL Ticket"
	typeOTPCard         = "OTP Card"
	typeTempStrong      = "Temporary Strong Password"
	typeVasco           = "Vasco"
	typePUK             = "PUK"
	typeDevicePassword  = "DevicePassword"
	typeMobileSignature = "MobileSignature"
	typePassword        = "PASSWORD"
	typeContextPassword = "ContextPassword"
	typeCertificate     = "CERTIFICATE"
	typeKerberos        = "Kerberos"
	typeGeneric         = "Generic"
	typeMTAN            = "mTAN"
	typeSAML            = "SAML Federation"
	typeFIDO2           = "FIDO2"
	typeFIDOUAF         = "FIDO UAF"
	typeSafeword        = "Safeword"
	typeSecurID         = "SecurID"
	recoveryCodes       = "RecoveryCodes"
)

// credentialKinds holds the fields of each credential type in addition to the common ones.
var credentialKinds = map[string][]field{
	typeTicket: {
		{name: "ticket", use: shown}, {name: "identification", use: fixed}, {name: "context", use: fixed},
	},
	typeURLTicket: {{name: "identification", use: fixed}, {name: "urlPrefix", use: fixed}},
	typeOTPCard:   {{name: "otp", use: shown}},
	typeTempStrong: {
		{name: "tempStrongPassword", use: shown},
	},
	typeVasco: {{name: "vascoTokens", kind: kindObjects, use: fixed | needed, fields: []field{
		{name: "authMode", use: editable}, {name: "data", use: editable},
	}}},
	typePUK:            {{name: "puk", use: shown}},
	typeDevicePassword: {{name: "devicePassword", use: shown}},
	typeMobileSignature: append(
		required("identificator", "msspIdentifier", "msisdn"),
		field{name: "signerCert", use: fixed},
	),
	typePassword:        nil,
	typeContextPassword: required("context"),
	typeCertificate: append(
		required("certificate"),
		responseTexts("subject", "issuer", "fingerprint", "serialNumber", "keyId")...,
	),
	typeKerberos:  required("kerberosId"),
	recoveryCodes: {{name: "used", kind: kindFlag, use: shown}},
	typeGeneric: append(
		required("identification"),
		field{name: "properties", kind: kindTexts, use: fixed},
	),
	typeMTAN:     {{name: "mobileNumber", kind: kindName, use: editable | needed}},
	typeSAML:     required("subjectNameId", "subjectNameIdFormat", "issuerNameId", "issuerNameIdFormat"),
	typeSafeword: required("username"),
	typeSecurID:  required("username"),
	typeFIDO2: append(
		required("aaguid", "authenticator", "hashedCredentialId", "rpId"),
		field{name: "attestationConveyancePreference", kind: kindEnum, use: fixed | needed, values: []string{"direct", "indirect", "none",
			"enterprise"}},
		field{name: "residentKeyRequirement", kind: kindEnum, use: fixed | needed, values: []string{"required", "discouraged"}},
		field{name: "userVerificationRequirement", kind: kindEnum, use: fixed | needed,
			values: []string{"required", "preferred", "discouraged"}},
		field{name: "authenticatorAttachment", kind: kindEnum, use: fixed, values: []string{"platform", "crossplatform"}},
		field{name: "userAgent", use: fixed},
		field{name: "userFriendlyName", use: fixed},
	),
	typeFIDOUAF: {
		{name: "aaid", use: fixed}, {name: "keyId", use: fixed}, {name: "authenticatorVersion", use: fixed},
		{name: "appId", use: fixed}, {name: "deviceId", use: fixed}, {name: "publicKey", use: fixed},
		{name: "publicKeyAlgorithm", use: fixed}, {name: "dispatchTargetExtId", use: fixed},
		{name: "signCounter", kind: kindNumber, use: fixed},
	},
}

// required declares strings that a create must send and that never change.
func required(names ...string) []field {
	out := make([]field, len(names))
	for i, name := range names {
		out[i] = field{name: name, kind: kindName, use: fixed | needed}
	}
	return out
}

func responseTexts(names ...string) []field {
	out := make([]field, len(names))
	for i, name := range names {
		out[i] = field{name: name, use: shown}
	}
	return out
}
