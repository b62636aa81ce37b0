package plan

// Service is one configuration of this provider, and so one service that the plan is about.
type Service struct {
	// ID identifies the service: its normalized address when that is a constant of the configuration, otherwise text that no
	// address equals. Configurations of one provider source with the same address are the same service.
	ID string
	// Configs are the keys of the provider configurations as in the JSON: idm, idm.second, module.a:idm.
	Configs []string
	// Provider is the source of the provider, such as registry.terraform.io/identity-iac/idm.
	Provider string
	// Address is base_url as it is configured; "" when it comes from the environment or is not known.
	Address string
	// Known is false when base_url is an expression that the plan does not tell.
	Known bool
	// Settings are the other arguments that decide where requests and logins go, by name.
	Settings []Setting
}

// Setting is one argument of a provider configuration, such as proxy_url or oauth2.token_url.
type Setting struct {
	Name string
	// Value is the constant, Unknown when it is an expression that the plan does not tell, Masked when it is sensitive.
	Value any
}
