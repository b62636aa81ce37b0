// Package modules contains the modules that idmctl init copies into the folder of a new tenant.
package modules

import "embed"

// Files holds the configuration of the modules units and people, without their tests.
//
//go:embed people/*.tf units/*.tf
var Files embed.FS
