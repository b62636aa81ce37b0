package sim

import (
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Channels of the cloud service.
const (
	channelApp      = "app"
	channelPush     = "push"
	channelSMS      = "sms"
	channelFIDO2    = "fido2"
	channelRecovery = "recovery"
)

const (
	userNew    = "new"
	userActive = "active"
)

var (
	cloudUsername = regexp.MustCompile(`^[A-Za-z0-9_\-.@]{1,300}$`)
	cloudPhone    = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
)

const (
	codePlaceholder = "{{CODE}}"
	maxDisplayName  = 64
	recoveryCodeSet = 16
	gsm7            = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ " +
		"!\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	gsm7Extension     = "\f^{}\\[~]|€"
	authenticatorKind = "device platform"
)

func fillCloudUser(t *tx, d doc) {
	setDefault(d, "userId", uuid.NewString())
	setDefault(d, "status", userNew)
	setDefault(d, "createdAt", t.timestamp())
	setDefault(d, "updatedAt", d["createdAt"])
}

// createIntent returns a token for one user and one purpose.
func createIntent(c *call, _ *record, d doc) reply {
	channels := stringSet(d["channels"])
	for channel := range channels {
		if !slices.Contains([]string{channelApp, channelPush, channelSMS}, channel) {
			panic(malformed("The channel %q is not app, push or sms.", channel))
		}
	}
	user := c.findUser(d)
	if user == nil && text(d, "operation") == intentApprove {
		panic(noGlobalRecord("user", text(d, "username")))
	}
	d["token"], d["createdAt"] = uuid.NewString(), c.timestamp()
	if user != nil {
		d["userId"] = user.text("userId")
	}
	c.put("cloudIntents", d)
	return okReply(doc{"token": d["token"]})
}

// findUser finds the user that a body names by either of two fields. An unused username is not an
// error; the user is nil then.
func (c *call) findUser(d doc) *record {
	id, username := text(d, "userId"), text(d, "username")
	switch {
	case (id == "") == (username == ""):
		panic(malformed("Either username or userId must be sent."))
	case username == "":
		return c.cloudUser(id)
	case !cloudUsername.MatchString(username):
		panic(malformed("username must be 1 to 300 letters, digits, or characters out of _-.@."))
	}
	return firstRecord(c.list("cloudUsers", "username", username))
}

func (c *call) cloudUser(id string) *record {
	if _, err := uuid.Parse(id); err != nil {
		panic(malformed("userId is %q, which is not a UUID.", id))
	}
	if rec := c.get("cloudUsers", id); rec != nil {
		return rec
	}
	panic(noGlobalRecord("user", id))
}

// enroll registers an authenticator, and the user if it does not exist. Enrollment ends when the
// transaction of the status token succeeds.
func enroll(c *call, _ *record) reply {
	body := c.object()
	delete(body, "fido2Options")
	d := c.createObject(fieldsOf("enrollment"), body, "")
	setDefault(d, "channel", channelApp)
	checkEnrollment(d)
	user := c.findUser(d)
	if !c.intentMatches(user, d) {
		panic(forbidden())
	}
	if user == nil {
		created := doc{"username": text(d, "username")}
		fillCloudUser(c.tx, created)
		user = c.put("cloudUsers", created)
	}
	transaction := c.startEnrollment(user, d)
	out := doc{"userId": user.text("userId"), "username": user.doc["username"], "statusToken": transaction.text("statusToken")}
	if text(d, "channel") == channelRecovery {
		out["recoveryCodes"] = c.replaceCodes(user)
	}
	return okReply(out)
}

// intentMatches reports whether the intent, if the call has one, is for this user and channel.
func (c *call) intentMatches(user *record, d doc) bool {
	if c.intent == nil {
		return true
	}
	same := user == nil && c.intent.text("username") == text(d, "username") ||
		user != nil && c.intentNamesUser(user)
	channels := stringSet(c.intent.doc["channels"])
	return same && (len(channels) == 0 || channels[text(d, "channel")])
}

// intentNamesUser reports whether the intent is for a user, by ID or name.
func (c *call) intentNamesUser(user *record) bool {
	if id := c.intent.text("userId"); id != "" {
		return id == user.text("userId")
	}
	return c.intent.text("username") == user.text("username")
}

func checkEnrollment(d doc) {
	if len(text(d, "displayName")) > maxDisplayName {
		panic(malformed("displayName is longer than %d bytes.", maxDisplayName))
	}
	if text(d, "channel") != channelSMS {
		return
	}
	if !cloudPhone.MatchString(text(d, "phone")) {
		panic(malformed("phone must be an international number like +41790000000."))
	}
	message := text(d, "message")
	if message == "" {
		return
	}
	if !strings.Contains(message, codePlaceholder) {
		panic(malformed("message must hold %s.", codePlaceholder))
	}
	for _, r := range message {
		if !strings.ContainsRune(gsm7+gsm7Extension, r) {
			panic(malformed("message holds %q, which is not a GSM-7 character.", r))
		}
	}
}

// replaceCodes replaces the recovery codes of a user.
func (c *call) replaceCodes(user *record) []any {
	codes := make([]any, recoveryCodeSet)
	for i := range codes {
		codes[i] = randomDigits(8)
	}
	c.put("cloudUsers", user.with(doc{"recoveryCodes": codes}))
	return codes
}

func getCloudUser(c *call, _ *record) reply {
	rec := c.cloudUser(c.vars["userId"])
	out := view(fieldsOf("cloudUsers"), rec.doc, nil)
	for _, name := range []string{"username", "lastLoginDateSuccess", "lastLoginDateFailure"} {
		setDefault(out, name, nil)
	}
	setDefault(out, "authenticators", []any{})
	return okReply(out)
}

func deleteCloudUser(c *call, _ *record) reply {
	rec := c.cloudUser(c.vars["userId"])
	c.drop(rec)
	return noContent()
}
