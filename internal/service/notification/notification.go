// Package notification implements the noun notification: a message to a user, based on a template
// of the service.
package notification

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_notification_types and the action idm_send_notification.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		DataSources: []func() datasource.DataSource{newDataSource},
		Actions:     []func() action.Action{newSend},
	}
}
