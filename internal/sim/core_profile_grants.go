package sim

import (
	"cmp"
	"slices"
)

// grantedRoles returns the roles of a profile, including those of its enterprise roles, in list
// order.
func (c *call) grantedRoles(profile *record) []*record {
	found := map[string]*record{}
	for _, a := range c.list("authorizations", "profile", c.client(), profile.id) {
		id := a.text("roleExtId")
		found[id] = c.get("roles", id)
	}
	for _, enterprise := range c.grantedEnterpriseRoles(profile) {
		for id := range members(enterprise.doc) {
			found[id] = c.get("roles", id)
		}
	}
	return sortedRecords(found)
}

func (c *call) grantedEnterpriseRoles(profile *record) []*record {
	found := map[string]*record{}
	for _, a := range c.list("enterpriseAuthorizations", "profile", c.client(), profile.id) {
		id := a.text("enterpriseRoleExtId")
		found[id] = c.get("enterpriseRoles", c.client(), id)
	}
	return sortedRecords(found)
}

func sortedRecords(found map[string]*record) []*record {
	out := make([]*record, 0, len(found))
	for _, rec := range found {
		out = append(out, rec)
	}
	slices.SortFunc(out, func(a, b *record) int {
		return cmp.Or(cmp.Compare(a.created, b.created), cmp.Compare(a.id, b.id))
	})
	return out
}

func listProfileRoles(c *call, profile *record) reply {
	return c.pageOf("roles", c.grantedRoles(profile))
}

func listProfileEnterpriseRoles(c *call, profile *record) reply {
	return c.pageOf("enterpriseRoles", c.grantedEnterpriseRoles(profile))
}

// listProfileApplications lists the applications of the profile's roles that are assigned to the
// client.
func listProfileApplications(c *call, profile *record) reply {
	found := map[string]*record{}
	for _, role := range c.grantedRoles(profile) {
		id := role.text("applicationExtId")
		if c.get("clientApplications", c.client(), id) != nil {
			found[id] = c.get("applications", id)
		}
	}
	used := sortedRecords(found)
	slices.SortFunc(used, func(a, b *record) int { return cmp.Compare(a.id, b.id) })
	return c.pageOf("applications", used)
}
