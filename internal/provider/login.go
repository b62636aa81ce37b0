package provider

import (
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idm/cloud"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// login is one way to put a caller into the Authorization header.
type login struct {
	name  string
	given bool // stands in the configuration
	found bool // stands in the environment
	make  func() rest.Authenticator
}

// login returns the one way that is configured. A way in the configuration wins over all ways in the environment; two at the same
// place are an error, and so is none, unless a client certificate or headers sign the caller in.
func (s settings) login(c *config, options rest.Config) rest.Authenticator {
	ways := []login{
		{"token", !c.Token.IsNull(), inEnvironment("TOKEN"), func() rest.Authenticator { return s.token(c) }},
		{"username and password", !c.Username.IsNull() || !c.Password.IsNull(), inEnvironment("USERNAME", "PASSWORD"), func() rest.Authenticator { return s.basic(c) }},
		{"technical_user", c.TechnicalUser != nil,
			inEnvironment("TECHNICAL_USER_USER_EXT_ID", "TECHNICAL_USER_CREDENTIAL_EXT_ID", "TECHNICAL_USER_SECRET"), func() rest.Authenticator { return s.technicalUser(c) }},
		{"oauth2", c.OAuth2 != nil, inEnvironment("OAUTH2_TOKEN_URL", "OAUTH2_CLIENT_ID", "OAUTH2_CLIENT_SECRET"), func() rest.Authenticator { return s.oauth2(c) }},
	}
	chosen := pick(ways, func(l login) bool { return l.given })
	place := "the provider block"
	if len(chosen) == 0 {
		chosen, place = pick(ways, func(l login) bool { return l.found }), "the environment variables IDM_…"
	}
	switch len(chosen) {
	case 1:
		return chosen[0].make()
	case 0:
		if len(options.ClientCertificate) == 0 && len(options.Headers) == 0 {
			s.diags.AddError("Missing login", "The provider has no way to sign in. Give one of token, username and password, technical_user, oauth2, "+
				"client_certificate with client_key, or headers, in the provider block or in their environment variables IDM_….")
		}
		return nil
	}
	names := make([]string, len(chosen))
	for i, way := range chosen {
		names[i] = way.name
	}
	s.diags.AddError("Two ways to sign in", "In "+place+" stand "+strings.Join(names, " and also ")+". Keep one of them.")
	return nil
}

func inEnvironment(variables ...string) bool {
	for _, variable := range variables {
		if os.Getenv("IDM_"+variable) != "" {
			return true
		}
	}
	return false
}

func pick(ways []login, want func(login) bool) []login {
	var chosen []login
	for _, way := range ways {
		if want(way) {
			chosen = append(chosen, way)
		}
	}
	return chosen
}

// needed is a part that a way to sign in cannot do without.
func (s settings) needed(at path.Path, value types.String, variable string) string {
	before := s.diags.ErrorsCount()
	text := s.text(at, value, variable)
	if text == "" && s.diags.ErrorsCount() == before {
		s.diags.AddAttributeError(at, "Incomplete login", "The way to sign in that was chosen also needs "+at.String()+", or the environment variable IDM_"+variable+".")
	}
	return text
}

func (s settings) token(c *config) rest.Authenticator {
	return rest.BearerToken(s.needed(path.Root("token"), c.Token, "TOKEN"))
}

func (s settings) basic(c *config) rest.Authenticator {
	return rest.Basic(s.needed(path.Root("username"), c.Username, "USERNAME"), s.needed(path.Root("password"), c.Password, "PASSWORD"))
}

func (s settings) technicalUser(c *config) rest.Authenticator {
	user := c.TechnicalUser
	if user == nil {
		user = &technicalUser{}
	}
	at := path.Root("technical_user")
	return rest.TechnicalUser(
		s.needed(at.AtName("user_ext_id"), user.UserExtID, "TECHNICAL_USER_USER_EXT_ID"),
		s.needed(at.AtName("credential_ext_id"), user.CredentialExtID, "TECHNICAL_USER_CREDENTIAL_EXT_ID"),
		s.needed(at.AtName("secret"), user.Secret, "TECHNICAL_USER_SECRET"))
}

func (s settings) oauth2(c *config) rest.Authenticator {
	grant := c.OAuth2
	if grant == nil {
		grant = &oauth2{}
	}
	at := path.Root("oauth2")
	scopes := strings.Fields(os.Getenv("IDM_OAUTH2_SCOPES"))
	if !grant.Scopes.IsNull() {
		scopes = s.scopes(at.AtName("scopes"), grant.Scopes)
	}
	tokenURL := s.needed(at.AtName("token_url"), grant.TokenURL, "OAUTH2_TOKEN_URL")
	if address := s.url(at.AtName("token_url"), grant.TokenURL, "OAUTH2_TOKEN_URL"); address != nil {
		s.encrypted(at.AtName("token_url"), address, c)
	}
	return rest.OAuth2(tokenURL,
		s.needed(at.AtName("client_id"), grant.ClientID, "OAUTH2_CLIENT_ID"),
		s.needed(at.AtName("client_secret"), grant.ClientSecret, "OAUTH2_CLIENT_SECRET"), scopes)
}

func (s settings) scopes(at path.Path, value types.List) []string {
	var scopes []string
	for _, element := range value.Elements() {
		scope, ok := element.(types.String)
		if !ok || scope.IsUnknown() {
			s.unknown(at)
			return nil
		}
		scopes = append(scopes, scope.ValueString())
	}
	return scopes
}

// selfAdmin is where the X-Token comes from, nil when it is not asked for.
func (s settings) selfAdmin(c *config) rest.TokenSource {
	caller := c.SelfAdmin
	if caller == nil {
		if !inEnvironment("SELF_ADMIN_USERNAME", "SELF_ADMIN_PASSWORD") {
			return nil
		}
		caller = &selfAdmin{}
	}
	at := path.Root("self_admin")
	return idm.SelfAdmin(
		s.needed(at.AtName("username"), caller.Username, "SELF_ADMIN_USERNAME"),
		s.needed(at.AtName("password"), caller.Password, "SELF_ADMIN_PASSWORD"))
}

// cloud connects to the cloud authentication service, nil when it is not configured. It shares the network settings of the other service, and neither
// its login nor its headers.
func (s settings) cloud(c *config, options rest.Config) *cloud.API {
	service := c.Cloud
	if service == nil {
		if !inEnvironment("CLOUD_BASE_URL", "CLOUD_ACCESS_KEY") {
			return nil
		}
		service = &cloudService{}
	}
	before := s.diags.ErrorsCount()
	at := path.Root("cloud")
	key := s.needed(at.AtName("access_key"), service.AccessKey, "CLOUD_ACCESS_KEY")
	s.needed(at.AtName("base_url"), service.BaseURL, "CLOUD_BASE_URL")
	base := s.url(at.AtName("base_url"), service.BaseURL, "CLOUD_BASE_URL")
	if base != nil && base.Scheme != "https" {
		s.diags.AddAttributeError(at.AtName("base_url"), "Plain http to the cloud service", "The cloud authentication service is called over https only: its access key carries many privileges.")
	}
	if s.diags.ErrorsCount() > before {
		return nil
	}
	api, err := cloud.New(rest.Config{
		BaseURL: base, CACertificate: options.CACertificate, Proxy: options.Proxy, RequestTimeout: options.RequestTimeout, MaxRetries: options.MaxRetries,
		UserAgent: options.UserAgent, Log: options.Log,
	}, key)
	if err != nil {
		s.diags.AddAttributeError(at, "Could not configure the cloud service", "The settings of the connection cannot be used: "+err.Error()+".")
	}
	return api
}
