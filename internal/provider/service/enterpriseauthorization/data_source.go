package enterpriseauthorization

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ObjectDataSource{
		DataSource:  resourcebase.DataSource{Noun: "enterprise_authorization"},
		Description: "Reads one enterprise authorization of a profile.",
		Key: resourcebase.InClient().By("profile_ext_id", "External ID of the profile that has the enterprise role.").
			By("ext_id", "External ID of the enterprise authorization."),
		Attributes: dataAttributes(),
		Get:        resourcebase.One(idm.EnterpriseAuthorizationOps),
	}
}

func newEnterpriseAuthorizationsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "enterprise_authorizations"},
		Description: "Lists the enterprise authorizations of a profile: the grants of enterprise roles to it.",
		Key:         resourcebase.InClient().By("profile_ext_id", "External ID of the profile."),
		Name:        "enterprise_authorizations",
		Attribute:   attrs.ComputedList("The enterprise authorizations.", dataAttributes()),
		List:        resourcebase.All(idm.EnterpriseAuthorizationOps),
	}
}
