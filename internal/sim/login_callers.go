package sim

import (
	"slices"
	"strings"
)

// checkCaller checks the names of a caller's permissions and clients.
func checkCaller(t *tx, d doc) {
	for right := range stringSet(d["permissions"]) {
		if right != "*" && !strings.HasPrefix(right, rightPrefix) {
			panic(refuse(codeInvalidData, "permissions: %q does not begin with %s.", right, rightPrefix))
		}
	}
	for client := range stringSet(d["clients"]) {
		if client != "*" && t.get("clients", client) == nil {
			panic(refuse(codeInvalidData, "clients: the client %q does not exist.", client))
		}
	}
}

// unlinkCallers removes a deleted object, and the values below it, from the callers that name it.
// field is clientExtId, userExtId or profileExtId.
func (c *call) unlinkCallers(field, id string) {
	below := []string{"clientExtId", "userExtId", "profileExtId"}
	for _, rec := range c.snapshot("callers", "all") {
		named := rec.text("clientExtId") == c.client() && rec.text(field) == id
		rest, seen := removeFrom(rec.doc["clients"], c.client())
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
