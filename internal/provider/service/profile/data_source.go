package profile

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

var (
	newDataSource             = resourcebase.One(idm.ProfileOps, "Reads one profile of a client.", dataAttributes())
	newUserProfilesDataSource = resourcebase.All(idm.ProfileOps, "user_profiles", "profiles",
		"Lists all profiles of a user, in any state.", dataAttributes())
)

func newUnitProfilesDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource: resourcebase.DataSource{Noun: "unit_profiles"},
		Description: "Lists the profiles in a unit, without those in its subunits, in any state. The service has no such list: the " +
			"provider finds the users in the search index, and reads each user's profiles. A recently added user may be missing until " +
			"the index is updated.",
		Key:       resourcebase.InClient().By("unit_ext_id", "External ID of the unit whose profiles are listed."),
		Name:      "profiles",
		Attribute: attrs.ComputedList("The profiles in the unit, ordered by external ID.", dataAttributes()),
		List: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			profiles, err := idm.Complete(api.UnitProfiles(ctx, key[0], key[1]))
			slices.SortFunc(profiles, func(a, b idm.Profile) int { return cmp.Compare(a.ExtID, b.ExtID) })
			return profiles, err
		},
	}
}

func newUnitDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "profile_unit"},
		Description: "Reads the unit that a profile is in.",
		Key:         profileKey(),
		Name:        "unit",
		Attribute:   attrs.ComputedObject("The unit; null if the profile has none.", attrs.ComputedUnit()),
		List: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			return unitOf(ctx, api, key[0], key[1])
		},
	}
}

// profileKey is the key of the data sources for the objects of a profile.
func profileKey() resourcebase.Key {
	return resourcebase.InClient().By("profile_ext_id", "External ID of the profile.")
}

// unitOf reads the unit of a profile, or returns nil if it has none. The service returns the same
// response for a profile that does not exist, so unitOf also reads the profile.
func unitOf(ctx context.Context, api *idm.API, client, profile string) (*idm.Unit, error) {
	found, err := api.ProfileUnit(ctx, client, profile)
	if err == nil {
		return &found, nil
	}
	if !errors.Is(err, idm.ErrNoRecord) {
		return nil, err
	}
	holder, profileErr := idm.ProfileOps.Get(ctx, api, idm.In(client), profile)
	if profileErr != nil || holder.UnitExtID != "" {
		return nil, err
	}
	return nil, nil
}

func newRolesDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "profile_roles"},
		Description: "Lists the roles of a profile: those that authorizations grant, and those of its enterprise roles.",
		Key:         profileKey(),
		Name:        "roles",
		Attribute:   attrs.ComputedList("The roles, each once.", attrs.ComputedRole()),
		List:        resourcebase.AllBy((*idm.API).ProfileRoles),
	}
}

func newEnterpriseRolesDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "profile_enterprise_roles"},
		Description: "Lists the enterprise roles of a profile, which enterprise authorizations grant.",
		Key:         profileKey(),
		Name:        "enterprise_roles",
		Attribute:   attrs.ComputedList("The enterprise roles, each once.", attrs.ComputedEnterpriseRole()),
		List:        resourcebase.AllBy((*idm.API).ProfileEnterpriseRoles),
	}
}

func newApplicationsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "profile_applications"},
		Description: "Lists the applications that a profile may use: those of its roles, if assigned to the client.",
		Key:         profileKey(),
		Name:        "applications",
		Attribute:   attrs.ComputedList("The applications, ordered by external ID.", attrs.ComputedApplication()),
		List:        resourcebase.AllBy((*idm.API).ProfileApplications),
	}
}
