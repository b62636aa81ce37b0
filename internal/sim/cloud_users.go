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

var authenticatorFields = []field{
	{name: "authenticatorId", use: shown},
	{name: "name", use: shown},
	{name: "type", use: shown},
	{name: "authenticatorType", use: shown},
	{name: "state", use: shown},
	{name: "enrolledAt", kind: kindTime, use: shown},
	{name: "updatedAt", kind: kindTime, use: shown},
}

var cloudUserFields = []field{
	{name: "userId", use: shown},
	{name: "username", use: shown},
	{name: "status", kind: kindEnum, use: shown, values: []string{userNew, userActive}},
	{name: "createdAt", kind: kindTime, use: shown},
	{name: "updatedAt", kind: kindTime, use: shown},
	{name: "lastLoginDateSuccess", kind: kindTime, use: shown},
	{name: "lastLoginDateFailure", kind: kindTime, use: shown},
	{name: "authenticators", kind: kindObjects, use: shown, fields: authenticatorFields},
	{name: "recoveryCodes", kind: kindStrings},
	{name: "failures", kind: kindNumber},
}

var cloudIntentFields = []field{
	{name: "token"},
	{name: "username", use: onCreate},
	{name: "userId", use: onCreate},
	{name: "operation", kind: kindEnum, use: onCreate | needed, values: []string{intentEnroll, intentApprove}},
	{name: "channels", kind: kindStrings, use: onCreate},
	{name: "createdAt", kind: kindTime},
}

var enrollBody = []field{
	{name: "username", use: onCreate},
	{name: "userId", use: onCreate},
	{name: "channel", kind: kindEnum, use: onCreate, values: []string{channelApp, channelPush, channelSMS, channelFIDO2, channelRecovery}},
	{name: "message", use: onCreate},
	{name: "phone", use: onCreate},
	{name: "displayName", use: onCreate},
}

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
func createIntent(c *cloudCall) (reply, error) {
	d, err := c.createBody(cloudIntentFields)
	if err != nil {
		return reply{}, err
	}
	channels := stringSet(d["channels"])
	for channel := range channels {
		if !slices.Contains([]string{channelApp, channelPush, channelSMS}, channel) {
			return reply{}, malformed("The channel %q is not app, push or sms.", channel)
		}
	}
	user, err := c.findUser(d)
	if err != nil {
		return reply{}, err
	}
	if user == nil && text(d, "operation") == intentApprove {
		return reply{}, noGlobalRecord("user", text(d, "username"))
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
func (c *cloudCall) findUser(d doc) (*record, error) {
	id, username := text(d, "userId"), text(d, "username")
	switch {
	case (id == "") == (username == ""):
		return nil, malformed("Either username or userId must be sent.")
	case username == "":
		return c.cloudUser(id)
	case !cloudUsername.MatchString(username):
		return nil, malformed("username must be 1 to 300 letters, digits, or characters out of _-.@.")
	}
	return firstRecord(c.list("cloudUsers", "username", username)), nil
}

func (c *cloudCall) cloudUser(id string) (*record, error) {
	if _, err := uuid.Parse(id); err != nil {
		return nil, malformed("userId is %q, which is not a UUID.", id)
	}
	if rec := c.get("cloudUsers", id); rec != nil {
		return rec, nil
	}
	return nil, noGlobalRecord("user", id)
}

// enroll registers an authenticator, and the user if it does not exist. Enrollment ends when the
// transaction of the status token succeeds.
func enroll(c *cloudCall) (reply, error) {
	body, err := c.object()
	if err != nil {
		return reply{}, err
	}
	delete(body, "fido2Options")
	d, err := c.createObject(enrollBody, body, "")
	if err != nil {
		return reply{}, err
	}
	setDefault(d, "channel", channelApp)
	if err := checkEnrollment(d); err != nil {
		return reply{}, err
	}
	user, err := c.findUser(d)
	if err != nil {
		return reply{}, err
	}
	if !c.intentMatches(user, d) {
		return reply{}, forbidden()
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
func (c *cloudCall) intentMatches(user *record, d doc) bool {
	if c.intent == nil {
		return true
	}
	same := user == nil && c.intent.text("username") == text(d, "username") ||
		user != nil && c.intentNamesUser(user)
	channels := stringSet(c.intent.doc["channels"])
	return same && (len(channels) == 0 || channels[text(d, "channel")])
}

// intentNamesUser reports whether the intent is for a user, by ID or name.
func (c *cloudCall) intentNamesUser(user *record) bool {
	if id := c.intent.text("userId"); id != "" {
		return id == user.text("userId")
	}
	return c.intent.text("username") == user.text("username")
}

func checkEnrollment(d doc) error {
	if len(text(d, "displayName")) > maxDisplayName {
		return malformed("displayName is longer than %d bytes.", maxDisplayName)
	}
	if text(d, "channel") != channelSMS {
		return nil
	}
	if !cloudPhone.MatchString(text(d, "phone")) {
		return malformed("phone must be an international number like +41790000000.")
	}
	message := text(d, "message")
	if message == "" {
		return nil
	}
	if !strings.Contains(message, codePlaceholder) {
		return malformed("message must hold %s.", codePlaceholder)
	}
	for _, r := range message {
		if !strings.ContainsRune(gsm7+gsm7Extension, r) {
			return malformed("message holds %q, which is not a GSM-7 character.", r)
		}
	}
	return nil
}

// replaceCodes replaces the recovery codes of a user.
func (c *cloudCall) replaceCodes(user *record) []any {
	codes := make([]any, recoveryCodeSet)
	for i := range codes {
		codes[i] = randomDigits(8)
	}
	next := copyDoc(user.doc)
	next["recoveryCodes"] = codes
	c.put("cloudUsers", next)
	return codes
}

func getCloudUser(c *cloudCall) (reply, error) {
	rec, err := c.cloudUser(c.vars["userId"])
	if err != nil {
		return reply{}, err
	}
	out := view(cloudUserFields, rec.doc, nil)
	for _, name := range []string{"username", "lastLoginDateSuccess", "lastLoginDateFailure"} {
		setDefault(out, name, nil)
	}
	setDefault(out, "authenticators", []any{})
	return okReply(out)
}

func deleteCloudUser(c *cloudCall) (reply, error) {
	rec, err := c.cloudUser(c.vars["userId"])
	if err != nil {
		return reply{}, err
	}
	c.drop("cloudUsers", rec)
	return noContent()
}
