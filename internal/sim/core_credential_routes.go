package sim

import "slices"

// credentialKind is a kind of credentials with its own operations.
type credentialKind struct {
	kind, path string
	// single kinds exist once per user and have no ID in their path. A second one is refused with
	// the code exists.
	single bool
	exists string
	// conflict refuses a second one with 409.
	conflict bool
	// policy is the type of policies that apply to the kind, or "".
	policy string
	// create replaces the usual right of a create; withState is required for one with a state.
	create, withState []string
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
	// prepare checks and completes a new credential. It returns the generated secret as the body of
	// the response, or nil.
	prepare func(c *call, d doc, policy doc) (doc, error)
	// check checks a changed credential.
	check func(c *call, d doc) error
}

var passwordBody = []field{{name: "password", kind: kindName, use: onCreate}}

var credentialTable = []credentialKind{
	{
		kind: typePassword, path: "password", single: true, exists: "errors.passwordExists", policy: "PwdPolicy",
		create: []string{"CredentialCreate", "CredentialChangeState"}, body: passwordBody, prepare: preparePassword,
	},
	{
		kind: typeContextPassword, path: "context-passwords", policy: "PwdPolicy", self: true, body: passwordBody,
		prepare: prepareContextPassword,
	},
	{
		kind: typeDevicePassword, path: "device-password", policy: "DevicePasswordPolicy", body: passwordBody,
		unlisted: true, prepare: prepareDevicePassword,
	},
	{
		kind: typeGeneric, path: "generic-credentials", policy: "GenericCredentialPolicy", self: true,
		body: []field{{name: "validity", kind: kindPeriod, use: onCreate}}, prepare: prepareGeneric,
	},
	{
		kind: typeMTAN, path: "mtans", policy: "TANPolicy", self: true, token: true, prepare: prepareMTAN, check: checkMTAN,
		startsActive: true,
		states:       allBut(credentialStates, "archived"),
	},
	{
		kind: typeCertificate, path: "certificates", policy: "CertificatePolicy", self: true, token: true,
		withState: []string{"CredentialChangeState"}, prepare: prepareCertificate,
	},
	{kind: typeKerberos, path: "kerberos", prepare: prepareKerberos},
	{
		kind: typeTicket, path: "ticket", single: true, exists: "errors.ticketExists", policy: "TicketPolicy",
		prepare: prepareTicket,
	},
	{
		kind: typeURLTicket, path: "url-ticket", single: true, exists: "errors.URLTicketExists", policy: "URLTicketPolicy",
		prepare: prepareURLTicket,
	},
	{
		kind: typeTempStrong, path: "tempstrong-password", single: true, exists: "errors.tempStrongPasswordExists",
		policy: "TempStrongPasswordPolicy", prepare: prepareTempStrong,
		body: []field{{name: "tempStrongPassword", kind: kindName, use: onCreate}},
	},
	{kind: typePUK, path: "puk", single: true, exists: "errors.PUKExists", policy: "PUKPolicy", prepare: preparePUK},
	{
		kind: typeOTPCard, path: "otp-credentials", policy: "OTPCardPolicy", prepare: prepareOTPCard,
		create: []string{"CredentialCreate", "CredentialView", "PolicyConfigurationView"},
	},
	{
		kind: typeMobileSignature, path: "mobile-signature", single: true, exists: "errors.mobileSignatureExists",
		policy: "MobileSignaturePolicy", prepare: prepareMobileSignature,
	},
	{
		kind: typeSAML, path: "saml-credentials", policy: "SAMLFederationPolicy", startsActive: true,
		create: []string{"CredentialCreate", "CredentialChangeState", "CredentialView"},
	},
	{
		kind: typeFIDO2, path: "fido2", policy: "FIDO2Policy", states: allBut(credentialStates, "archived"),
		create: []string{"CredentialCreate", "CredentialChangeState", "CredentialView"},
	},
	{kind: typeFIDOUAF, path: "fido-authenticators", policy: "FIDOUAFPolicy", states: []string{"active", "disabled"}},
	{kind: typeSafeword, path: "safeword", single: true, exists: "errors.safewordExists", conflict: true, self: true},
	{kind: typeSecurID, path: "securid", single: true, exists: "errors.securidExists", conflict: true, self: true},
}

func allBut(values []string, value string) []string {
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == value })
}

const credentialPattern = "/{credentialExtId}"

func credentialRoutes() []route {
	var rows []route
	for _, k := range credentialTable {
		rows = append(rows, k.routes()...)
	}
	return append(rows, credentialActionRoutes()...)
}

// routes returns the list and the operations on one credential.
func (k credentialKind) routes() []route {
	all := userPath + "/" + k.path
	path := all
	if !k.single {
		path += credentialPattern
	}
	createRights := k.create
	if createRights == nil {
		createRights = []string{"CredentialCreate"}
	}
	rows := []route{
		serve("GET "+path, of(k.find, show), "CredentialView"),
		serve("POST "+all, of(one("users"), k.handleCreate), createRights...),
		serve("PATCH "+path, of(k.find, k.handlePatch), "CredentialView", "CredentialModify"),
		serve("DELETE "+path, of(k.find, k.handleDelete), "CredentialDelete"),
	}
	if !k.single && !k.unlisted {
		rows = append(rows, serve("GET "+all, of(one("users"), k.handleList), "CredentialView"))
	}
	for i := range rows {
		rows[i].self = k.self
	}
	return rows
}

// fields returns the fields that bodies of the kind may hold.
func (k credentialKind) fields() []field {
	own := slices.Concat(k.body, credentialCommon, credentialKinds[k.kind])
	for i := range own {
		if k.startsActive && own[i].name == "stateName" {
			own[i].use &^= onCreate
		}
	}
	return slices.DeleteFunc(own, func(f field) bool { return f.name == "policyExtId" && k.policy == "" })
}
