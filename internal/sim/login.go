package sim

import (
	"encoding/base64"
	"net/http"
	"strings"
)

// login identifies the caller: by a caller's token, by a technical user's token
// (userExtId:credentialExtId:secret in base64 without padding), or by login ID and password.
func (t *tx) login(r *http.Request) caller {
	scheme, value, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	value = strings.TrimSpace(value)
	switch {
	case strings.EqualFold(scheme, "Bearer"):
		if rec := t.get("callers", value); rec != nil && value != "" {
			return newCaller(rec.doc)
		}
		if user := t.technicalUser(value); user != nil {
			return t.callerOf(user)
		}
	case strings.EqualFold(scheme, "Basic"):
		if id, password, ok := r.BasicAuth(); ok {
			if user := t.userByPassword(id, password); user != nil {
				return t.callerOf(user)
			}
		}
	}
	panic(challenge("The caller is not logged in."))
}

// challenge returns 401 with the accepted authentication schemes, by default the schemes of a login.
func challenge(message string, ways ...string) *apiError {
	if len(ways) == 0 {
		ways = []string{`Bearer realm="idm"`, `Basic realm="idm"`}
	}
	f := fail(http.StatusUnauthorized, codeUnauthorized, "%s", message)
	f.header = http.Header{"Www-Authenticate": ways}
	return f
}

// technicalUser finds the user of a technical user's token.
func (t *tx) technicalUser(token string) *record {
	plain, err := base64.RawStdEncoding.DecodeString(token)
	if err != nil {
		return nil
	}
	parts := strings.SplitN(string(plain), ":", 3)
	if len(parts) != 3 {
		return nil
	}
	for _, rec := range t.list("credentials", "login", parts[0], "DevicePassword") {
		if rec.id != parts[1] || !t.usable(rec) || !matchesSecret(rec, parts[2]) {
			continue
		}
		user := t.get("users", rec.text("clientExtId"), parts[0])
		if user != nil && user.flag("isTechnicalUser") && user.text("userState") == "active" {
			return user
		}
	}
	return nil
}

func (t *tx) userByPassword(loginID, password string) *record {
	for _, user := range t.list("users", "login", loginID) {
		if user.text("userState") == "active" && t.knowsPassword(user, password) {
			return user
		}
	}
	return nil
}

// callerOf returns the caller element of a user, or one without any rights.
func (t *tx) callerOf(user *record) caller {
	for _, rec := range t.list("callers", "user", user.text("clientExtId"), user.id) {
		return newCaller(rec.doc)
	}
	return caller{client: user.text("clientExtId"), user: user.id}
}
