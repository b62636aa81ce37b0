package sim

import (
	_ "embed"
	"slices"
)

//go:embed demo.json
var demoSeed []byte

// DemoSeed returns the seed of a small demo tenant: the client acme with users, units,
// applications, roles and terms, and the callers demo-admin-token, demo-reader-token and
// demo-anna-token.
func DemoSeed() []byte { return slices.Clone(demoSeed) }
