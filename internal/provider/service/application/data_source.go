package application

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
		DataSource:  resourcebase.DataSource{Noun: "application", Release: diagnostics.ReleaseOf(objecttype.Application)},
		Description: "Reads one application of the service, assigned to a client or not.",
		Key:         resourcebase.Key{}.By("ext_id", "External ID of the application."),
		Attributes:  attrs.ComputedApplication(),
		Get:         resourcebase.One(idm.ApplicationOps),
	}
}
