package attrs

import (
	"bytes"
	"context"
	"encoding/asn1"
	"encoding/pem"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const certificateType = "CERTIFICATE"

// FixedCertificate returns a required attribute for a PEM certificate. Changing it replaces the
// object. Two encodings of the same certificate are equal.
func FixedCertificate(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Required: true,
		MarkdownDescription: description + " Exactly one PEM block `CERTIFICATE`, without a private key or chain. " +
			"Another certificate replaces the object; other line breaks of the same one change nothing.",
		Validators:    texts([]validator.String{oneCertificate}),
		PlanModifiers: []planmodifier.String{keepCertificate{}, stringplanmodifier.RequiresReplace()},
	}
}

// CertificateValue converts a certificate of the service. It keeps the recorded text if that is the
// same certificate, or if the service returns none.
func CertificateValue(recorded types.String, remote string) types.String {
	if remote == "" || SameCertificate(recorded.ValueString(), remote) {
		return recorded
	}
	return types.StringValue(remote)
}

// SameCertificate reports whether two texts hold the same certificate, regardless of line breaks.
func SameCertificate(a, b string) bool {
	first, _ := pem.Decode([]byte(a))
	second, _ := pem.Decode([]byte(b))
	return first != nil && second != nil && first.Type == second.Type && bytes.Equal(first.Bytes, second.Bytes)
}

// keepCertificate keeps the recorded text of the same certificate.
type keepCertificate struct{}

func (keepCertificate) Description(context.Context) string {
	return "keeps the recorded text of the same certificate"
}
func (m keepCertificate) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (keepCertificate) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if SameCertificate(req.StateValue.ValueString(), req.PlanValue.ValueString()) {
		resp.PlanValue = req.StateValue
	}
}

// oneCertificate refuses values that are not exactly one PEM certificate. Its error does not repeat
// the value, which may be a private key.
var oneCertificate = TextCheck{"must be one PEM certificate", func(at path.Path, text string, diags *diag.Diagnostics) {
	if reason := notOneCertificate([]byte(text)); text != "" && reason != "" {
		diags.AddAttributeError(at, "Not a certificate", reason)
	}
}}

func notOneCertificate(text []byte) string {
	block, rest := pem.Decode(text)
	if block == nil {
		return "This is not a PEM certificate, which begins with the line `-----BEGIN CERTIFICATE-----`. Convert a DER certificate with " +
			"`openssl x509 -inform der -in FILE`."
	}
	for one, more := block, rest; one != nil; one, more = pem.Decode(more) {
		if one.Type != certificateType {
			return "This contains a block " + one.Type + ". Only the certificate belongs here, because the state and the plan show it: " +
				"remove everything else. If the file with a private key was shared, replace the key."
		}
	}
	var whole asn1.RawValue
	tail, err := asn1.Unmarshal(block.Bytes, &whole)
	switch {
	case len(bytes.TrimSpace(rest)) > 0:
		return "The text continues after the certificate. The service accepts only the certificate of the user, without its chain."
	case err != nil || len(tail) > 0 || whole.Tag != asn1.TagSequence:
		return "The block is not a certificate: its content is damaged."
	}
	return ""
}
