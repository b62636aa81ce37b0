package idm

import (
	"context"
	"net/http"
	"strconv"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// Notification is a message to a user, worded by a template of the service.
type Notification struct {
	ClientExtID string `json:"clientExtId"`
	UserExtID   string `json:"userExtId"`
	// NotificationType is one of NotificationTypeNames.
	NotificationType string `json:"notificationType"`
	// SendingMethod lists SendingMethods in the order in which they are tried; empty is Email.
	SendingMethod []string `json:"sendingMethod,omitempty"`
	// Async sends by way of the event queue; nil is false.
	Async *bool `json:"async,omitempty"`
	// Placeholders maps a language code, or AllLanguages, to values by name. Names start with
	// PlaceholderPrefix.
	Placeholders map[string]map[string]string `json:"placeholders,omitempty"`
}

const (
	// AllLanguages is the key of the placeholders that are used in every language.
	AllLanguages = "languageIndependent"
	// PlaceholderPrefix satisfies all releases; some are content without the underscore.
	PlaceholderPrefix = "EXTERNAL_"
)

// SendingMethods are the ways to send a Notification.
var SendingMethods = []string{"Email", "HTMLemail"}

// NotificationTypeNames returns the 21 types that the reference lists.
func NotificationTypeNames() []string {
	names := make([]string, 0, 21)
	for i := range 20 {
		names = append(names, "userNotification"+strconv.Itoa(i+1))
	}
	return append(names, "neutralAdaptNotification")
}

// SendNotification sends a message: POST /notification/v1/, permission UserView. It must not be
// repeated blindly.
func (a *API) SendNotification(ctx context.Context, notification Notification) error {
	return rest.Discard(ctx, a.c,
		a.request(http.MethodPost, "notification", "v1").TrailingSlash().Body(notification).Sensitive())
}

// NotificationTypes lists the types that this installation knows: GET
// /notification/v1/system/notification-types/, no permission needed.
func (a *API) NotificationTypes(ctx context.Context) ([]string, error) {
	body, err := rest.Decode[struct {
		Items []string `json:"items"`
	}](ctx, a.c, a.request(http.MethodGet, "notification", "v1", "system", "notification-types").TrailingSlash())
	return body.Items, err
}
