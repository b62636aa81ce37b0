package idm

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Notification is a message to a user. A template of the service provides its text.
type Notification struct {
	ClientExtID string `json:"clientExtId"`
	UserExtID   string `json:"userExtId"`
	// NotificationType is one of NotificationTypeNames.
	NotificationType string `json:"notificationType"`
	// SendingMethod lists SendingMethods in order of preference. The default is Email.
	SendingMethod []string `json:"sendingMethod,omitempty"`
	// Async sends the message through the event queue; nil means false.
	Async *bool `json:"async,omitempty"`
	// Placeholders maps a language code, or AllLanguages, to values by name. Names start with
	// PlaceholderPrefix.
	Placeholders map[string]map[string]string `json:"placeholders,omitempty"`
}

const (
	// AllLanguages is the key of placeholders for every language.
	AllLanguages = "languageIndependent"
	// PlaceholderPrefix works in all releases. Some releases also accept it without the underscore.
	PlaceholderPrefix = "EXTERNAL_"
)

// SendingMethods are the ways to send a Notification.
var SendingMethods = []string{"Email", "HTMLemail"}

// NotificationTypeNames returns the 21 types of the reference.
func NotificationTypeNames() []string {
	names := make([]string, 0, 21)
	for i := range 20 {
		names = append(names, "userNotification"+strconv.Itoa(i+1))
	}
	return append(names, "neutralAdaptNotification")
}

// SendNotification sends a message: POST /notification/v1/, permission UserView. It must not be
// retried automatically.
func (a *API) SendNotification(ctx context.Context, notification Notification) error {
	request := a.request(http.MethodPost, "notification/v1/", Place{}, "").Body(notification)
	for _, texts := range notification.Placeholders {
		request.Secrets(slices.Collect(maps.Values(texts))...)
	}
	return rest.Discard(ctx, a.c, request)
}

// NotificationTypes lists the notification types of this installation: GET
// /notification/v1/system/notification-types/, without a permission.
func (a *API) NotificationTypes(ctx context.Context) ([]string, error) {
	body, err := rest.Decode[struct {
		Items []string `json:"items"`
	}](ctx, a.c, a.request(http.MethodGet, "notification/v1/system/notification-types/", Place{}, ""))
	return body.Items, err
}
