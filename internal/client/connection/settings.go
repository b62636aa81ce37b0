// Package connection creates a connection to the service from settings. All programs of the project
// use the same rules: a setting in the provider's block overrides the environment variable IDM_….
package connection

// Settings contains the arguments of the provider's block; missing arguments are nil.
type Settings struct {
	BaseURL           *string            `tfsdk:"base_url"`
	ClientExtID       *string            `tfsdk:"client_ext_id"`
	Token             *string            `tfsdk:"token"`
	Username          *string            `tfsdk:"username"`
	Password          *string            `tfsdk:"password"`
	TechnicalUser     *TechnicalUser     `tfsdk:"technical_user"`
	OAuth2            *OAuth2            `tfsdk:"oauth2"`
	SelfAdmin         *SelfAdmin         `tfsdk:"self_admin"`
	Cloud             *Cloud             `tfsdk:"cloud"`
	ClientCertificate *string            `tfsdk:"client_certificate"`
	ClientKey         *string            `tfsdk:"client_key"`
	CACertificate     *string            `tfsdk:"ca_certificate"`
	Headers           map[string]*string `tfsdk:"headers"`
	ProxyURL          *string            `tfsdk:"proxy_url"`
	AllowPlainHTTP    *bool              `tfsdk:"allow_plain_http"`
	RequestTimeout    *string            `tfsdk:"request_timeout"`
	MaxRetries        *int               `tfsdk:"max_retries"`
	MaxConcurrent     *int               `tfsdk:"max_concurrent_requests"`
	RequestsPerSecond *float64           `tfsdk:"requests_per_second"`
	BatchReads        *bool              `tfsdk:"batch_reads"`
	PeopleOnDestroy   *string            `tfsdk:"people_on_destroy"`
	PlanChecks        *string            `tfsdk:"plan_checks"`
}

// TechnicalUser logs in with a device password.
type TechnicalUser struct {
	UserExtID       *string `tfsdk:"user_ext_id"`
	CredentialExtID *string `tfsdk:"credential_ext_id"`
	Secret          *string `tfsdk:"secret"`
}

// OAuth2 logs in with client credentials.
type OAuth2 struct {
	TokenURL     *string   `tfsdk:"token_url"`
	ClientID     *string   `tfsdk:"client_id"`
	ClientSecret *string   `tfsdk:"client_secret"`
	Scopes       []*string `tfsdk:"scopes"`
}

// SelfAdmin fetches the X-Token of callers that administer their own data.
type SelfAdmin struct {
	Username *string `tfsdk:"username"`
	Password *string `tfsdk:"password"`
}

// Cloud contains the settings of the cloud authentication service.
type Cloud struct {
	BaseURL   *string `tfsdk:"base_url"`
	AccessKey *string `tfsdk:"access_key"`
}
