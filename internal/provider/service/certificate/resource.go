package certificate

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

func newResource() *credentials.Resource[model, *model] {
	return credentials.New[model](objecttype.Certificate, credentials.Calls[*model]{
		Description: "A certificate that a user signs in with. A user can have several, so you can replace one without " +
			"interruption (`create_before_destroy`).\n\nAnother certificate replaces the credential. Destroying it does not revoke " +
			"the certificate at its authority. A policy can refuse a certificate for its issuer or validity.",
		Attributes: attributes,
		Name:       func(c idm.Credential) string { return c.Subject },
		Ops:        idm.CertificateOps,
		Same: func(plan *model, c idm.Credential) bool {
			return attrs.SameCertificate(plan.Certificate.ValueString(), c.CertificatePEM)
		},
	})
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"certificate":   attrs.FixedCertificate("The certificate."),
		"subject":       attrs.ComputedOnce("Subject of the certificate."),
		"issuer":        attrs.ComputedOnce("Issuer of the certificate."),
		"fingerprint":   attrs.ComputedOnce("Fingerprint of the certificate, as the service computes it."),
		"serial_number": attrs.ComputedOnce("Serial number of the certificate."),
		"key_id":        attrs.ComputedOnce("Id of the certificate's key."),
	}
}
