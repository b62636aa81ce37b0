package idm

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Me describes the user and profile of the current login.
type Me struct {
	UserExtID           string `json:"userExtId"`
	LoginID             string `json:"loginId"`
	FullName            string `json:"fullName"`
	Email               string `json:"email"`
	DisplayLanguageCode string `json:"displayLanguageCode"`
	ClientExtID         string `json:"clientExtId"`
	ClientName          string `json:"clientName"`
	ProfileExtID        string `json:"profileExtId"`
	UnitExtID           string `json:"unitExtId"`
}

// Token permits the modification of protected values when it is sent in the header X-Token.
type Token struct {
	AccessToken string `json:"access_token"`
	// TokenType is always bearer.
	TokenType string `json:"token_type"`
	// ExpiresIn is in seconds. It is 0 in releases without this field.
	ExpiresIn int64 `json:"expires_in"`
}

// Me reads the current login: GET /principal/v1/me/, without a permission. Later releases return
// rest.ErrForbidden to callers without self-administration.
func (a *API) Me(ctx context.Context) (Me, error) {
	return rest.Decode[Me](ctx, a.c, a.request(http.MethodGet, "principal", "v1", "me").TrailingSlash())
}

// Permissions lists the full names of the caller's elementary permissions, for example
// AccessControl.UnitView: GET /principal/v1/permissions/, without a permission.
func (a *API) Permissions(ctx context.Context) ([]string, error) {
	body, err := rest.Decode[struct {
		ElementaryPermissions []string `json:"elementaryPermissions"`
	}](ctx, a.c, a.request(http.MethodGet, "principal", "v1", "permissions").TrailingSlash())
	return body.ElementaryPermissions, err
}

// Token obtains a token with the caller's own login ID and password: POST /principal/v1/token/.
// rest.ErrUnauthorized when they are wrong, rest.ErrForbidden for a caller without
// self-administration.
func (a *API) Token(ctx context.Context, username, password string) (Token, error) {
	body := struct {
		GrantType string `json:"grant_type"`
		Username  string `json:"username"`
		Password  string `json:"password"`
	}{"password", username, password}
	request := a.request(http.MethodPost, "principal", "v1", "token").TrailingSlash()
	return rest.Decode[Token](ctx, a.c, request.Body(body).WithoutXToken().ChecksLogin())
}

// Expires returns the expiry time of a token that was obtained at from. It uses ExpiresIn, or else
// the claim exp of the token. The zero time means that neither is set.
func (t Token) Expires(from time.Time) time.Time {
	if t.ExpiresIn > 0 {
		return from.Add(time.Duration(t.ExpiresIn) * time.Second)
	}
	parts := strings.Split(t.AccessToken, ".")
	if len(parts) != 3 {
		return time.Time{}
	}
	var claims struct {
		Exp int64 `json:"exp"`
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(payload, &claims) != nil || claims.Exp == 0 {
		return time.Time{}
	}
	return time.Unix(claims.Exp, 0)
}

// SelfAdmin returns a source for the X-Token of a rest.Config, which logs in with the caller's own
// login ID and password.
func SelfAdmin(username, password string) rest.TokenSource {
	return func(ctx context.Context, c *rest.Client) (rest.Token, error) {
		from := time.Now()
		token, err := New(c).Token(ctx, username, password)
		return rest.Token{Value: token.AccessToken, Expires: token.Expires(from)}, err
	}
}
