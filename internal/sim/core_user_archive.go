package sim

func archiveUser(c *call, rec *record) (reply, error) {
	if rec.text("userState") != "archived" {
		c.archiveBelow(c.save("users", rec.with(doc{"userState": "archived"})))
	}
	return noContent()
}

// archiveBelow archives a user's profiles and deletes its credentials.
func (c *call) archiveBelow(user *record) {
	for _, profile := range c.snapshot("profiles", "user", c.client(), user.id) {
		if profile.text("profileState") != "archived" {
			c.save("profiles", profile.with(doc{"profileState": "archived"}))
		}
	}
	c.dropCredentials(user)
}
