package connection

import (
	"net/url"
	"os"
)

// These variables direct the provider to the copy of the service that a rehearsal runs on. They
// override the block, so that no module of the configuration can reach another service with its own
// address and login.
const (
	rehearsalURL   = "IDM_REHEARSAL_URL"
	rehearsalToken = "IDM_REHEARSAL_TOKEN"
)

// rehearsed returns the settings of a rehearsal if one is running, otherwise s. A rehearsal keeps
// only the settings that affect neither the destination nor the login of requests.
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
		BatchReads: s.BatchReads, PeopleOnDestroy: s.PeopleOnDestroy, PlanChecks: s.PlanChecks,
	}
}
