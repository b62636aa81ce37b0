package sim

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// notificationFields are the fields of a notification, in the body and in the array notifications
// of the state.
var notificationFields = []field{
	{name: "number", kind: kindNumber},
	{name: "clientExtId", kind: kindName, use: onCreate | needed},
	{name: "userExtId", kind: kindName, use: onCreate | needed},
	{name: "notificationType", kind: kindName, use: onCreate | needed},
	{name: "sendingMethod", kind: kindStrings, use: onCreate},
	{name: "async", kind: kindFlag, use: onCreate},
	{name: "placeholders", kind: kindMaps, use: onCreate},
	{name: "created", kind: kindTime},
}

var (
	notificationTypes = newNotificationTypes()
	sendingMethods    = []string{"Email", "HTMLemail"}
	languageCode      = regexp.MustCompile(`^[A-Za-z]{2}$`)
)

// allLanguages is the key of the placeholders for all languages.
const allLanguages = "languageIndependent"

func newNotificationTypes() []string {
	names := make([]string, 0, 21)
	for n := 1; n <= 20; n++ {
		names = append(names, fmt.Sprintf("userNotification%d", n))
	}
	return append(names, "neutralAdaptNotification")
}

func notificationRoutes() []route {
	return []route{
		serve("POST /notification/v1/", sendNotification, "UserView"),
		serve("GET /notification/v1/system/notification-types/", listNotificationTypes),
	}
}

func listNotificationTypes(*call) (reply, error) { return okReply(doc{"items": notificationTypes}) }

// sendNotification only stores the notification in the state.
func sendNotification(c *call) (reply, error) {
	d, err := c.createBody(notificationFields)
	if err != nil {
		return reply{}, err
	}
	if err := c.checkReceiver(text(d, "clientExtId"), text(d, "userExtId")); err != nil {
		return reply{}, err
	}
	if err := checkNotification(d); err != nil {
		return reply{}, err
	}
	if err := c.checkPlaceholders(d); err != nil {
		return reply{}, err
	}
	d["notificationType"] = lowerFirst(text(d, "notificationType"))
	d["number"] = int64(len(c.data["notifications"].byKey) + 1)
	d["created"] = c.timestamp()
	c.put("notifications", d)
	return noContent()
}

// checkReceiver checks that the client and the user in the body exist, and are in the data room.
func (c *call) checkReceiver(client, user string) error {
	if !c.caller.canSee(client) {
		return fail(http.StatusForbidden, codeDataRoom, "Data room permission denied: client %q.", client)
	}
	if c.get("clients", client) == nil {
		return noGlobalRecord("client", client)
	}
	if c.get("users", client, user) == nil {
		return noRecord("user", user, client)
	}
	return nil
}

// checkNotification checks the type and the sending methods, and fills in defaults.
func checkNotification(d doc) error {
	if !slices.Contains(notificationTypes, lowerFirst(text(d, "notificationType"))) {
		return refuse(codeInvalidParameter, "notificationType is %q, allowed are %s.",
			d["notificationType"], strings.Join(notificationTypes, ", "))
	}
	methods, _ := d["sendingMethod"].([]any)
	for _, m := range methods {
		if name, _ := m.(string); !slices.Contains(sendingMethods, name) {
			return refuse(codeInvalidParameter, "sendingMethod is %q, allowed are %s.", m, strings.Join(sendingMethods, ", "))
		}
	}
	if len(methods) == 0 {
		d["sendingMethod"] = []any{sendingMethods[0]}
	}
	setDefault(d, "async", false)
	return nil
}

// checkPlaceholders checks languages and names; later releases use a longer prefix of names.
func (c *call) checkPlaceholders(d doc) error {
	prefix := "EXTERNAL"
	if c.quirks[quirkLater] {
		prefix = "EXTERNAL_"
	}
	placeholders, _ := d["placeholders"].(doc)
	for language, v := range placeholders {
		if language != allLanguages && !languageCode.MatchString(language) {
			return refuse(codeInvalidParameter, "placeholders.%s is neither a language code nor %s.", language, allLanguages)
		}
		values, _ := v.(doc)
		for name := range values {
			if !strings.HasPrefix(name, prefix) {
				return refuse(codeInvalidParameter, "The placeholder %s does not begin with %s.", name, prefix)
			}
		}
	}
	return nil
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
