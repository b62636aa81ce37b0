package idm

import (
	"context"
	"net/http"
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
	return rest.Decode[Me](ctx, a.c, a.request(http.MethodGet, "principal/v1/me/", Place{}, ""))
}

// Permissions lists the full names of the caller's elementary permissions, for example
// AccessControl.UnitView: GET /principal/v1/permissions/, without a permission.
func (a *API) Permissions(ctx context.Context) ([]string, error) {
	body, err := rest.Decode[struct {
		ElementaryPermissions []string `json:"elementaryPermissions"`
	}](ctx, a.c, a.request(http.MethodGet, "principal/v1/permissions/", Place{}, ""))
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
	request := a.request(http.MethodPost, "principal/v1/token/", Place{}, "")
	return rest.Decode[Token](ctx, a.c, request.Body(body).Secrets(password).WithoutXToken().ChecksLogin())
}

// SelfAdmin returns a source for the X-Token of a rest.Config, which logs in with the caller's own
// login ID and password.
func SelfAdmin(username, password string) rest.TokenSource {
	return func(ctx context.Context, c *rest.Client) (string, time.Time, error) {
		var expires time.Time
		from := time.Now()
		token, err := New(c).Token(ctx, username, password)
		if token.ExpiresIn > 0 {
			expires = from.Add(time.Duration(token.ExpiresIn) * time.Second)
		}
		return token.AccessToken, expires, err
	}
}
