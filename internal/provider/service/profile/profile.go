// Package profile implements the noun profile: it connects a user to a unit, and through
// authorizations to roles.
package profile

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_profile and the data sources for its unit, roles, enterprise roles and
// applications.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{
			newDataSource, newUserProfilesDataSource, newUnitProfilesDataSource, newUnitDataSource,
			newRolesDataSource, newEnterpriseRolesDataSource, newApplicationsDataSource,
		},
		ListResources: resourcebase.ListResources{newLister},
	}
}
