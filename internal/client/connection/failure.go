package connection

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strings"
	"syscall"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// Unusable reports whether an error concerns the login or the connection, which all requests of a
// run share.
func Unusable(err error) bool {
	return errors.Is(err, idm.ErrUnauthorized) || is[*idm.LoginError](err) || is[*idm.NotSentError](err) || idm.Unsent(err)
}

// Explain returns why no request of a run can succeed, and the remedy; "" for any other failure.
func Explain(err error) (summary, remedy string) {
	for _, cause := range causes {
		if cause.is(err) {
			return cause.summary, cause.remedy
		}
	}
	if errors.Is(err, idm.ErrNoResponse) {
		return "The service does not respond", "Check base_url, proxy_url, the network and request_timeout."
	}
	return "", ""
}

// causes lists the failures of a connection that a user can distinguish, the most specific first.
var causes = []struct {
	is              func(error) bool
	summary, remedy string
}{
	{func(err error) bool { return errors.Is(err, idm.ErrUnauthorized) }, "The service does not accept the login",
		"Check the provider's login arguments or their environment variables IDM_…: a token may have expired, or belong to another " +
			"service."},
	{is[*idm.LoginError],
		"Could not sign in",
		"The token that the request needs could not be fetched, so it was not sent. Check the login arguments, the address of the token " +
			"endpoint and its certificate authority."},
	{FromProxy, "The proxy refused the request", ProxyRemedy},
	{is[*net.DNSError],
		"Unknown host",
		"The name of the host cannot be resolved. Check base_url for a misspelling, and whether this machine needs a VPN or proxy_url to " +
			"reach it."},
	{func(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }, "Nothing listens at the address",
		"The host refused the connection. Check host and port of base_url, and whether the service is running."},
	{plainHTTPResponse,
		"No TLS at the address",
		"base_url begins with https, and the port responds in plain http. Correct the port; or write http if the service really has no " +
			"TLS, which needs allow_plain_http for another host."},
	{plainRequest, "The address expects TLS", "base_url begins with http, and the port expects https. Write https."},
	{is[*tls.CertificateVerificationError], "The certificate is not trusted",
		"Set ca_certificate to the authority that signed it, or correct the host name in base_url."},
	{func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }, "The service does not respond",
		"No complete response arrived in time. Check host and port of base_url, firewalls, proxy_url, and whether the service is running."},
	{is[*idm.RedirectError], "The address redirects elsewhere",
		"The login is sent only to base_url. Set base_url to the final address of the service."},
	{wrongPlace,
		"No such service at the address",
		"The response is not from the API of the service. Check base_url: it is the address before /core/v1. A proxy or a " +
			"login page may also have responded instead."},
	{func(err error) bool { return errors.Is(err, idm.ErrUnavailable) }, "The service is not available",
		"Plan again later; if it fails again, ask the operator of the service."},
}

// FromProxy reports whether a proxy answered in place of the service.
func FromProxy(err error) bool {
	response, ok := errors.AsType[*idm.Error](err)
	return is[*idm.ProxyError](err) || ok && response.StatusCode == http.StatusProxyAuthRequired
}

// ProxyRemedy is the remedy for a proxy that answered.
const ProxyRemedy = "The proxy answered, and not the service. It is set in proxy_url, IDM_PROXY_URL or HTTPS_PROXY. Status 407: give it a " +
	"user name and a password, such as http://user:password@proxy.example.com:3128, with special characters percent-encoded. Any other " +
	"status: ask its operator to allow the host of base_url, or exclude the host in NO_PROXY."

// plainHTTPResponse reports whether a TLS handshake received a plain HTTP response.
func plainHTTPResponse(err error) bool {
	_, header := errors.AsType[tls.RecordHeaderError](err)
	return header || strings.Contains(err.Error(), "server gave HTTP response to HTTPS client")
}

// plainRequest reports whether a TLS port refused a plain HTTP request.
func plainRequest(err error) bool {
	response, ok := errors.AsType[*idm.Error](err)
	text := ""
	if ok && response.StatusCode == http.StatusBadRequest {
		text = strings.ToLower(response.Excerpt)
	}
	return strings.Contains(text, "http request") && strings.Contains(text, "https") ||
		strings.Contains(err.Error(), `malformed HTTP response "\x15\x03`)
}

// wrongPlace reports whether a response cannot come from the service.
func wrongPlace(err error) bool {
	response, ok := errors.AsType[*idm.Error](err)
	return is[*idm.BadResponseError](err) && !is[*idm.ItemError](err) || errors.Is(err, idm.ErrNoOperation) ||
		ok && response.Excerpt != "" && response.StatusCode < http.StatusInternalServerError
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
