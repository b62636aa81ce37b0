package sim

import (
	"net/http"
	"slices"
)

func (k credentialKind) handleList(c *call, user *record) (reply, error) {
	return c.pageOf("credentials", c.list("credentials", "type", c.client(), user.id, k.kind))
}

// find returns the credential in the path: the one with the ID, or the only one of a single kind.
func (k credentialKind) find(c *call) (*record, error) {
	user, err := c.find("users")
	if err != nil {
		return nil, err
	}
	for _, rec := range c.list("credentials", "type", c.client(), user.id, k.kind) {
		if k.single || rec.id == c.vars["credentialExtId"] {
			return rec, nil
		}
	}
	if k.single {
		return nil, noRecord(k.kind+" credential of the user", user.id, c.client())
	}
	return nil, noRecord(k.kind+" credential", c.vars["credentialExtId"], c.client())
}

// requireXToken requires an X-Token where the kind protects self-admin writes.
func (k credentialKind) requireXToken(c *call) error {
	if k.token {
		return c.requireOwnToken()
	}
	return nil
}

// handleCreate returns the generated secret, if any.
func (k credentialKind) handleCreate(c *call, user *record) (reply, error) {
	if user.text("userState") == "archived" {
		return reply{}, archivedRecord(user)
	}
	if err := k.requireXToken(c); err != nil {
		return reply{}, err
	}
	d, err := c.createBody(k.fields())
	if err != nil {
		return reply{}, err
	}
	d["userExtId"] = user.id
	secret, err := k.add(c, d)
	if err != nil {
		return reply{}, err
	}
	address := []string{"core", "v1", c.client(), "users", user.id, k.path}
	if !k.single {
		address = append(address, text(d, "extId"))
	}
	out := reply{status: http.StatusCreated, location: c.address(address...)}
	if secret != nil {
		out.body = secret
	}
	return out, nil
}

// add checks and stores a new credential, and returns its generated secret.
func (k credentialKind) add(c *call, d doc) (doc, error) {
	if d["stateName"] != nil {
		if err := c.require(k.withState...); err != nil {
			return nil, err
		}
	}
	if k.single && len(c.list("credentials", "type", c.client(), text(d, "userExtId"), k.kind)) > 0 {
		return nil, k.alreadyExists(c)
	}
	d["type"], d["clientExtId"] = k.kind, c.client()
	policy, err := c.effectivePolicy(k, d)
	if err != nil {
		return nil, err
	}
	var secret doc
	if k.prepare != nil {
		if secret, err = k.prepare(c, d, policy); err != nil {
			return nil, err
		}
	}
	d["extId"] = c.newID(d)
	d["createdBy"], d["modifiedBy"], d["lastChangeDate"] = c.actor(), c.actor(), c.timestamp()
	fillCredential(c.tx, d)
	if err := k.checkState(text(d, "stateName")); err != nil {
		return nil, err
	}
	_, err = c.add("credentials", d)
	return secret, err
}

func (k credentialKind) alreadyExists(c *call) error {
	const message = "The user has such a credential already."
	if k.conflict {
		return fail(http.StatusConflict, k.exists, message)
	}
	return c.duplicate(k.exists, message)
}

func (k credentialKind) checkState(state string) error {
	if k.states != nil && !slices.Contains(k.states, state) {
		return refuse(codeInvalidData, "stateName must not be %s.", state)
	}
	return nil
}

// effectivePolicy returns the parameters of the credential's policy: the one in the body, or else
// the default of its type.
func (c *call) effectivePolicy(k credentialKind, d doc) (doc, error) {
	if k.policy == "" {
		return nil, nil
	}
	if id := text(d, "policyExtId"); id != "" {
		rec, err := c.lookup("policies", id)
		if err != nil {
			return nil, err
		}
		if rec.text("policyType") != k.policy {
			return nil, refuse(codeInvalidParameter, "The policy %q is not a %s.", id, k.policy)
		}
		parameters, _ := rec.doc["parameters"].(doc)
		return parameters, nil
	}
	for _, rec := range c.list("policies", "type", c.client(), k.policy) {
		if rec.flag("defaultPolicy") {
			d["policyExtId"] = rec.id
			parameters, _ := rec.doc["parameters"].(doc)
			return parameters, nil
		}
	}
	return nil, nil
}

// handlePatch changes the state, the comment, and the other mutable fields of the kind.
func (k credentialKind) handlePatch(c *call, rec *record) (reply, error) {
	if err := k.requireXToken(c); err != nil {
		return reply{}, err
	}
	next, err := c.patch(k.fields(), rec)
	if err != nil {
		return reply{}, err
	}
	if next == nil {
		return show(c, rec)
	}
	if state := text(next, "stateName"); state != rec.text("stateName") {
		if err := k.checkState(state); err != nil {
			return reply{}, err
		}
		if state == "active" {
			next["failedLoginCount"] = int64(0)
		}
	}
	if k.check != nil {
		if err := k.check(c, next); err != nil {
			return reply{}, err
		}
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

func (k credentialKind) handleDelete(c *call, rec *record) (reply, error) {
	if err := k.requireXToken(c); err != nil {
		return reply{}, err
	}
	c.drop("credentials", rec)
	return noContent()
}
