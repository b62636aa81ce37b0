package sim

func fillDispatchTarget(_ *tx, d doc) {
	setDefault(d, "type", "fido-uaf")
	setDefault(d, "state", "active")
}

// requireOwnToken requires the X-Token of a self-admin caller.
func (c *call) requireOwnToken() {
	if c.selfAdmin {
		c.requireToken()
	}
}

func (c *call) settleDispatchTarget(doc) { c.requireOwnToken() }

func (c *call) dropDispatchTarget(rec *record) {
	c.requireOwnToken()
	c.drop(rec)
}
