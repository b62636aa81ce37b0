package sim

func archiveUser(c *call) (reply, error) {
	rec, err := c.find("users", "userExtId")
	if err != nil {
		return reply{}, err
	}
	if rec.text("userState") != "archived" {
		next := copyDoc(rec.doc)
		next["userState"] = "archived"
		c.archiveBelow(c.save("users", next))
	}
	return noContent()
}

// archiveBelow archives a user's profiles and deletes its credentials.
func (c *call) archiveBelow(user *record) {
	for _, profile := range c.snapshot("profiles", "user", c.client(), user.id) {
		if profile.text("profileState") != "archived" {
			next := copyDoc(profile.doc)
			next["profileState"] = "archived"
			c.save("profiles", next)
		}
	}
	c.dropCredentials(user)
}
