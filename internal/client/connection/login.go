package connection

import (
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm/cloud"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// login is one login method.
type login struct {
	name  string
	given bool // is in the block
	found bool // is in the environment
	make  func(*Settings) *rest.Authenticator
}

// login returns the configured login method. A method in the block overrides all methods in the
// environment. Two methods in the same place are an error. So is a missing method, unless a client
// certificate or headers authenticate the caller.
func (r *reader) login(s *Settings, options rest.Config) *rest.Authenticator {
	ways := []login{
		{"token", s.Token != nil, inEnvironment("token"), r.token},
		{"username and password", s.Username != nil || s.Password != nil, inEnvironment("username", "password"), r.basic},
		{"technical_user", s.TechnicalUser != nil,
			inEnvironment("technical_user.user_ext_id", "technical_user.credential_ext_id", "technical_user.secret"), r.technicalUser},
		{"oauth2", s.OAuth2 != nil, inEnvironment("oauth2.token_url", "oauth2.client_id", "oauth2.client_secret"), r.oauth2},
	}
	chosen := pick(ways, func(l login) bool { return l.given })
	place := "the provider block"
	if len(chosen) == 0 {
		chosen, place = pick(ways, func(l login) bool { return l.found }), "the environment variables IDM_…"
	}
	switch len(chosen) {
	case 1:
		return chosen[0].make(s)
	case 0:
		if len(options.ClientCertificate) == 0 && len(options.Headers) == 0 {
			r.missing(Problem{Summary: "Missing login", Detail: "Set token, username and password, technical_user, oauth2, " +
				"client_certificate with client_key, or headers, in the provider block or in their environment variables IDM_TOKEN, …."})
		}
		return nil
	}
	names := make([]string, len(chosen))
	for i, way := range chosen {
		names[i] = way.name
	}
	r.problems = append(r.problems, Problem{Summary: "Two ways to sign in", Detail: "Set in " + place + ": " +
		strings.Join(names, " and also ") + ". Keep one of them."})
	return nil
}

func inEnvironment(names ...name) bool {
	for _, n := range names {
		if n.environment() != "" {
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

// needed reads a mandatory setting of the chosen login method.
func (r *reader) needed(n name, given *string, read func(name, *string) string) string {
	before := len(r.problems)
	text := read(n, given)
	if text == "" && len(r.problems) == before {
		r.add(n, "Incomplete login", "The chosen login method also needs "+string(n)+", set with "+n.place()+".")
	}
	return text
}

func (r *reader) token(s *Settings) *rest.Authenticator {
	return rest.BearerToken(r.needed("token", s.Token, r.bearer))
}

func (r *reader) basic(s *Settings) *rest.Authenticator {
	return rest.Basic(r.needed("username", s.Username, r.identifier), r.needed("password", s.Password, r.password))
}

func (r *reader) technicalUser(s *Settings) *rest.Authenticator {
	user := s.TechnicalUser
	if user == nil {
		user = &TechnicalUser{}
	}
	return rest.TechnicalUser(
		r.needed("technical_user.user_ext_id", user.UserExtID, r.identifier),
		r.needed("technical_user.credential_ext_id", user.CredentialExtID, r.identifier),
		r.needed("technical_user.secret", user.Secret, r.password))
}

func (r *reader) oauth2(s *Settings) *rest.Authenticator {
	grant := s.OAuth2
	if grant == nil {
		grant = &OAuth2{}
	}
	const at name = "oauth2.token_url"
	tokenURL := r.needed(at, grant.TokenURL, r.text)
	if address := r.url(at, grant.TokenURL); address != nil {
		r.encrypted(at, address, s)
	}
	return rest.OAuth2(tokenURL,
		r.needed("oauth2.client_id", grant.ClientID, r.identifier),
		r.needed("oauth2.client_secret", grant.ClientSecret, r.password), scopes(grant.Scopes))
}

// scopes returns the OAuth2 scopes. In the environment they are separated by spaces.
func scopes(given []*string) []string {
	if given == nil {
		return strings.Fields(name("oauth2.scopes").environment())
	}
	texts := make([]string, len(given))
	for i, scope := range given {
		texts[i] = optional(scope)
	}
	return texts
}

// selfAdmin returns the source of the X-Token; nil when it is not configured.
func (r *reader) selfAdmin(s *Settings) rest.TokenSource {
	caller := s.SelfAdmin
	if caller == nil {
		if !inEnvironment("self_admin.username", "self_admin.password") {
			return nil
		}
		caller = &SelfAdmin{}
	}
	return idm.SelfAdmin(r.needed("self_admin.username", caller.Username, r.identifier),
		r.needed("self_admin.password", caller.Password, r.password))
}

// cloud connects to the cloud authentication service; nil when it is not configured. It shares the
// network settings of the other service, but not its login or headers.
func (r *reader) cloud(s *Settings, options rest.Config) *cloud.API {
	service := s.Cloud
	if service == nil {
		if !inEnvironment("cloud.base_url", "cloud.access_key") {
			return nil
		}
		service = &Cloud{}
	}
	before := len(r.problems)
	const at name = "cloud.base_url"
	key := r.needed("cloud.access_key", service.AccessKey, r.bearer)
	r.needed(at, service.BaseURL, r.text)
	base := r.url(at, service.BaseURL)
	if base != nil && base.Scheme != "https" {
		r.add(at, "Plain http to the cloud service", "The cloud authentication service is called over https only: its access key "+
			"carries many privileges.")
	}
	if len(r.problems) > before {
		return nil
	}
	api, err := cloud.New(rest.Config{
		BaseURL: base, CACertificate: options.CACertificate, Proxy: options.Proxy, RequestTimeout: options.RequestTimeout,
		MaxRetries: options.MaxRetries,
		UserAgent:  options.UserAgent, Log: options.Log, Secrets: r.hidden,
	}, key)
	if err != nil {
		r.add("cloud", "Could not configure the cloud service", "The settings of the connection cannot be used: "+err.Error()+".")
	}
	return api
}
