package provider

import (
	"context"
	"encoding/json"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

type config struct {
	BaseURL           types.String   `tfsdk:"base_url"`
	ClientExtID       types.String   `tfsdk:"client_ext_id"`
	Token             types.String   `tfsdk:"token"`
	Username          types.String   `tfsdk:"username"`
	Password          types.String   `tfsdk:"password"`
	TechnicalUser     *technicalUser `tfsdk:"technical_user"`
	OAuth2            *oauth2        `tfsdk:"oauth2"`
	SelfAdmin         *selfAdmin     `tfsdk:"self_admin"`
	Cloud             *cloudService  `tfsdk:"cloud"`
	ClientCertificate types.String   `tfsdk:"client_certificate"`
	ClientKey         types.String   `tfsdk:"client_key"`
	CACertificate     types.String   `tfsdk:"ca_certificate"`
	Headers           types.Map      `tfsdk:"headers"`
	ProxyURL          types.String   `tfsdk:"proxy_url"`
	AllowPlainHTTP    types.Bool     `tfsdk:"allow_plain_http"`
	RequestTimeout    types.String   `tfsdk:"request_timeout"`
	MaxRetries        types.Int64    `tfsdk:"max_retries"`
	MaxConcurrent     types.Int64    `tfsdk:"max_concurrent_requests"`
	RequestsPerSecond types.Float64  `tfsdk:"requests_per_second"`
	BatchReads        types.Bool     `tfsdk:"batch_reads"`
	PermissionCheck   types.String   `tfsdk:"permission_check"`
}

type technicalUser struct {
	UserExtID       types.String `tfsdk:"user_ext_id"`
	CredentialExtID types.String `tfsdk:"credential_ext_id"`
	Secret          types.String `tfsdk:"secret"`
}

type oauth2 struct {
	TokenURL     types.String `tfsdk:"token_url"`
	ClientID     types.String `tfsdk:"client_id"`
	ClientSecret types.String `tfsdk:"client_secret"`
	Scopes       types.List   `tfsdk:"scopes"`
}

type selfAdmin struct {
	Username types.String `tfsdk:"username"`
	Password types.String `tfsdk:"password"`
}

type cloudService struct {
	BaseURL   types.String `tfsdk:"base_url"`
	AccessKey types.String `tfsdk:"access_key"`
}

// connect turns the configuration and the environment into what the parts of the provider share.
func (c *config) connect(userAgent string, diags *diag.Diagnostics) *framework.Provider {
	s := settings{diags: diags}
	options := rest.Config{
		UserAgent:         userAgent,
		Headers:           s.headers(c.Headers),
		CACertificate:     []byte(s.text(path.Root("ca_certificate"), c.CACertificate, "CA_CERTIFICATE")),
		ClientCertificate: []byte(s.text(path.Root("client_certificate"), c.ClientCertificate, "CLIENT_CERTIFICATE")),
		ClientKey:         []byte(s.text(path.Root("client_key"), c.ClientKey, "CLIENT_KEY")),
		Proxy:             s.url(path.Root("proxy_url"), c.ProxyURL, "PROXY_URL"),
		RequestTimeout:    s.duration(path.Root("request_timeout"), c.RequestTimeout, "REQUEST_TIMEOUT"),
		RequestsPerSecond: s.rate(path.Root("requests_per_second"), c.RequestsPerSecond, "REQUESTS_PER_SECOND"),
		Log:               logger(),
	}
	if n := s.number(path.Root("max_retries"), c.MaxRetries, "MAX_RETRIES"); n != nil {
		options.MaxRetries = *n
		if *n == 0 {
			options.MaxRetries = -1
		}
	}
	if n := s.number(path.Root("max_concurrent_requests"), c.MaxConcurrent, "MAX_CONCURRENT_REQUESTS"); n != nil {
		options.MaxConcurrentRequests = *n
	}
	options.BaseURL = s.baseURL(c)
	options.Auth = s.login(c, options)
	options.XToken = s.selfAdmin(c)
	cloudService := s.cloud(c, options)
	batch := s.flag(path.Root("batch_reads"), c.BatchReads, "BATCH_READS", true)
	check := s.permissionCheck(c)
	client := s.text(path.Root("client_ext_id"), c.ClientExtID, "CLIENT_EXT_ID")
	if diags.HasError() {
		return nil
	}
	connection, err := rest.New(options)
	if err != nil {
		diags.AddError("Could not configure the provider", "The settings of the connection cannot be used: "+err.Error()+".")
		return nil
	}
	provider := &framework.Provider{API: idm.New(connection), ClientExtID: client, Cloud: cloudService, PermissionCheck: check, Needs: needs()}
	if batch {
		provider.Lists = provider.API.Lists()
	}
	return provider
}

func (s settings) permissionCheck(c *config) framework.PermissionCheck {
	at := path.Root("permission_check")
	switch check := framework.PermissionCheck(s.text(at, c.PermissionCheck, "PERMISSION_CHECK")); check {
	case framework.PermissionOff, framework.PermissionWarn, framework.PermissionError:
		return check
	case "":
		return framework.PermissionWarn
	}
	s.invalid(at, "PERMISSION_CHECK", "It is off, warn or error.")
	return framework.PermissionOff
}

func (s settings) baseURL(c *config) *url.URL {
	at := path.Root("base_url")
	base := s.url(at, c.BaseURL, "BASE_URL")
	if base == nil {
		if !s.diags.HasError() {
			s.diags.AddAttributeError(at, "Missing base_url", "Set the address of the service in the provider block, or in the environment variable IDM_BASE_URL.")
		}
		return nil
	}
	s.encrypted(at, base, c)
	return base
}

// encrypted refuses plain http to another host unless it is allowed.
func (s settings) encrypted(at path.Path, address *url.URL, c *config) {
	if address.Scheme == "http" && !loopback(address.Hostname()) && !s.flag(path.Root("allow_plain_http"), c.AllowPlainHTTP, "ALLOW_PLAIN_HTTP", false) {
		s.diags.AddAttributeError(at, "Plain http to another host",
			"With http everybody on the way to "+address.Host+" can read the login. Use https, or set allow_plain_http = true if the network in between is yours alone.")
	}
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// logger is nil unless somebody asked for logs, so that nothing is built only to be thrown away.
func logger() func(context.Context, string, map[string]any) {
	for _, variable := range os.Environ() {
		if name, value, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "TF_LOG") && value != "" && !strings.EqualFold(value, "off") {
			return func(ctx context.Context, message string, fields map[string]any) { tflog.Debug(ctx, message, fields) }
		}
	}
	return nil
}

// settings reads values that may stand in the configuration or in the environment; the configuration wins.
type settings struct{ diags *diag.Diagnostics }

func (s settings) text(at path.Path, value types.String, variable string) string {
	if value.IsUnknown() {
		s.unknown(at)
		return ""
	}
	if value.IsNull() {
		return os.Getenv("IDM_" + variable)
	}
	if value.ValueString() == "" {
		s.diags.AddAttributeError(at, "Empty string", "An empty string is not a value here. Leave the argument out to take the environment variable IDM_"+variable+".")
	}
	return value.ValueString()
}

func (s settings) unknown(at path.Path) {
	s.diags.AddAttributeError(at, "Value not known yet",
		"The provider must be configured before it can plan, and this value depends on something that is made during the apply. Use a value that is known, or apply what it depends on first.")
}

func (s settings) invalid(at path.Path, variable, reason string) {
	s.diags.AddAttributeError(at, "Invalid "+at.String(), reason+" It stands in the provider block or in the environment variable IDM_"+variable+".")
}

func (s settings) url(at path.Path, value types.String, variable string) *url.URL {
	given := s.text(at, value, variable)
	if given == "" {
		return nil
	}
	parsed, err := url.Parse(given)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		s.invalid(at, variable, "This is not an address such as https://idm.example.com/api.")
		return nil
	}
	return parsed
}

func (s settings) duration(at path.Path, value types.String, variable string) time.Duration {
	given := s.text(at, value, variable)
	if given == "" {
		return 0
	}
	d, err := time.ParseDuration(given)
	if err != nil || d <= 0 {
		s.invalid(at, variable, "This is not a time such as 45s or 2m.")
	}
	return d
}

func (s settings) headers(value types.Map) map[string]string {
	at := path.Root("headers")
	headers := map[string]string{}
	if value.IsUnknown() {
		s.unknown(at)
	}
	if value.IsNull() {
		if given := os.Getenv("IDM_HEADERS"); given != "" && json.Unmarshal([]byte(given), &headers) != nil {
			s.invalid(at, "HEADERS", "This is not a JSON object of strings.")
		}
		return headers
	}
	for name, element := range value.Elements() {
		header, ok := element.(types.String)
		if !ok || header.IsUnknown() {
			s.unknown(at.AtMapKey(name))
			continue
		}
		headers[name] = header.ValueString()
	}
	return headers
}
