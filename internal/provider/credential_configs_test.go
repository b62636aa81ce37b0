package provider_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"maps"
	"math/big"
	"sync"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// certificate returns a PEM certificate, the same for the whole run.
var certificate = sync.OnceValue(func() string {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Unix(0, 0), NotAfter: time.Now().AddDate(10, 0, 0)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		panic(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
})

// credentialConfigs returns the credentials other than passwords, in the form of refusable.
func credentialConfigs() map[string][2]acctest.Values {
	with := func(state string, more acctest.Values) acctest.Values {
		values := acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": "credential", "state_name": state}
		maps.Copy(values, more)
		return values
	}
	configs := map[string][2]acctest.Values{}
	for resource, more := range map[string]acctest.Values{
		"idm_certificate":         {"certificate": certificate()},
		"idm_generic_credential":  {"identification": "4711"},
		"idm_kerberos_credential": {"kerberos_id": "bot@ACME"},
		"idm_saml_credential": {"subject_name_id": "bot@acme.example.com",
			"subject_name_id_format": "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
			"issuer_name_id":         "https://login.acme.example.com",
			"issuer_name_id_format":  "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"},
	} {
		configs[resource] = [2]acctest.Values{with("active", more), with("disabled", more)}
	}
	return configs
}
