// Package model tests promises of the provider over a whole tenant rather than over one
// resource: under each reading of the service, for any sequence of configurations, and whatever the
// service answers. It speaks the protocol in this process, without a CLI.
package model
