package rest

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/identity-iac/terraform-provider-idm/internal/client/sharedfetch"
)

// Authenticator sets a header of requests to a value that is fixed, or to a token that is fetched.
type Authenticator struct {
	header, prefix, fixed string
	// secrets are further values that must not appear in logs.
	secrets []string
	// fetch is nil for a fixed value. A token is kept until it expires or is refused, and all requests
	// that need it while it is fetched share it.
	fetch func(ctx context.Context) (*oauth2.Token, error)
	token sharedfetch.Value[*oauth2.Token]
}

// authorize sets the header. A token is fetched in ctx.
func (a *Authenticator) authorize(ctx context.Context, request *http.Request) error {
	value := a.fixed
	if a.fetch != nil {
		a.token.Drop(func(token *oauth2.Token) bool { return !token.Valid() })
		token, err := a.token.Get(ctx, a.fetch)
		if err != nil {
			return err
		}
		value = token.AccessToken
	}
	request.Header.Set(a.header, a.prefix+value)
	return nil
}

// sent returns the value in a request.
func (a *Authenticator) sent(request *http.Request) string {
	return strings.TrimPrefix(request.Header.Get(a.header), a.prefix)
}

// renew discards the token of a request that was refused with 401. It returns false if the value is
// fixed.
func (a *Authenticator) renew(refused *http.Request) bool {
	a.token.Drop(func(token *oauth2.Token) bool { return token.AccessToken == a.sent(refused) })
	return a.fetch != nil
}

// BearerToken logs in with a token that was obtained elsewhere.
func BearerToken(token string) *Authenticator { return fixed("Bearer ", token) }

func fixed(prefix, value string, secrets ...string) *Authenticator {
	return &Authenticator{header: "Authorization", prefix: prefix, fixed: value, secrets: append(secrets, value)}
}

// Basic logs in with a user name and password.
func Basic(user, password string) *Authenticator {
	return fixed("Basic ", base64.StdEncoding.EncodeToString([]byte(user+":"+password)), password)
}

// TechnicalUser logs in as a technical user with the secret of one of its device passwords: a
// bearer token that is the base64 of "userExtID:credentialExtID:secret" without padding.
func TechnicalUser(userExtID, credentialExtID, secret string) *Authenticator {
	return fixed("Bearer ", base64.RawStdEncoding.EncodeToString([]byte(userExtID+":"+credentialExtID+":"+secret)), secret)
}

// OAuth2 logs in with a bearer token of the OAuth 2.0 client credentials grant, which is fetched when
// it is first needed.
func OAuth2(tokenURL, clientID, clientSecret string, scopes []string) *Authenticator {
	config := clientcredentials.Config{ClientID: clientID, ClientSecret: clientSecret, TokenURL: tokenURL, Scopes: scopes}
	fetch := func(ctx context.Context) (*oauth2.Token, error) {
		token, err := config.Token(ctx)
		// The library's error text contains the whole response.
		if refusal, ok := errors.AsType[*oauth2.RetrieveError](err); ok && refusal.Response != nil {
			reason := strings.TrimSpace(refusal.ErrorCode + " " + refusal.ErrorDescription)
			return nil, fmt.Errorf("the token endpoint returned %s %s", refusal.Response.Status, reason)
		}
		return token, err
	}
	return &Authenticator{header: "Authorization", prefix: "Bearer ", fetch: fetch, secrets: []string{clientSecret}}
}

// TokenSource fetches a new token through c, and returns its expiry; zero for a token that is used
// until it is refused. It must send its requests WithoutXToken.
type TokenSource func(ctx context.Context, c *Client) (token string, expires time.Time, err error)

// xToken returns the header X-Token of writes.
func xToken(c *Client, source TokenSource) *Authenticator {
	return &Authenticator{header: "X-Token", fetch: func(ctx context.Context) (*oauth2.Token, error) {
		token, expires, err := source(ctx, c)
		if err == nil && token == "" {
			err = errors.New("the response holds no token")
		}
		return &oauth2.Token{AccessToken: token, Expiry: expires}, err
	}}
}
