// Package tenantgen makes tenants: random ones that change step by step, as configurations and as
// the objects that a service must then hold, and large ones of a given size for measurements.
package tenantgen
