package idm

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// CredentialPatch changes a credential of any kind. With a Version it is refused when the
// credential has another one.
type CredentialPatch struct {
	// StateName is in the form of CredentialState.
	StateName           Field[string] `json:"stateName,omitzero"`
	ModificationComment Field[string] `json:"modificationComment,omitzero"`
	Version             int64         `json:"version,omitempty"`
}

// PasswordChange replaces the password of a credential. OldPassword is needed by self-admin callers
// alone.
type PasswordChange struct {
	NewPassword string `json:"newPassword,omitempty"`
	OldPassword string `json:"oldPassword,omitempty"`
}

// Secret is what the service has generated. It prints masked, in every form; Reveal returns it.
type Secret struct {
	// A pointer, so that nothing prints it which meets the field by reflection.
	value *string
}

const maskedSecret = "[masked]"

// NewSecret returns a Secret; the empty text is the zero Secret.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&text}
}

// IsZero reports whether nothing was generated.
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

// generated is the body of a response in which the service returns the password that it generated.
type generated struct {
	Password Secret `json:"passwordFragment"`
}

// credential starts a request below the credentials of one kind, whose bodies no log shows.
func (a *API) credential(method, client, user string, elements ...string) *rest.Request {
	return a.core(method, append([]string{client, "users", user}, elements...)...).KeysOnlyLogged()
}

// credentials lists those of one kind.
func (a *API) credentials(ctx context.Context, client, user, kind string) iter.Seq2[Credential, error] {
	request := func() *rest.Request { return a.credential(http.MethodGet, client, user, kind) }
	return a.wellFormedOnly(list[Credential](ctx, a, 0, nil, request), request)
}

// wellFormedOnly replaces a credential that could not be read as a whole with a *rest.ItemError:
// what a resource manages is never read in part.
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

// oneCredential is one for a credential. In the list of all kinds not every credential needs an
// external ID, so Credential is not identified.
func (a *API) oneCredential(ctx context.Context, extID string, request *rest.Request) (Credential, error) {
	credential, err := rest.Decode[Credential](ctx, a.c, request)
	if err == nil && credential.ExtID != extID {
		return Credential{}, a.c.NewBadResponseError(request, "another object than the one that was asked for")
	}
	if err == nil {
		return a.wellFormed(credential, request)
	}
	return credential, err
}

// onlyCredential sends a request for the kind of credential that a user has once, whose external ID
// no path names.
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

// createCredential returns the external ID and the password that the service generated, if any.
func (a *API) createCredential(ctx context.Context, request *rest.Request) (string, Secret, error) {
	extID, body, err := rest.CreateWithBody[generated](ctx, a.c, request)
	return extID, a.hidePassword(body), err
}

// generatedPassword sends a request whose response is a password if the service generated one.
func (a *API) generatedPassword(ctx context.Context, request *rest.Request) (Secret, error) {
	body, err := rest.DecodeOptional[generated](ctx, a.c, request)
	return a.hidePassword(body), err
}

// hidden keeps a generated password out of whatever is logged or refused later.
func (a *API) hidePassword(body generated) Secret {
	a.c.Hide(body.Password.Reveal())
	return body.Password
}
