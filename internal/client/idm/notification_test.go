package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestNotifications(t *testing.T) {
	runAll(t, map[string]exchange{
		"send": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.SendNotification(ctx, idm.Notification{
					ClientExtID: "acme", UserExtID: "u-anna", NotificationType: "userNotification1",
					SendingMethod: []string{"HTMLemail", "Email"},
					Async:         new(true),
					Placeholders:  map[string]map[string]string{idm.AllLanguages: {idm.PlaceholderPrefix + "name": "Anna"}},
				}))
			},
			request: "POST /notification/v1/", status: 204,
			body: `{"clientExtId":"acme","userExtId":"u-anna","notificationType":"userNotification1","sendingMethod":["HTMLemail","Email"],
				"async":true,"placeholders":{"languageIndependent":{"EXTERNAL_name":"Anna"}}}`,
		},
		"send with little": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.SendNotification(ctx, idm.Notification{ClientExtID: "acme", UserExtID: "u",
					NotificationType: "userNotification2"}))
			},
			request: "POST /notification/v1/", status: 204,
			body: `{"clientExtId":"acme","userExtId":"u","notificationType":"userNotification2"}`,
		},
		"types": {
			call:     func(ctx context.Context, api *idm.API) (any, error) { return api.NotificationTypes(ctx) },
			request:  "GET /notification/v1/system/notification-types/",
			response: `{"items":["userNotification1"]}`, want: []string{"userNotification1"},
		},
	})
}

func TestNotificationTypeNames(t *testing.T) {
	names := idm.NotificationTypeNames()
	if len(names) != 21 || names[0] != "userNotification1" || names[19] != "userNotification20" || names[20] != "neutralAdaptNotification" {
		t.Errorf("NotificationTypeNames() = %q", names)
	}
}
