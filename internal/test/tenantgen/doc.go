// Package tenantgen generates tenants: random tenants that change step by step, as configurations
// and as the expected objects in a service, and large tenants of a given size for measurements.
package tenantgen
