package rest

import (
	"net/http"
	"net/url"
	"strings"
)

const maxRedirects = 5

// checkRedirect allows redirects within the same host: of reads, and of writes if the redirect
// keeps the method.
func checkRedirect(next *http.Request, via []*http.Request) error {
	first := via[0]
	refuse := func(reason string) error {
		return &RedirectError{Target: next.URL.Scheme + "://" + next.URL.Host, Reason: reason}
	}
	switch {
	case !sameHost(next.URL, first.URL):
		return refuse("it is another host, which must not see the login")
	case first.URL.Scheme == "https" && next.URL.Scheme != "https":
		return refuse("it leaves https")
	case next.Method != first.Method:
		return refuse("it would turn a " + first.Method + " into a " + next.Method)
	case len(via) > maxRedirects:
		return refuse("too many redirects")
	}
	return nil
}

// sameHost compares host and port. Default ports are ignored, so that a gateway that terminates TLS
// may use the other scheme in its address.
func sameHost(a, b *url.URL) bool {
	return strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if u.Scheme == "http" && u.Port() == "80" || u.Scheme == "https" && u.Port() == "443" {
		return ""
	}
	return u.Port()
}
