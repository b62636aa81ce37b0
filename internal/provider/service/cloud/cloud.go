// Package cloud implements the noun cloud: the cloud authentication service, which is separate from
// identity management.
package cloud

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_cloud_ping.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{DataSources: resourcebase.DataSources{newPingDataSource}}
}
