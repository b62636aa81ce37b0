package notification

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "notification_types"},
		Description: "Lists the types of notifications that the service can send.",
		Name:        "notification_types",
		Attribute:   attrs.ComputedTexts("Names of the types, such as `userNotification1`."),
		List: func(ctx context.Context, api *idm.API, _ []string) (any, error) {
			return api.NotificationTypes(ctx)
		},
	}
}
