package idmctl

import "github.com/spf13/cobra"

// variablesHelp lists the provider's variables for the login and the address. The Long text of the
// root command contains it.
const variablesHelp = `The commands that call the service sign in as the provider does, with its variables:

  IDM_BASE_URL, IDM_CLIENT_EXT_ID                  address of the service, client
  IDM_TOKEN                                        login by token
  IDM_USERNAME, IDM_PASSWORD                       login by password
  IDM_CLIENT_CERTIFICATE, IDM_CLIENT_KEY           login by certificate
  IDM_TECHNICAL_USER_USER_EXT_ID, IDM_TECHNICAL_USER_CREDENTIAL_EXT_ID, IDM_TECHNICAL_USER_SECRET
                                                   login as a technical user
  IDM_OAUTH2_TOKEN_URL, IDM_OAUTH2_CLIENT_ID, IDM_OAUTH2_CLIENT_SECRET, IDM_OAUTH2_SCOPES
                                                   login with OAuth 2
  IDM_CA_CERTIFICATE, IDM_PROXY_URL, IDM_HEADERS, IDM_ALLOW_PLAIN_HTTP
                                                   connection
  IDM_REQUEST_TIMEOUT, IDM_MAX_RETRIES, IDM_MAX_CONCURRENT_REQUESTS, IDM_REQUESTS_PER_SECOND
                                                   limits

They are described in the documentation of the provider, which also reads IDM_BATCH_READS, IDM_PEOPLE_ON_DESTROY,
IDM_PLAN_CHECKS, IDM_SELF_ADMIN_USERNAME, IDM_SELF_ADMIN_PASSWORD, IDM_CLOUD_BASE_URL and IDM_CLOUD_ACCESS_KEY.`

// summaryForms are the forms of a summary.
var summaryForms = []string{"text", "json"}

// choices registers the completion values of a flag.
func choices[T ~string](cmd *cobra.Command, flag string, values []T) {
	completions := make([]cobra.Completion, len(values))
	for i, value := range values {
		completions[i] = string(value)
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(completions, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // The flag does not exist: an error of this program.
	}
}
