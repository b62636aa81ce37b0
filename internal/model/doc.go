// Package model tests promises of the provider over a whole tenant rather than over one resource:
// with external IDs of any form, with kept values, and with any response of the service. It speaks
// the protocol in this process, without a CLI.
package model
