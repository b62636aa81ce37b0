package sim

import (
	"crypto/subtle"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// bodyRights are rights that depend on the body of a call, in addition to those of the routes.
var bodyRights = []string{
	"UnitCreateTopUnit", "LoginIdOverride", "UserCreateTechUser", "SelfAdmin",
	"UserSearch", "ClientSearch", "UnitSearch", "ApplicationSearch", "RoleSearch",
}

// ownUser returns the caller's own user, or 404 if the caller is not a user.
func (c *call) ownUser() *record {
	if user := c.get("users", c.caller.client, c.caller.user); user != nil {
		return user
	}
	panic(noRecord("user", c.caller.user, c.caller.client))
}

// getMe returns only strings; absent values are empty.
func getMe(c *call, _ *record) reply {
	user := c.ownUser()
	out := doc{
		"userExtId":           user.id,
		"loginId":             user.text("loginId"),
		"fullName":            fullName(user),
		"email":               formatParam(attribute(user.doc, "contacts.email")),
		"displayLanguageCode": user.text("languageCode"),
		"clientExtId":         c.caller.client,
		"clientName":          c.get("clients", c.caller.client).text("name"),
		"profileExtId":        "",
		"unitExtId":           "",
	}
	if profile := c.loginProfile(user); profile != nil {
		out["profileExtId"], out["unitExtId"] = profile.id, profile.text("unitExtId")
	}
	return okReply(out)
}

func fullName(user *record) string {
	name := nested(user.doc, "name")
	return strings.TrimSpace(text(name, "firstName") + " " + text(name, "familyName"))
}

// loginProfile returns the login profile of the caller, or else the user's default profile.
func (c *call) loginProfile(user *record) *record {
	if profile := c.get("profiles", c.caller.client, c.caller.profile); profile != nil {
		return profile
	}
	for _, profile := range c.list("profiles", "user", c.caller.client, user.id) {
		if profile.flag("isDefaultProfile") {
			return profile
		}
	}
	return nil
}

// createToken returns a temporary token in exchange for the caller's own password.
func createToken(c *call, _ *record, body doc) reply {
	if grant := text(body, "grant_type"); grant != "password" {
		panic(refuse(codeInvalidParameter, "grant_type is %q, it must be password.", grant))
	}
	user := c.ownUser()
	if text(body, "username") != user.text("loginId") {
		panic(refuse(codeInvalidParameter, "username is not the login id of the caller."))
	}
	if !c.knowsPassword(user, text(body, "password")) {
		panic(challenge("The password is wrong.", `Basic realm="`+c.request.URL.EscapedPath()+`"`))
	}
	token := doc{"access_token": c.issueToken(c.caller.client, user.id), "token_type": "bearer"}
	if !c.quirks[quirkLater] {
		token["expires_in"] = int64(tokenLifetime.Seconds())
	}
	header := http.Header{"Cache-Control": {"no-store"}, "Pragma": {"no-cache"}}
	return reply{status: http.StatusOK, header: header, body: token}
}

// knowsPassword reports whether a password belongs to an active credential of the user.
func (t *tx) knowsPassword(user *record, password string) bool {
	for _, rec := range t.list("credentials", "type", user.text("clientExtId"), user.id, typePassword) {
		if t.usable(rec) && matchesSecret(rec, password) {
			return true
		}
	}
	return false
}

// usable reports whether a credential is active and within its validity.
func (t *tx) usable(credential *record) bool {
	validity := nested(credential.doc, "validity")
	from, to := text(validity, "from"), text(validity, "to")
	now := t.timestamp()
	return credential.text("stateName") == "active" && from <= now && (to == "" || now < to)
}

// matchesSecret reports whether a secret belongs to a credential, in any state.
func matchesSecret(credential *record, secret string) bool {
	want := credential.text("loginSecret")
	return want != "" && subtle.ConstantTimeCompare([]byte(want), []byte(secret)) == 1
}

// listPermissions lists the caller's rights. A caller with all rights has every right that an
// operation requires.
func listPermissions(c *call, _ *record) reply {
	rights := maps.Clone(c.caller.rights)
	if rights["*"] {
		delete(rights, "*")
		for _, right := range knownRights() {
			rights[rightPrefix+right] = true
		}
	}
	names := slices.AppendSeq(make([]string, 0, len(rights)), maps.Keys(rights))
	slices.Sort(names)
	return okReply(doc{"elementaryPermissions": names})
}

func knownRights() []string {
	rights := slices.Clone(bodyRights)
	for _, r := range routes(false) {
		rights = append(rights, r.rights...)
		rights = append(rights, r.laterRights...)
		if r.alternative != "" {
			rights = append(rights, r.alternative)
		}
	}
	return rights
}
