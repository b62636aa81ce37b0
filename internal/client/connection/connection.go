package connection

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/url"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm/cloud"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Connection is the result of Connect or Open.
type Connection struct {
	API *idm.API
	// BaseURL is the address of the service.
	BaseURL string
	// ClientExtID is the default client; it may be empty.
	ClientExtID string
	// Cloud calls the cloud authentication service; nil when it is not configured.
	Cloud *cloud.API
	// BatchReads is the setting batch_reads; the default is true.
	BatchReads bool
	// PeopleOnDestroy is delete (the default) or archive.
	PeopleOnDestroy string
	// PlanChecks is error (the default), warn or off.
	PlanChecks string
}

// Log receives one masked message per exchange with the service; nil disables logging.
type Log func(ctx context.Context, message string, fields map[string]any)

// Open connects with the settings of the environment variables IDM_…. Its errors are of type
// SettingsError.
func Open(userAgent string) (*Connection, error) {
	return Connect(context.Background(), &Settings{}, userAgent, nil, nil)
}

// Connect connects with settings; the environment replaces missing ones. The transport sends the
// requests; nil opens network connections. All requests end with running. Its errors are of type
// SettingsError.
func Connect(running context.Context, settings *Settings, userAgent string, log Log, transport http.RoundTripper) (*Connection, error) {
	r := &reader{}
	s := rehearsed(settings, r)
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	r.problems = Misspelled()
	options := r.options(s)
	options.UserAgent, options.Log, options.Transport, options.Running = userAgent, log, transport, running
	options.BaseURL = r.baseURL(s)
	options.Auth = r.login(s, options)
	options.XToken = r.selfAdmin(s)
	options.Secrets = r.hidden
	if options.Proxy == nil {
		r.environmentProxy()
	}
	opened := &Connection{
		Cloud:           r.cloud(s, options),
		BatchReads:      r.flag("batch_reads", s.BatchReads, true),
		PeopleOnDestroy: r.choice("people_on_destroy", s.PeopleOnDestroy, "delete", "delete", "archive"),
		PlanChecks:      r.choice("plan_checks", s.PlanChecks, "error", "off", "warn", "error"),
		ClientExtID:     r.identifier("client_ext_id", s.ClientExtID),
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	client, err := rest.New(options)
	if err != nil {
		return nil,
			SettingsError{{Summary: "Could not configure the provider",
				Detail: "The settings of the connection cannot be used: " + err.Error() + "."}}
	}
	opened.API, opened.BaseURL = idm.New(client), options.BaseURL.String()
	return opened, nil
}

// options returns all settings other than the address and the login.
func (r *reader) options(s *Settings) rest.Config {
	return rest.Config{
		Headers:           r.headers("headers", s.Headers),
		CACertificate:     r.pem("ca_certificate", s.CACertificate),
		ClientCertificate: r.pem("client_certificate", s.ClientCertificate),
		ClientKey:         r.pem("client_key", s.ClientKey),
		Proxy:             r.url("proxy_url", s.ProxyURL),
		RequestTimeout:    r.duration("request_timeout", s.RequestTimeout),
		RequestsPerSecond: r.rate("requests_per_second", s.RequestsPerSecond),
		// A setting of 0 disables retries.
		MaxRetries:            cmp.Or(r.number("max_retries", s.MaxRetries, rest.DefaultRetries), -1),
		MaxConcurrentRequests: r.number("max_concurrent_requests", s.MaxConcurrent, 0),
	}
}

func (r *reader) baseURL(s *Settings) *url.URL {
	const at name = "base_url"
	before := len(r.problems)
	base := r.url(at, s.BaseURL)
	if base != nil {
		r.encrypted(at, base, s)
	} else if len(r.problems) == before {
		r.missing(Problem{Path: at.path(), Summary: "Missing base_url", Detail: "Set the address of the service with " + at.place() + "."})
	}
	return base
}

// encrypted rejects plain http to a remote host unless it is allowed.
func (r *reader) encrypted(at name, address *url.URL, s *Settings) {
	if address.Scheme != "http" || loopback(address.Hostname()) || r.flag("allow_plain_http", s.AllowPlainHTTP, false) {
		return
	}
	r.add(at, "Plain http to another host",
		"With http anybody on the way to "+address.Host+" can read the login. Use https, or set allow_plain_http or IDM_ALLOW_PLAIN_HTTP "+
			"to true if the network in between is yours alone.")
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
