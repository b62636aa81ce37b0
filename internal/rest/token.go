package rest

import (
	"context"

	"golang.org/x/oauth2"
	"golang.org/x/sync/semaphore"
)

// tokens keeps one token until it expires or is refused. Whoever needs it while it is being fetched waits for the same
// answer, and stops waiting when its own context ends.
type tokens struct {
	lock  *semaphore.Weighted
	fetch func(ctx context.Context) (*oauth2.Token, error)
	token *oauth2.Token
}

func newTokens(fetch func(ctx context.Context) (*oauth2.Token, error)) *tokens {
	return &tokens{lock: semaphore.NewWeighted(1), fetch: fetch}
}

// get returns a token that is not about to expire.
func (t *tokens) get(ctx context.Context) (string, error) {
	if err := t.lock.Acquire(ctx, 1); err != nil {
		return "", err
	}
	defer t.lock.Release(1)
	if !t.token.Valid() {
		token, err := t.fetch(ctx)
		if err != nil {
			return "", err
		}
		t.token = token
	}
	return t.token.AccessToken, nil
}

// drop forgets the token that was refused, unless another one took its place. A context that has ended keeps it: the
// request that saw the refusal is not repeated then.
func (t *tokens) drop(ctx context.Context, refused string) {
	if t.lock.Acquire(ctx, 1) != nil {
		return
	}
	defer t.lock.Release(1)
	if t.token != nil && t.token.AccessToken == refused {
		t.token = nil
	}
}
