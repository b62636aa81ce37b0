package sim

import (
	"net/http"
	"slices"
)

// credentialsOf returns the credentials of a type that a user of the client in the path has.
func (c *call) credentialsOf(user, kind string) []*record {
	return c.list("credentials", "type", c.client(), user, kind)
}

func (k credentialKind) handleList(c *call, user *record) reply {
	return c.pageOf("credentials", c.credentialsOf(user.id, k.name))
}

// requireXToken requires an X-Token where the kind protects self-admin writes.
func (k credentialKind) requireXToken(c *call) {
	if k.token {
		c.requireOwnToken()
	}
}

// handleCreate returns the generated secret, if any.
func (k credentialKind) handleCreate(c *call, user *record) reply {
	refuseArchived(user)
	k.requireXToken(c)
	d := c.createBody(k.bodyFields())
	d["userExtId"] = user.id
	secret := k.add(c, d)
	address := []string{"core", "v1", c.client(), "users", user.id, k.path}
	if k.exists == "" {
		address = append(address, text(d, "extId"))
	}
	out := reply{status: http.StatusCreated, location: c.address(address...)}
	if secret != nil {
		out.body = secret
	}
	return out
}

// add checks and stores a new credential, and returns its generated secret.
func (k credentialKind) add(c *call, d doc) doc {
	if state := text(d, "stateName"); state != "" {
		k.checkState(state)
		if k.withState != "" {
			c.require(k.withState)
		}
	}
	if k.exists != "" && len(c.credentialsOf(text(d, "userExtId"), k.name)) > 0 {
		f := c.duplicate(k.exists, "The user has such a credential already.")
		if k.conflict {
			f.status = http.StatusConflict
		}
		panic(f)
	}
	d["type"], d["clientExtId"] = k.name, c.client()
	policy := c.effectivePolicy(k, d)
	var secret doc
	if k.prepare != nil {
		secret = k.prepare(c, d, policy)
	}
	if k.check != nil {
		k.check(d)
	}
	d["createdBy"], d["modifiedBy"], d["lastChangeDate"] = c.actor(), c.actor(), c.timestamp()
	c.add("credentials", d)
	return secret
}

func (k credentialKind) checkState(state string) {
	if k.states != nil && !slices.Contains(k.states, state) {
		panic(refuse(codeInvalidData, "stateName must not be %s.", state))
	}
}

// effectivePolicy returns the parameters of the credential's policy: the one in the body, or else
// the default of its type.
func (c *call) effectivePolicy(k credentialKind, d doc) doc {
	if id := text(d, "policyExtId"); id != "" && k.policy != "" {
		rec := c.lookup("policies", id)
		if rec.text("policyType") != k.policy {
			panic(refuse(codeInvalidParameter, "The policy %q is not a %s.", id, k.policy))
		}
		return nested(rec.doc, "parameters")
	}
	for _, rec := range c.list("policies", "type", c.client(), k.policy) {
		if rec.flag("defaultPolicy") {
			d["policyExtId"] = rec.id
			return nested(rec.doc, "parameters")
		}
	}
	return nil
}

// handlePatch changes the state, the comment, and the other mutable fields of the kind.
func (k credentialKind) handlePatch(c *call, rec *record) reply {
	k.requireXToken(c)
	next := c.patch(k.bodyFields(), rec)
	if next == nil {
		return show(c, rec)
	}
	if state := text(next, "stateName"); state != rec.text("stateName") {
		k.checkState(state)
		if state == "active" {
			next["failedLoginCount"] = int64(0)
		}
	}
	if k.check != nil {
		k.check(next)
	}
	if !c.selfAdmin {
		next["stateChangeReason"] = "changed-by-admin"
	}
	return show(c, c.saveCredential(next))
}

// saveCredential stores a changed credential and records the caller as its modifier.
func (c *call) saveCredential(d doc) *record {
	d["modifiedBy"], d["lastChangeDate"] = c.actor(), c.timestamp()
	return c.save("credentials", d)
}

// dropCredentials deletes all credentials of a user.
func (c *call) dropCredentials(user *record) {
	c.dropAll("credentials", "user", c.client(), user.id)
	c.dropAll("dispatchTargets", "user", c.client(), user.id)
}

func (k credentialKind) handleDelete(c *call, rec *record) reply {
	k.requireXToken(c)
	c.drop(rec)
	return noContent()
}
