package rest

import (
	"context"

	"golang.org/x/oauth2"

	"github.com/identity-iac/terraform-provider-idm/internal/client/sharedfetch"
)

// tokens caches one token until it expires or is refused. All requests that need the token while it
// is being fetched share the result.
type tokens struct {
	fetch func(ctx context.Context) (*oauth2.Token, error)
	token sharedfetch.Value[*oauth2.Token]
}

func newTokens(fetch func(ctx context.Context) (*oauth2.Token, error)) *tokens {
	return &tokens{fetch: fetch}
}

// get returns a token that is not about to expire.
func (t *tokens) get(ctx context.Context) (string, error) {
	t.token.Drop(func(token *oauth2.Token) bool { return !token.Valid() })
	token, err := t.token.Get(ctx, t.fetch)
	if err != nil {
		return "", err
	}
	return token.AccessToken, nil
}

// drop discards the refused token unless another one has replaced it.
func (t *tokens) drop(refused string) {
	t.token.Drop(func(token *oauth2.Token) bool { return token.AccessToken == refused })
}
