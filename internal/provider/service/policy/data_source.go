package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ObjectDataSource{
		DataSource:  resourcebase.DataSource{Noun: "policy", Release: diagnostics.ReleaseOf(objecttype.Policy)},
		Description: "Reads one policy of a client.",
		Key:         resourcebase.InClient().By("ext_id", "External ID of the policy."),
		Attributes:  dataAttributes(),
		Get:         resourcebase.One(idm.PolicyOps),
	}
}

func newPoliciesDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "policies", Release: diagnostics.ReleaseOf(objecttype.Policy)},
		Description: "Lists the policies of a client.",
		Key:         resourcebase.InClient(),
		Name:        "policies",
		Attribute:   attrs.ComputedList("The policies of the client, in the order of the service.", dataAttributes()),
		List:        resourcebase.All(idm.PolicyOps),
	}
}
