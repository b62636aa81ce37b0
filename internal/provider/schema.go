package provider

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Schema returns the provider's configuration.
func (p *idmProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages a client (tenant) of the identity management service: units, users and their profiles, " +
			"authorizations, applications and roles, properties, policies and credentials. It reads all of that too.",
		Attributes: map[string]schema.Attribute{
			"base_url": text("Address of the service's API root, the part before `/core/v1`, such as `https://idm.example.com/api`.",
				"BASE_URL"),
			"client_ext_id": text("External ID of the client (tenant) of resources and data sources that do not set one. "+
				"An object keeps the client that it was created in when this default changes.", "CLIENT_EXT_ID"),
		},
		Blocks: blocks(),
	}
	maps.Copy(resp.Schema.Attributes, signingIn())
	maps.Copy(resp.Schema.Attributes, calling())
}

// signingIn returns the attributes for the provider's credentials and trust.
func signingIn() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"token":    secret("Bearer token to sign in with.", "TOKEN"),
		"username": text("Login ID to sign in with by HTTP basic authentication, together with `password`.", "USERNAME"),
		"password": secret("Password that goes with `username`.", "PASSWORD"),
		"client_certificate": text("Certificate that identifies the caller in the TLS handshake, as PEM text, together with `client_key`. "+
			"It can be the only way to sign in, or be used together with one of the others.", "CLIENT_CERTIFICATE"),
		"client_key":     secret("Private key of `client_certificate`, as PEM text.", "CLIENT_KEY"),
		"ca_certificate": text("Certificates of authorities to trust in addition to those of the system, as PEM text.", "CA_CERTIFICATE"),
	}
}

// blocks returns groups of related settings. A CLI refuses an unknown argument of a block, but
// silently drops one of a nested attribute.
func blocks() map[string]schema.Block {
	return map[string]schema.Block{
		"technical_user": schema.SingleNestedBlock{
			MarkdownDescription: "Technical user to sign in as, with a device password of its own; the provider builds the bearer token " +
				"from these three values.",
			Attributes: map[string]schema.Attribute{
				"user_ext_id":       text("External ID of the technical user.", "TECHNICAL_USER_USER_EXT_ID"),
				"credential_ext_id": text("External ID of its device password credential.", "TECHNICAL_USER_CREDENTIAL_EXT_ID"),
				"secret":            secret("The device password.", "TECHNICAL_USER_SECRET"),
			},
		},
		"oauth2": schema.SingleNestedBlock{
			MarkdownDescription: "OAuth 2.0 client credentials to sign in with. The token is fetched once, through the same proxy and " +
				"certificate authority as all calls, and renewed when it expires.",
			Attributes: map[string]schema.Attribute{
				"token_url": text("Address of the token endpoint.", "OAUTH2_TOKEN_URL"),
				"client_id": text("Client id at the authorization server; not to be confused with a client of the service.",
					"OAUTH2_CLIENT_ID"),
				"client_secret": secret("Client secret that goes with `client_id`.", "OAUTH2_CLIENT_SECRET"),
				"scopes": schema.ListAttribute{
					Optional: true, ElementType: types.StringType,
					MarkdownDescription: "Scopes to ask for. Environment variable `IDM_OAUTH2_SCOPES`, separated by spaces.",
				},
			},
		},
		"self_admin": schema.SingleNestedBlock{
			MarkdownDescription: "Login ID and password of the caller, for callers that administer only their own data: the provider " +
				"exchanges them for the token that the service requires for changes to protected values, sends it as `X-Token` " +
				"with every " +
				"call that changes something, and renews it when it expires.",
			Attributes: map[string]schema.Attribute{
				"username": text("Login ID of the caller that the provider signs in as.", "SELF_ADMIN_USERNAME"),
				"password": secret("Password of the caller.", "SELF_ADMIN_PASSWORD"),
			},
		},
		"cloud": schema.SingleNestedBlock{
			MarkdownDescription: "The cloud authentication service, which is another service with an address and a key of its own. Only " +
				"`idm_cloud_ping` uses it.",
			Attributes: map[string]schema.Attribute{
				"base_url":   text("Address of the instance; `https` only.", "CLOUD_BASE_URL"),
				"access_key": secret("Access key of the instance.", "CLOUD_ACCESS_KEY"),
			},
		},
	}
}

// calling returns the attributes for calls of the service, and for the checks of a plan.
func calling() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"headers": schema.MapAttribute{
			Optional: true, Sensitive: true, ElementType: types.StringType,
			MarkdownDescription: "Headers to send with every request, such as those that a gateway in front of the service asks " +
				"for. Their values are treated as secrets." +
				" Environment variable `IDM_HEADERS`, as a JSON object.",
		},

		"proxy_url": text("Proxy for all requests. Without it, the environment variables `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` apply.",
			"PROXY_URL"),
		"allow_plain_http": schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "`true` permits plain `http` to other hosts, which exposes the login. " +
				"`false` by default." +
				environment("ALLOW_PLAIN_HTTP"),
		},
		"request_timeout": text("Timeout of each attempt of a request, such as `45s` or `2m`. 30 seconds by default.",
			"REQUEST_TIMEOUT"),
		"max_retries": schema.Int64Attribute{
			Optional: true, Validators: []validator.Int64{int64validator.Between(0, 100)},
			MarkdownDescription: "Maximum number of retries of a repeatable request after a network error or a status 429, 502, " +
				"503 or 504. " +
				"4 by default. After a minute of an outage, failures are reported without retries." +
				environment("MAX_RETRIES"),
		},
		"max_concurrent_requests": schema.Int64Attribute{
			Optional: true, Validators: []validator.Int64{int64validator.Between(1, 1000)},
			MarkdownDescription: "Maximum number of concurrent requests, across all resources. 16 by default." +
				environment("MAX_CONCURRENT_REQUESTS"),
		},
		"requests_per_second": schema.Float64Attribute{
			Optional: true, Validators: []validator.Float64{float64validator.AtLeast(0.01)},
			MarkdownDescription: "How many requests may be sent each second, across all resources. Unlimited by default." +
				environment("REQUESTS_PER_SECOND"),
		},
		"batch_reads": schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "`true`, the default, reads objects below the same parent with one list instead of one request " +
				"each: the subunits of a unit, the profiles of a user, the authorizations of a profile, the roles of an application, the " +
				"enterprise roles of a client. `false` reads each object individually, for callers who may read objects but not lists." +
				environment("BATCH_READS"),
		},
		"people_on_destroy": text("Effect of the destroy of a person whose `idm_user` does not set `on_destroy`: `delete`, the default, or "+
			"`archive`. Technical users are deleted.",
			"PEOPLE_ON_DESTROY"),
		"plan_checks": text("What a plan does about its findings. `error`, the default: a certain failure of the apply is an error; what "+
			"another object, run or caller can still correct (a missing permission or reference, a taken name or login) is a "+
			"warning. `warn`: both are warnings. `off`: no checks. What protects objects is always an error: "+
			"an object that is declared twice, or kept and destroyed, an external ID that is taken, a replacement whose create cannot "+
			"succeed. Only new and changed objects are looked up, each once.",
			"PLAN_CHECKS"),
	}
}

func text(description, variable string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description + environment(variable)}
}

func secret(description, variable string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: description + environment(variable)}
}

func environment(variable string) string { return " Environment variable `IDM_" + variable + "`." }
