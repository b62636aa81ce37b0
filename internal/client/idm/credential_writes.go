package idm

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// CredentialPatch changes a credential of any kind. If Version is set, the service refuses the
// patch when the credential has a different version.
type CredentialPatch struct {
	// StateName has the form of CredentialState.
	StateName           Field[string] `json:"stateName,omitzero"`
	ModificationComment Field[string] `json:"modificationComment,omitzero"`
	Versioned
}

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

// credential starts a request for the credentials of one kind. The logs show only the keys of its
// bodies.
func (a *API) credential(method, client, user string, elements ...string) *rest.Request {
	return a.core(method, append([]string{client, "users", user}, elements...)...).KeysOnlyLogged()
}

// credentials lists the credentials of one kind.
func (a *API) credentials(ctx context.Context, client, user, kind string) iter.Seq2[Credential, error] {
	request := func() *rest.Request { return a.credential(http.MethodGet, client, user, kind) }
	return a.wellFormedOnly(list[Credential](ctx, a, 0, nil, request), request)
}

// wellFormedOnly replaces a malformed credential with a *rest.ItemError, because a resource must
// never manage a partly read object.
func (a *API) wellFormedOnly(list iter.Seq2[Credential, error], request func() *rest.Request) iter.Seq2[Credential, error] {
	return func(yield func(Credential, error) bool) {
		for credential, err := range list {
			if err == nil && credential.Malformed != "" {
				err = a.c.NewItemError(request(), 0, credential.ExtID, unexpected+credential.Malformed)
			}
			if !yield(credential, err) {
				return
			}
		}
	}
}

// oneCredential is like one. Credential does not implement Described, because some credentials in
// the list of all kinds lack an external ID.
func (a *API) oneCredential(ctx context.Context, extID string, request *rest.Request) (Credential, error) {
	credential, err := rest.Decode[Credential](ctx, a.c, request)
	if err == nil && credential.ExtID != extID {
		return Credential{}, a.c.NewBadResponseError(request, "a different object than the one requested")
	}
	if err == nil {
		return a.wellFormed(credential, request)
	}
	return credential, err
}

// onlyCredential sends a request for a kind of credential that each user has at most once, so the
// path does not contain its external ID.
func (a *API) onlyCredential(ctx context.Context, request *rest.Request) (Credential, error) {
	credential, err := rest.Decode[Credential](ctx, a.c, request)
	if err == nil && credential.ExtID == "" {
		return Credential{}, a.c.NewBadResponseError(request, "a credential without an external ID")
	}
	if err == nil {
		return a.wellFormed(credential, request)
	}
	return credential, err
}

// createCredential returns the external ID and the generated password, if any.
func (a *API) createCredential(ctx context.Context, request *rest.Request) (string, Secret, error) {
	extID, body, err := rest.CreateWithBody[generated](ctx, a.c, request)
	return extID, a.hidePassword(body), err
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
