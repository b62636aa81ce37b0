package idm

import (
	"context"
	"fmt"
	"io"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// PasswordChange replaces the password of a credential. Only self-admin callers need OldPassword.
type PasswordChange struct {
	NewPassword string `json:"newPassword,omitempty"`
	OldPassword string `json:"oldPassword,omitempty"`
}

// Secret is a password that the service generated. All of its printed and encoded forms are masked;
// Reveal returns the password.
type Secret struct {
	// value is a pointer so that printing by reflection does not reveal the secret.
	value *string
}

const maskedSecret = "[masked]"

// NewSecret returns a Secret. An empty text results in the zero Secret.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&text}
}

// IsZero reports whether the service generated no password.
func (s Secret) IsZero() bool { return s.value == nil }

// Equal reports whether both are the same secret.
func (s Secret) Equal(other Secret) bool { return s.Reveal() == other.Reveal() }

// Reveal returns the secret itself.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Format writes a mask for any verb.
func (s Secret) Format(state fmt.State, _ rune) { io.WriteString(state, maskedSecret) }

// MarshalText writes a mask.
func (s Secret) MarshalText() ([]byte, error) { return []byte(maskedSecret), nil }

// UnmarshalText reads the secret.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = NewSecret(string(text))
	return nil
}

// generated is the body of a response with a generated password.
type generated struct {
	Password Secret `json:"passwordFragment"`
}

// generatedPassword sends a request and returns the generated password in the response, if any.
func (a *API) generatedPassword(ctx context.Context, request *rest.Request) (Secret, error) {
	body, err := rest.DecodeOptional[generated](ctx, a.c, request)
	return a.hidePassword(body), err
}

// hidePassword masks a generated password in all later logs and errors.
func (a *API) hidePassword(body generated) Secret {
	a.c.Hide(body.Password.Reveal())
	return body.Password
}
