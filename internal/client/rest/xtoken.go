package rest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/oauth2"
)

// Token is a value fetched by a TokenSource. If Expires is zero, the token is used until it is
// refused.
type Token struct {
	Value   string
	Expires time.Time
}

// TokenSource fetches a new token through c. It must send its requests WithoutXToken.
type TokenSource func(ctx context.Context, c *Client) (Token, error)

// xToken is the layer that adds the header X-Token to writes and renews the token once after a 401.
type xToken struct {
	next   http.RoundTripper
	tokens *tokens
	mask   *masker
}

func newXToken(next http.RoundTripper, c *Client, source TokenSource) *xToken {
	return &xToken{next: next, mask: c.mask, tokens: newTokens(func(ctx context.Context) (*oauth2.Token, error) {
		token, err := source(ctx, c)
		if err == nil && token.Value == "" {
			err = errors.New("the response holds no token")
		}
		return &oauth2.Token{AccessToken: token.Value, Expiry: token.Expires}, err
	})}
}

// RoundTrip returns a *LoginError if the token cannot be obtained.
func (x *xToken) RoundTrip(request *http.Request) (*http.Response, error) {
	if !isWrite(request.Method) || metaOf(request).withoutXToken {
		return x.next.RoundTrip(request)
	}
	response, sent, err := x.send(request)
	if err != nil || response.StatusCode != http.StatusUnauthorized {
		return response, err
	}
	x.tokens.drop(sent)
	response, _, err = x.send(request)
	return response, err
}

func (x *xToken) send(request *http.Request) (*http.Response, string, error) {
	token, err := x.tokens.get(request.Context())
	if err != nil {
		return nil, "", &LoginError{Err: x.mask.err(err)}
	}
	x.mask.add(token)
	copied, err := cloneRequest(request)
	if err != nil {
		return nil, "", err
	}
	copied.Header.Set("X-Token", token)
	response, err := x.next.RoundTrip(copied)
	return response, token, err
}
