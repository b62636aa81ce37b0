package idm

import "github.com/identity-iac/terraform-provider-idm/internal/rest"

// Statistics is what an API has done so far.
type Statistics = rest.Statistics

// Statistics returns what a has done so far.
func (a *API) Statistics() Statistics { return a.c.Statistics() }

// Changes grows with every request that changes something, when it is sent and again when its
// response arrives. Two equal numbers mean that nothing was changed through a in between.
func (a *API) Changes() int64 { return a.c.Changes() }

// Stop sends no further request, because each would fail like the one with err.
func (a *API) Stop(err error) { a.c.Stop(err) }

// Busy reports whether any request through a awaits its response.
func (a *API) Busy() bool { return a.c.Busy() }
