// Package model tests promises of the provider with a whole tenant rather than a single resource:
// with external IDs of any form, with values that the service refuses to clear, and with any
// response of the service. It speaks the provider protocol in this process, without a CLI.
package model
