package sim

import (
	"slices"
	"strings"
)

var callerFields = []field{
	{name: "token", kind: kindName},
	{name: "clientExtId"},
	{name: "userExtId"},
	{name: "profileExtId"},
	{name: "permissions", kind: kindStrings},
	{name: "clients", kind: kindStrings},
}

// checkCaller checks the names of a caller's permissions and clients.
func checkCaller(t *tx, d doc) error {
	for right := range stringSet(d["permissions"]) {
		if right != "*" && !strings.HasPrefix(right, rightPrefix) {
			return refuse(codeInvalidData, "permissions: %q does not begin with %s.", right, rightPrefix)
		}
	}
	for client := range stringSet(d["clients"]) {
		if client != "*" && t.get("clients", client) == nil {
			return refuse(codeInvalidData, "clients: the client %q does not exist.", client)
		}
	}
	return nil
}

// unlinkCallers removes a deleted object, and the values below it, from the callers that name it.
// field is clientExtId, userExtId or profileExtId.
func (c *call) unlinkCallers(field, id string) {
	below := []string{"clientExtId", "userExtId", "profileExtId"}
	for _, rec := range c.snapshot("callers", "all") {
		named := rec.text("clientExtId") == c.client() && rec.text(field) == id
		rest, seen := remove(rec.doc["clients"], c.client())
		seen = seen && field == "clientExtId"
		if !named && !seen {
			continue
		}
		next := copyDoc(rec.doc)
		if seen {
			next["clients"] = rest
		}
		if named {
			for _, name := range below[slices.Index(below, field):] {
				delete(next, name)
			}
		}
		c.put("callers", next)
	}
}
