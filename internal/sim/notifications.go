package sim

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

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

func listNotificationTypes(*call, *record) reply { return okReply(doc{"items": notificationTypes}) }

// sendNotification only stores the notification in the state.
func sendNotification(c *call, _ *record, d doc) reply {
	c.vars["clientExtId"] = text(d, "clientExtId")
	c.requireRoom(c.client())
	c.lookup("clients", c.client())
	c.lookup("users", text(d, "userExtId"))
	checkNotification(d)
	c.checkPlaceholders(d)
	d["notificationType"] = lowerFirst(text(d, "notificationType"))
	d["number"] = int64(len(c.data["notifications"].byKey) + 1)
	d["created"] = c.timestamp()
	c.put("notifications", d)
	return noContent()
}

// checkNotification checks the type and the sending methods, and fills in defaults.
func checkNotification(d doc) {
	if !slices.Contains(notificationTypes, lowerFirst(text(d, "notificationType"))) {
		panic(refuse(codeInvalidParameter, "notificationType is %q, allowed are %s.",
			d["notificationType"], strings.Join(notificationTypes, ", ")))
	}
	methods, _ := d["sendingMethod"].([]any)
	for _, m := range methods {
		if name, _ := m.(string); !slices.Contains(sendingMethods, name) {
			panic(refuse(codeInvalidParameter, "sendingMethod is %q, allowed are %s.", m, strings.Join(sendingMethods, ", ")))
		}
	}
	if len(methods) == 0 {
		d["sendingMethod"] = []any{sendingMethods[0]}
	}
	setDefault(d, "async", false)
}

// checkPlaceholders checks languages and names; later releases use a longer prefix of names.
func (c *call) checkPlaceholders(d doc) {
	prefix := "EXTERNAL"
	if c.quirks[quirkLater] {
		prefix = "EXTERNAL_"
	}
	placeholders := nested(d, "placeholders")
	for language, v := range placeholders {
		if language != allLanguages && !languageCode.MatchString(language) {
			panic(refuse(codeInvalidParameter, "placeholders.%s is neither a language code nor %s.", language, allLanguages))
		}
		values, _ := v.(doc)
		for name := range values {
			if !strings.HasPrefix(name, prefix) {
				panic(refuse(codeInvalidParameter, "The placeholder %s does not begin with %s.", name, prefix))
			}
		}
	}
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
