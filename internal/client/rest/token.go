package rest

import (
	"context"
	"net/http"
	"strings"

	"golang.org/x/oauth2"

	"github.com/identity-iac/terraform-provider-idm/internal/client/sharedfetch"
)

// tokens caches the token of a header until it expires or is refused. All requests that need the
// token while it is being fetched share the result.
type tokens struct {
	header, prefix string
	fetch          func(ctx context.Context) (*oauth2.Token, error)

	token sharedfetch.Value[*oauth2.Token]
}

// authorize sets the header to a token that is not about to expire.
func (t *tokens) authorize(ctx context.Context, request *http.Request) error {
	t.token.Drop(func(token *oauth2.Token) bool { return !token.Valid() })
	token, err := t.token.Get(ctx, t.fetch)
	if err != nil {
		return err
	}
	request.Header.Set(t.header, t.prefix+token.AccessToken)
	return nil
}

// Secrets returns the token of a request.
func (t *tokens) Secrets(authorized *http.Request) []string {
	if authorized == nil || t.sent(authorized) == "" {
		return nil
	}
	return []string{t.sent(authorized)}
}

func (t *tokens) sent(request *http.Request) string {
	return strings.TrimPrefix(request.Header.Get(t.header), t.prefix)
}

// Renew discards the token of a refused request.
func (t *tokens) Renew(refused *http.Request) bool {
	sent := t.sent(refused)
	t.token.Drop(func(token *oauth2.Token) bool { return token.AccessToken == sent })
	return sent != ""
}
