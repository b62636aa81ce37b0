// Package tenantgen generates random tenants that change step by step, as configurations and as the
// expected objects in a service.
package tenantgen
