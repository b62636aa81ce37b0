package rest

import (
	"context"
	"net/http"

	"golang.org/x/oauth2"
)

// login is the layer that adds the caller's credentials and renews them once after a 401.
type login struct {
	next  http.RoundTripper
	auth  *Authenticator
	fetch *http.Client
	mask  *masker
}

// RoundTrip returns a *LoginError if the credentials cannot be obtained.
func (l *login) RoundTrip(request *http.Request) (*http.Response, error) {
	response, sent, err := l.send(request)
	if err != nil || response.StatusCode != http.StatusUnauthorized || !l.auth.renew(sent) {
		return response, err
	}
	response, _, err = l.send(request)
	return response, err
}

func (l *login) send(request *http.Request) (*http.Response, *http.Request, error) {
	authorized, err := cloneRequest(request)
	if err != nil {
		return nil, nil, err
	}
	if err := l.auth.authorize(context.WithValue(request.Context(), oauth2.HTTPClient, l.fetch), authorized); err != nil {
		return nil, nil, &LoginError{Err: l.mask.err(err)}
	}
	l.mask.add(l.auth.sent(authorized))
	response, err := l.next.RoundTrip(authorized)
	return response, authorized, err
}

// tokenClient returns the client that fetches tokens. Its calls count against the limits together
// with the request that needs the token, and follow no redirects, because they contain a secret.
func tokenClient(next http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: roundTripperFunc(func(request *http.Request) (*http.Response, error) {
			return next.RoundTrip(request.WithContext(withMeta(request.Context(), requestMeta{repeatable: true, kind: "login"})))
		}),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
