package service_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const (
	certificates = "/core/v1/acme/users/u-dev-bot/certificates"
	credited     = "idm_certificate.test"
)

// issuedCertificate returns a new PEM certificate and its private key.
func issuedCertificate(t *testing.T, name string, until time.Time) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(4711), Subject: pkix.Name{CommonName: name}, NotBefore: time.Unix(0, 0), NotAfter: until,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})),
		string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
}

func validCertificate(t *testing.T, name string) string {
	t.Helper()
	certificate, _ := issuedCertificate(t, name, time.Now().AddDate(10, 0, 0))
	return certificate
}

func certificateConfig(certificate string, more ...string) string {
	v := acctest.Values{"user_ext_id": "u-dev-bot", "certificate": certificate}
	for i := 0; i < len(more); i += 2 {
		v[more[i]] = more[i+1]
	}
	return acctest.HCL("idm_certificate", "test", v)
}

// The state shows the attributes of the certificate. Another encoding of it changes nothing;
// another certificate replaces it.
func TestCertificate_replaced(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	first, second := validCertificate(t, "first"), validCertificate(t, "second")
	s.Test(t,
		s.Apply(certificateConfig(first, "state_name", "disabled"), resource.TestCheckResourceAttr(credited, "subject", "CN=first"),
			resource.TestCheckResourceAttr(credited, "issuer", "CN=first"),
			resource.TestCheckResourceAttr(credited, "serial_number", "4711"),
			resource.TestCheckResourceAttrSet(credited, "fingerprint"), resource.TestCheckResourceAttrSet(credited, "key_id"),
			resource.TestCheckResourceAttr(credited, "state_name", "disabled")),
		s.Apply(certificateConfig("# issued for the test\n"+strings.ReplaceAll(first, "\n", "\r\n"), "state_name", "disabled"), s.Sent()),
		s.Step(certificateConfig(second), acctest.WantAction(credited, plancheck.ResourceActionReplace)),
		s.Apply(certificateConfig(second), resource.TestCheckResourceAttr(credited, "subject", "CN=second")),
	)
}

// The plan refuses values that are not exactly one certificate, and does not repeat them, since
// they may contain a private key.
func TestCertificate_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	certificate, key := issuedCertificate(t, "bot", time.Now().AddDate(10, 0, 0))
	damaged := "-----BEGIN CERTIFICATE-----\nZGVtbw==\n-----END CERTIFICATE-----\n"
	s.Test(t,
		s.Refused(certificateConfig(""), "Empty string"),
		s.Refused(certificateConfig("MIIB"), "not a PEM certificate"),
		s.Refused(certificateConfig(certificate+key), "This contains a block PRIVATE KEY"),
		s.Refused(certificateConfig(key+certificate), "This contains a block PRIVATE KEY"),
		s.Refused(certificateConfig(certificate+validCertificate(t, "authority")), "without its chain"),
		s.Refused(certificateConfig(damaged), "its content is damaged"),
		s.Refused(certificateConfig(certificate, "state_name", "ACTIVE"), "tmp-locked"),
		s.Fails(certificateConfig(certificate, "policy_ext_id", "none"), "errors.noRecord"),
	)
	_, diags := s.Protocol(t).Plan(t, "idm_certificate", acctest.Values{"user_ext_id": "u-dev-bot", "certificate": certificate + key})
	if !diags.HasError() {
		t.Fatal("a private key is planned")
	}
	if text := diags.String(); strings.Contains(text, strings.Split(key, "\n")[1]) {
		t.Errorf("the error contains the private key: %s", text)
	}
}

// A user has at most one certificate: the error offers to import the existing one.
func TestCertificate_taken(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	certificate := validCertificate(t, "bot")
	second := strings.Replace(certificateConfig(certificate), `"test"`, `"second"`, 1)
	s.Test(t,
		s.Apply(certificateConfig(certificate, "ext_id", "cert")),
		s.Fails(certificateConfig(certificate, "ext_id", "cert")+second, `id = "acme/u-dev-bot/cert"`),
	)
}
