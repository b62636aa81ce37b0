package idm

import "github.com/identity-iac/terraform-provider-idm/internal/client/rest"

// Statistics counts the requests of an API.
type Statistics = rest.Statistics

// Statistics returns the counts of a so far.
func (a *API) Statistics() Statistics { return a.c.Statistics() }

// Changes returns a counter that increases when a modifying request is sent and again when its
// response arrives. If two calls return the same number, a changed nothing in between.
func (a *API) Changes() int64 { return a.c.Changes() }

// Stop sends no further request, because each would fail like the one with err.
func (a *API) Stop(err error) { a.c.Stop(err) }
