package connection

import (
	"net/url"
	"os"
)

// A rehearsal directs a provider to a copy of the service with these variables. They override the
// block, so that a configuration with an address and a login of its own reaches nothing else, in any
// module.
const (
	rehearsalURL   = "IDM_REHEARSAL_URL"
	rehearsalToken = "IDM_REHEARSAL_TOKEN"
)

// rehearsed are the settings of a rehearsal when there is one, else s. Only what decides neither
// where requests go nor who sends them stays as it is configured.
func rehearsed(s *Settings, r *reader) *Settings {
	address, token := os.Getenv(rehearsalURL), os.Getenv(rehearsalToken)
	if address == "" {
		return s
	}
	to, err := url.Parse(address)
	if err != nil || to.Scheme != "http" || !loopback(to.Hostname()) {
		r.problems = append(r.problems, Problem{
			Summary: "Invalid " + rehearsalURL,
			Detail: "A rehearsal takes place on this machine: " + rehearsalURL +
				" is an http address of it. Unset the variable to reach the service that is configured.",
		})
		return &Settings{}
	}
	return &Settings{
		BaseURL: &address, Token: &token, ClientExtID: s.ClientExtID, MaxRetries: s.MaxRetries, MaxConcurrent: s.MaxConcurrent,
		BatchReads: s.BatchReads, PermissionCheck: s.PermissionCheck, ReferenceCheck: s.ReferenceCheck,
	}
}
