package terms

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "terms", Release: diagnostics.ReleaseOf(objecttype.Terms)},
		Description: "Lists all terms of the service, including inactive ones.",
		Name:        "terms",
		Attribute:   attrs.ComputedList("Terms.", attrs.ComputedTerms()),
		List: func(ctx context.Context, api *idm.API, _ []string) (any, error) {
			all, err := idm.Complete(idm.TermsOps.List(ctx, api, idm.Place{}))
			return attrs.TermsValue(all), err
		},
	}
}
