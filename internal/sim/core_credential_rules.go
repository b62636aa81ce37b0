package sim

import (
	"cmp"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // a key id is a SHA-1 by its standard
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"regexp"
	"unicode/utf8"
)

const (
	codePasswordPolicy    = "errors.pwdPolicyViolated"
	codeCertificatePolicy = "errors.certificatePolicyViolated"
	codeCertificateExists = "errors.certificateExists"
	codeKerberosExists    = "errors.kerberosExists"
	codeTooManyOTPCards   = "errors.tooManyOTPCards"
	codeMobileFormat      = "errors.mtanFormatE164Violated"
	codeNoURLPrefix       = "errors.urlTicketMissingURLPrefix"
)

const (
	maxOTPCards             = 2
	devicePasswordLength    = 64
	generatedPasswordLength = 16
	resetCodeEnabled        = "resetCodeEnabled"
	msisdnExpression        = "msisdn.regex"
	resetMaximum            = "maxResetCount"
	urlPrefixParameter      = "urlPrefix"
	secretAlphabet          = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"
	genericScope            = "onCredentialGenericGlobal"
)

var e164 = regexp.MustCompile(`^\+[1-9][0-9]{1,14}$`)

func randomText(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	for i := range b {
		b[i] = secretAlphabet[int(b[i])%len(secretAlphabet)]
	}
	return string(b)
}

// preparePassword uses the password of the body, or generates one if the policy demands it.
func preparePassword(_ *call, d doc, policy doc) doc {
	password := text(d, "password")
	delete(d, "password")
	d["loginSecret"] = password
	switch generated := text(policy, resetCodeEnabled) == "true"; {
	case generated && password != "":
		panic(refuse(codeInvalidData, "password must not be sent: the service generates it for this policy."))
	case generated:
		return generate(d, "passwordFragment", randomText(generatedPasswordLength))
	case password == "":
		panic(refuse(codeInvalidData, "password is mandatory."))
	}
	checkPassword(password, policy)
	return nil
}

// generate stores a secret and returns it as the body of the response.
func generate(d doc, name, secret string) doc {
	d["loginSecret"] = secret
	return doc{name: secret}
}

// checkPassword compares the length of a password with its policy.
func checkPassword(password string, policy doc) {
	length := utf8.RuneCountInString(password)
	if n, ok := wholeNumber(policy, "minLength"); ok && length < n {
		panic(refuse(codePasswordPolicy, "The password is shorter than its policy allows."))
	}
	if n, ok := wholeNumber(policy, "maxLength"); ok && length > n {
		panic(refuse(codePasswordPolicy, "The password is longer than its policy allows."))
	}
}

// refuseTwin refuses a credential if one of the same type has the same value of a field.
func (c *call) refuseTwin(others []*record, d doc, field, code string) {
	for _, rec := range others {
		if rec.text("type") == text(d, "type") && rec.text(field) == text(d, field) {
			panic(c.duplicate(code, "A credential with the %s %q exists already.", field, d[field]))
		}
	}
}

// prepareContextPassword allows one password per context of a user.
func prepareContextPassword(c *call, d doc, policy doc) doc {
	c.refuseTwin(c.credentialsOf(text(d, "userExtId"), typeContextPassword), d, "context", codeDuplicateValue)
	return preparePassword(c, d, policy)
}

// devicePolicy fills in the default lengths.
func devicePolicy(policy doc) doc {
	out := copyDoc(policy)
	setDefault(out, "minLength", "32")
	setDefault(out, "maxLength", "100")
	return out
}

func prepareDevicePassword(_ *call, d doc, policy doc) doc {
	if d["extId"] == nil {
		panic(refuse(codeInvalidData, "extId is mandatory."))
	}
	password := text(d, "password")
	delete(d, "password")
	if password == "" {
		return generate(d, "passwordFragment", randomText(devicePasswordLength))
	}
	d["loginSecret"] = password
	checkPassword(password, devicePolicy(policy))
	return nil
}

