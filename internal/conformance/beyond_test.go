package conformance_test

import (
	"slices"
	"strings"
)

// beyond are the operations that only later releases have and the provider does not build on; those
// that end in … begin like that.
var beyond = []string{
	"GET /core/v1/{}/eroles/{}/properties", "PATCH /core/v1/{}/eroles/{}/properties",
	"POST /core/v1/{}/identity",
	"GET /core/v1/{}/users/{}/properties", "PATCH /core/v1/{}/users/{}/properties", "PATCH /core/v1/{}/profiles/{}/properties",
	"POST /core/v1/{}/users/{}/bulk-login-info",
	"GET /core/v1/{}/vasco…", "POST /core/v1/{}/vasco…", "PATCH /core/v1/{}/vasco…", "DELETE /core/v1/{}/vasco…", "PUT /core/v1/{}/vasco…",
	"POST /core/v1/{}/personal-questions…", "POST /auth/v1/{}/users/{}/otp…",
	"POST /api/v1…", "GET /api/v1…", "DELETE /api/v1…",
}

// credentialKinds are what the paths of single credentials begin with, below the user.
var credentialKinds = []string{
	"password", "context-passwords", "device-password", "recovery-codes", "generic-credentials", "mtans", "certificates", "kerberos",
	"ticket", "url-ticket",
	"tempstrong-password", "puk", "otp-credentials", "mobile-signature", "vasco", "saml-credentials", "fido2", "fido-authenticators",
	"safeword", "securid", "dispatch-targets",
}

func isBeyond(at string) bool {
	if _, below, ok := strings.Cut(at, " /core/v1/{}/users/{}/"); ok {
		kind, _, _ := strings.Cut(below, "/")
		if slices.Contains(credentialKinds, kind) {
			return true
		}
	}
	return slices.ContainsFunc(beyond, func(known string) bool {
		prefix, more := strings.CutSuffix(known, "…")
		return at == known || more && strings.HasPrefix(at, prefix)
	})
}
