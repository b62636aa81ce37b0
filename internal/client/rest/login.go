package rest

import "net/http"

// login is the layer that adds the caller's credentials and renews them once after a 401.
type login struct {
	next  http.RoundTripper
	auth  Authenticator
	fetch *http.Client
	mask  *masker
}

// RoundTrip returns a *LoginError if the credentials cannot be obtained.
func (l *login) RoundTrip(request *http.Request) (*http.Response, error) {
	response, sent, err := l.send(request)
	if err != nil || response.StatusCode != http.StatusUnauthorized || !l.auth.Renew(sent) {
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
	if err := l.auth.Authorize(authorized, l.fetch); err != nil {
		return nil, nil, &LoginError{Err: l.mask.err(err)}
	}
	l.mask.add(l.auth.Secrets(authorized)...)
	response, err := l.next.RoundTrip(authorized)
	return response, authorized, err
}

// tokenClient returns the client that fetches tokens. Its calls count against the limits together
// with the request that needs the token, and follow no redirects, because they contain a secret.
func tokenClient(next http.RoundTripper, retries int, shared *budget) *http.Client {
	return &http.Client{
		Transport: roundTripperFunc(func(request *http.Request) (*http.Response, error) {
			meta := requestMeta{sensitive: true, repeatable: true, kind: "login"}
			return (&retry{next: next, retries: retries, budget: shared}).RoundTrip(request.WithContext(withMeta(request.Context(), meta)))
		}),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
