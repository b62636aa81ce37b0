package sim

import (
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
func preparePassword(_ *call, d doc, policy doc) (doc, error) {
	password := text(d, "password")
	delete(d, "password")
	if text(policy, resetCodeEnabled) == "true" {
		if password != "" {
			return nil, refuse(codeInvalidData, "password must not be sent: the service generates it for this policy.")
		}
		d["loginSecret"] = randomText(generatedPasswordLength)
		return doc{"passwordFragment": d["loginSecret"]}, nil
	}
	if password == "" {
		return nil, refuse(codeInvalidData, "password is mandatory.")
	}
	d["loginSecret"] = password
	return nil, checkPassword(password, policy)
}

// checkPassword compares the length of a password with its policy.
func checkPassword(password string, policy doc) error {
	length := utf8.RuneCountInString(password)
	if n, ok := wholeNumber(policy, "minLength"); ok && length < n {
		return refuse(codePasswordPolicy, "The password is shorter than its policy allows.")
	}
	if n, ok := wholeNumber(policy, "maxLength"); ok && length > n {
		return refuse(codePasswordPolicy, "The password is longer than its policy allows.")
	}
	return nil
}

// prepareContextPassword allows one password per context of a user.
func prepareContextPassword(c *call, d doc, policy doc) (doc, error) {
	for _, rec := range c.list("credentials", "type", c.client(), text(d, "userExtId"), typeContextPassword) {
		if rec.text("context") == text(d, "context") {
			return nil, c.duplicate(codeDuplicateValue, "The user has a password for the context %q already.", d["context"])
		}
	}
	return preparePassword(c, d, policy)
}

// devicePolicy fills in the default lengths.
func devicePolicy(policy doc) doc {
	out := doc{"minLength": "32", "maxLength": "100"}
	for _, name := range keys(out) {
		if v := text(policy, name); v != "" {
			out[name] = v
		}
	}
	return out
}

func prepareDevicePassword(_ *call, d doc, policy doc) (doc, error) {
	if d["extId"] == nil {
		return nil, refuse(codeInvalidData, "extId is mandatory.")
	}
	password := text(d, "password")
	delete(d, "password")
	if password == "" {
		d["loginSecret"] = randomText(devicePasswordLength)
		return doc{"passwordFragment": d["loginSecret"]}, nil
	}
	d["loginSecret"] = password
	return nil, checkPassword(password, devicePolicy(policy))
}

// prepareGeneric checks the properties. Only an administrator may limit the validity.
func prepareGeneric(c *call, d doc, _ doc) (doc, error) {
	if c.selfAdmin && d["validity"] != nil {
		return nil, refuse(codeInvalidParameter, "A self-admin caller must not send validity.")
	}
	properties, _ := d["properties"].(doc)
	owner := propertyOwner{client: c.client(), kind: "credential", scopes: ownerKinds["credential"].scopes()}
	return nil, c.checkChanges(owner, doc{}, properties, "accessCreate")
}

func prepareMTAN(c *call, d doc, policy doc) (doc, error) {
	if policy == nil && d["policyExtId"] == nil {
		return nil, refuse(codeInvalidData, "policyExtId is mandatory: the client has no default TANPolicy.")
	}
	return nil, checkMTAN(c, d)
}

func checkMTAN(_ *call, d doc) error {
	if !e164.MatchString(text(d, "mobileNumber")) {
		return refuse(codeMobileFormat, "mobileNumber must have the form of E.164, like +41790000000.")
	}
	return nil
}

// prepareCertificate stores the data of the certificate.
func prepareCertificate(c *call, d doc, _ doc) (doc, error) {
	cert, err := parseCertificate(text(d, "certificate"))
	if err != nil {
		return nil, err
	}
	fingerprint := sha256.Sum256(cert.Raw)
	d["fingerprint"] = hex.EncodeToString(fingerprint[:])
	for _, rec := range c.list("credentials", "type", c.client(), text(d, "userExtId"), typeCertificate) {
		if rec.text("fingerprint") == d["fingerprint"] {
			return nil, c.duplicate(codeCertificateExists, "The user has this certificate already.")
		}
	}
	key := sha1.Sum(cert.RawSubjectPublicKeyInfo) //nolint:gosec // see the import
	d["subject"], d["issuer"] = cert.Subject.String(), cert.Issuer.String()
	d["serialNumber"], d["keyId"] = cert.SerialNumber.String(), hex.EncodeToString(key[:])
	return nil, nil
}

func parseCertificate(text string) (*x509.Certificate, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil || block.Type != "CERTIFICATE" {
		return nil, refuse(codeCertificatePolicy, "The certificate is not in PEM.")
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, refuse(codeCertificatePolicy, "The certificate cannot be read: %s.", err)
	}
	return cert, nil
}

func prepareKerberos(c *call, d doc, _ doc) (doc, error) {
	for _, rec := range c.list("credentials", "client", c.client()) {
		if rec.text("type") == typeKerberos && rec.text("kerberosId") == text(d, "kerberosId") {
			return nil, c.duplicate(codeKerberosExists, "The kerberosId %q is used already.", d["kerberosId"])
		}
	}
	return nil, nil
}

func prepareTicket(_ *call, d doc, _ doc) (doc, error) {
	d["loginSecret"] = randomText(generatedPasswordLength)
	return doc{"ticket": d["loginSecret"]}, nil
}

func prepareURLTicket(_ *call, d doc, policy doc) (doc, error) {
	setDefault(d, "urlPrefix", policy[urlPrefixParameter])
	if text(d, "urlPrefix") == "" {
		return nil, refuse(codeNoURLPrefix, "urlPrefix is mandatory: the policy has none.")
	}
	d["loginSecret"] = randomText(generatedPasswordLength)
	return doc{"urlTicket": text(d, "urlPrefix") + text(d, "loginSecret")}, nil
}

// prepareTempStrong uses the password of the body, or generates one.
func prepareTempStrong(_ *call, d doc, _ doc) (doc, error) {
	password := text(d, "tempStrongPassword")
	delete(d, "tempStrongPassword")
	if password == "" {
		password = randomText(generatedPasswordLength)
	}
	d["loginSecret"] = password
	return doc{"tempStrongPassword": password}, nil
}

func preparePUK(_ *call, d doc, _ doc) (doc, error) {
	d["loginSecret"] = randomDigits(8)
	return doc{"puk": d["loginSecret"]}, nil
}

// prepareOTPCard creates a card of ten rows and columns.
func prepareOTPCard(c *call, d doc, _ doc) (doc, error) {
	if len(c.list("credentials", "type", c.client(), text(d, "userExtId"), typeOTPCard)) >= maxOTPCards {
		return nil, refuse(codeTooManyOTPCards, "The user has %d OTP cards already.", maxOTPCards)
	}
	d["otp"] = "10|10|0|" + randomDigits(6)
	d["loginSecret"] = randomDigits(6)
	return nil, nil
}

func prepareMobileSignature(_ *call, d doc, policy doc) (doc, error) {
	if contradicts(text(policy, msisdnExpression), text(d, "msisdn")) {
		return nil, refuse(codePolicyViolation, "msisdn does not match its policy.")
	}
	if pemText := text(d, "signerCert"); pemText != "" {
		if _, err := parseCertificate(pemText); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
