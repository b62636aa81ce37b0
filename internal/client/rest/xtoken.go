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

// xToken adds the header X-Token to writes.
type xToken struct{ tokens }

func newXToken(c *Client, source TokenSource) *xToken {
	return &xToken{tokens{header: "X-Token", fetch: func(ctx context.Context) (*oauth2.Token, error) {
		token, err := source(ctx, c)
		if err == nil && token.Value == "" {
			err = errors.New("the response holds no token")
		}
		return &oauth2.Token{AccessToken: token.Value, Expiry: token.Expires}, err
	}}}
}

// Authorize fetches the token if it has none yet.
func (x *xToken) Authorize(request *http.Request, _ *http.Client) error {
	if !isWrite(request.Method) || metaOf(request).withoutXToken {
		return nil
	}
	return x.authorize(request.Context(), request)
}
