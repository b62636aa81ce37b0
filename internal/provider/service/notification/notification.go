// Package notification implements the noun notification: a message to a user, based on a template
// of the service.
package notification

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_notification_types and the action idm_send_notification.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		DataSources: resourcebase.DataSources{newDataSource},
		Actions:     resourcebase.Actions{newSend},
	}
}
