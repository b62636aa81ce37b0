package authorization

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ObjectDataSource{
		DataSource:  resourcebase.DataSource{Noun: "authorization"},
		Description: "Reads one authorization of a profile.",
		Key: resourcebase.InClient().By("profile_ext_id", "External ID of the profile that has the role.").
			By("ext_id", "External ID of the authorization."),
		Attributes: dataAttributes(),
		Get:        resourcebase.One(idm.AuthorizationOps),
	}
}

func newAuthorizationsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource: resourcebase.DataSource{Noun: "authorizations"},
		Description: "Lists the authorizations of a profile. They do not include roles from enterprise roles; `idm_profile_roles` lists " +
			"all roles.",
		Key:       resourcebase.InClient().By("profile_ext_id", "External ID of the profile."),
		Name:      "authorizations",
		Attribute: attrs.ComputedList("The authorizations.", dataAttributes()),
		List:      resourcebase.All(idm.AuthorizationOps),
	}
}