// prepareGeneric checks the properties. Only an administrator may limit the validity.
func prepareGeneric(c *call, d doc, _ doc) doc {
	if c.selfAdmin && d["validity"] != nil {
		panic(refuse(codeInvalidParameter, "A self-admin caller must not send validity."))
	}
	properties := nested(d, "properties")
	owner := propertyOwner{client: c.client(), kind: "credential", scopes: ownerKinds["credential"].scopes()}
	c.checkChanges(owner, doc{}, properties, "accessCreate")
	return nil
}

func prepareMTAN(_ *call, d doc, policy doc) doc {
	if policy == nil && d["policyExtId"] == nil {
		panic(refuse(codeInvalidData, "policyExtId is mandatory: the client has no default TANPolicy."))
	}
	return nil
}

func checkMTAN(d doc) {
	if !e164.MatchString(text(d, "mobileNumber")) {
		panic(refuse(codeMobileFormat, "mobileNumber must have the form of E.164, like +41790000000."))
	}
}

// prepareCertificate stores the data of the certificate.
func prepareCertificate(c *call, d doc, _ doc) doc {
	cert := parseCertificate(text(d, "certificate"))
	fingerprint := sha256.Sum256(cert.Raw)
	key := sha1.Sum(cert.RawSubjectPublicKeyInfo) //nolint:gosec // see the import
	d["fingerprint"] = hex.EncodeToString(fingerprint[:])
	d["subject"], d["issuer"] = cert.Subject.String(), cert.Issuer.String()
	d["serialNumber"], d["keyId"] = cert.SerialNumber.String(), hex.EncodeToString(key[:])
	c.refuseTwin(c.credentialsOf(text(d, "userExtId"), text(d, "type")), d, "fingerprint", codeCertificateExists)
	return nil
}

func parseCertificate(text string) *x509.Certificate {
	block, _ := pem.Decode([]byte(text))
	if block == nil || block.Type != "CERTIFICATE" {
		panic(refuse(codeCertificatePolicy, "The certificate is not in PEM."))
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		panic(refuse(codeCertificatePolicy, "The certificate cannot be read: %s.", err))
	}
	return cert
}

func prepareKerberos(c *call, d doc, _ doc) doc {
	c.refuseTwin(c.list("credentials", "client", c.client()), d, "kerberosId", codeKerberosExists)
	return nil
}

func prepareTicket(_ *call, d doc, _ doc) doc {
	return generate(d, "ticket", randomText(generatedPasswordLength))
}

func prepareURLTicket(_ *call, d doc, policy doc) doc {
	setDefault(d, "urlPrefix", policy[urlPrefixParameter])
	if text(d, "urlPrefix") == "" {
		panic(refuse(codeNoURLPrefix, "urlPrefix is mandatory: the policy has none."))
	}
	d["loginSecret"] = randomText(generatedPasswordLength)
	return doc{"urlTicket": text(d, "urlPrefix") + text(d, "loginSecret")}
}

// prepareTempStrong uses the password of the body, or generates one.
func prepareTempStrong(_ *call, d doc, _ doc) doc {
	password := cmp.Or(text(d, "tempStrongPassword"), randomText(generatedPasswordLength))
	delete(d, "tempStrongPassword")
	return generate(d, "tempStrongPassword", password)
}

func preparePUK(_ *call, d doc, _ doc) doc { return generate(d, "puk", randomDigits(8)) }

// prepareOTPCard creates a card of ten rows and columns.
func prepareOTPCard(c *call, d doc, _ doc) doc {
	if len(c.credentialsOf(text(d, "userExtId"), typeOTPCard)) >= maxOTPCards {
		panic(refuse(codeTooManyOTPCards, "The user has %d OTP cards already.", maxOTPCards))
	}
	d["otp"] = "10|10|0|" + randomDigits(6)
	d["loginSecret"] = randomDigits(6)
	return nil
}

func prepareMobileSignature(_ *call, d doc, policy doc) doc {
	if contradicts(text(policy, msisdnExpression), text(d, "msisdn")) {
		panic(refuse(codePolicyViolation, "msisdn does not match its policy."))
	}
	if d["signerCert"] != nil {
		parseCertificate(text(d, "signerCert"))
	}
	return nil
}
