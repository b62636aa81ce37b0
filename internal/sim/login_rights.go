package sim

import (
	"net/http"
	"strings"
)

const rightPrefix = "AccessControl."

// caller is the authenticated caller with its rights and data rooms.
type caller struct {
	client, user, profile string
	rights                map[string]bool
	clients               map[string]bool
}

func newCaller(d doc) caller {
	return caller{
		client:  text(d, "clientExtId"),
		user:    text(d, "userExtId"),
		profile: text(d, "profileExtId"),
		rights:  stringSet(d["permissions"]),
		clients: stringSet(d["clients"]),
	}
}

func stringSet(v any) map[string]bool {
	list, _ := v.([]any)
	set := make(map[string]bool, len(list))
	for _, e := range list {
		if s, ok := e.(string); ok {
			set[s] = true
		}
	}
	return set
}

// may reports whether the caller has a right, written without its prefix.
func (c caller) may(right string) bool { return c.rights["*"] || c.rights[rightPrefix+right] }

// mayAll reports whether the caller has all of some rights.
func (c caller) mayAll(rights ...string) bool {
	for _, r := range rights {
		if !c.may(r) {
			return false
		}
	}
	return true
}

// canSee reports whether a client is in the caller's data room.
func (c caller) canSee(client string) bool { return c.clients["*"] || c.clients[client] }

// require returns 403 when the caller lacks a right that depends on the body.
func (c *call) require(rights ...string) {
	for _, r := range rights {
		if !c.caller.may(r) {
			panic(missingRight(r))
		}
	}
}

func missingRight(right string) *apiError {
	return fail(http.StatusForbidden, codeInsufficientRights, "Permission denied: %s is missing.", rightPrefix+right)
}

// authorize checks the rights of the route and the data room.
func (c *call) authorize() {
	c.checkRights()
	if client, ok := c.vars["clientExtId"]; ok && !c.selfAdmin {
		c.requireRoom(client)
	}
}

// requireRoom returns 403 for a client outside of the caller's data room.
func (c *call) requireRoom(client string) {
	if !c.caller.canSee(client) {
		panic(fail(http.StatusForbidden, codeDataRoom, "Data room permission denied: client %q.", client))
	}
}

func (c *call) checkRights() {
	rights := c.route.rights
	if c.quirks[quirkLater] && c.route.laterRights != nil {
		rights = c.route.laterRights
	}
	if other := c.route.alternative; other != "" && c.caller.may(other) {
		return
	}
	for _, r := range rights {
		if c.caller.may(r) {
			continue
		}
		if c.route.self && c.caller.may("SelfAdmin") && c.isOwnPath() {
			c.selfAdmin = true
			return
		}
		if c.route.hidden && !c.quirks[quirkLater] {
			panic(fail(http.StatusNotFound, codeInsufficientRights, "Permission denied: %sCredentialSearch is missing.", rightPrefix))
		}
		panic(missingRight(r))
	}
}

// isOwnPath reports whether the path names the caller's own user, or one of its profiles.
func (c *call) isOwnPath() bool {
	if c.caller.user == "" || c.caller.client != c.client() {
		return false
	}
	if user, ok := c.vars["userExtId"]; ok {
		return user == c.caller.user
	}
	profile := c.get("profiles", c.client(), c.vars["profileExtId"])
	return profile != nil && profile.text("userExtId") == c.caller.user
}

// actor returns the caller in the form of createdBy and modifiedBy: the client's name and the login
// ID.
func (c *call) actor() string {
	names := make([]string, 0, 2)
	if client := c.get("clients", c.caller.client); client != nil {
		names = append(names, client.text("name"))
	}
	if user := c.get("users", c.caller.client, c.caller.user); user != nil {
		names = append(names, user.text("loginId"))
	}
	return strings.Join(names, "/")
}
