package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// oauth2Login logs in with a token of the client credentials grant.
type oauth2Login struct {
	tokens
	config clientcredentials.Config
}

// OAuth2 logs in with a bearer token of the OAuth 2.0 client credentials grant. The token is
// fetched when it is first needed, shared by all requests, and renewed when it expires or is
// refused with 401.
func OAuth2(tokenURL, clientID, clientSecret string, scopes []string) Authenticator {
	l := &oauth2Login{config: clientcredentials.Config{
		ClientID: clientID, ClientSecret: clientSecret, TokenURL: tokenURL, Scopes: scopes,
	}}
	l.header, l.prefix, l.fetch = "Authorization", "Bearer ", l.request
	return l
}

// Authorize fetches the token through client if it has none yet.
func (l *oauth2Login) Authorize(request *http.Request, client *http.Client) error {
	return l.authorize(context.WithValue(request.Context(), oauth2.HTTPClient, client), request)
}

// Secrets returns the client secret and the token of a request.
func (l *oauth2Login) Secrets(authorized *http.Request) []string {
	return append(l.tokens.Secrets(authorized), l.config.ClientSecret)
}

func (l *oauth2Login) request(ctx context.Context) (*oauth2.Token, error) {
	token, err := l.config.Token(ctx)
	// The library's error text contains the whole response.
	if refusal, ok := errors.AsType[*oauth2.RetrieveError](err); ok && refusal.Response != nil {
		reason := strings.TrimSpace(refusal.ErrorCode + " " + refusal.ErrorDescription)
		return nil, fmt.Errorf("the token endpoint returned %s %s", refusal.Response.Status, reason)
	}
	return token, err
}
