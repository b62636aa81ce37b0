package sim

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

// credentialKind is a kind of credentials, as in credentials.txt, which explains the settings.
type credentialKind struct {
	kindHooks
	name, path, exists, policy, withState, hashed string
	fields, body                                  []field
	create, states                                []string
	conflict, self, token, startsActive, unlisted bool
}

// kindHooks holds the functions of a kind that its declaration cannot express. Each may be nil.
type kindHooks struct {
	// prepare checks and completes a new credential. It returns the generated secret as the body of
	// the response, or nil.
	prepare func(c *call, d doc, policy doc) doc
	// check checks a new or changed credential.
	check func(d doc)
}

var kindHooksOf = map[string]kindHooks{
	typePassword:                {prepare: preparePassword},
	typeContextPassword:         {prepare: prepareContextPassword},
	typeDevicePassword:          {prepare: prepareDevicePassword},
	typeGeneric:                 {prepare: prepareGeneric},
	typeMTAN:                    {prepareMTAN, checkMTAN},
	"CERTIFICATE":               {prepare: prepareCertificate},
	"Kerberos":                  {prepare: prepareKerberos},
	typeTicket:                  {prepare: prepareTicket},
	typeURLTicket:               {prepare: prepareURLTicket},
	"Temporary Strong Password": {prepare: prepareTempStrong},
	typePUK:                     {prepare: preparePUK},
	typeOTPCard:                 {prepare: prepareOTPCard},
	"MobileSignature":           {prepare: prepareMobileSignature},
}

var credentialKinds = readKinds()

func readKinds() []credentialKind {
	var kinds []credentialKind
	for _, o := range readObjects(objects, credentialsFile)[len(objects):] {
		kinds = append(kinds, credentialKind{
			kindHooks: kindHooksOf[o.name], name: o.name, path: o.text("path"), exists: o.text("exists"), policy: o.text("policy"),
			withState: o.text("withState"), hashed: o.text("hashed"), fields: o.fields, body: o.body,
			create: o.settings["create"], states: o.settings["states"], conflict: o.set("conflict"), self: o.set("self"),
			token: o.set("token"), startsActive: o.set("startsActive"), unlisted: o.set("unlisted"),
		})
	}
	return kinds
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
