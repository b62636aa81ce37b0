package policy

import (
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// objects are the objects of a tenant, or of a change. In a change, a block for an existing object
// updates the given arguments; remove deletes the object.
type objects struct {
	Roles           []*roleBlock           `hcl:"role,block"`
	EnterpriseRoles []*enterpriseRoleBlock `hcl:"enterprise_role,block"`
	Units           []*unitBlock           `hcl:"unit,block"`
	Users           []*userBlock           `hcl:"user,block"`
	Profiles        []*profileBlock        `hcl:"profile,block"`
}

type roleBlock struct {
	ExtID string `hcl:"ext_id,label"`
	// Application is the application of the role; Assigned reports whether the client has it.
	Application *string   `hcl:"application,optional"`
	Assigned    *bool     `hcl:"assigned,optional"`
	Remove      bool      `hcl:"remove,optional"`
	Range       hcl.Range `hcl:",def_range"`
}

type enterpriseRoleBlock struct {
	ExtID  string    `hcl:"ext_id,label"`
	Roles  *[]string `hcl:"roles,optional"`
	Remove bool      `hcl:"remove,optional"`
	Range  hcl.Range `hcl:",def_range"`
}

type unitBlock struct {
	ExtID  string    `hcl:"ext_id,label"`
	Parent *string   `hcl:"parent,optional"`
	State  *string   `hcl:"state,optional"`
	From   *string   `hcl:"from,optional"`
	To     *string   `hcl:"to,optional"`
	Remove bool      `hcl:"remove,optional"`
	Range  hcl.Range `hcl:",def_range"`
}

type userBlock struct {
	ExtID     string          `hcl:"ext_id,label"`
	Technical *bool           `hcl:"technical,optional"`
	State     *string         `hcl:"state,optional"`
	From      *string         `hcl:"from,optional"`
	To        *string         `hcl:"to,optional"`
	Profiles  []*profileBlock `hcl:"profile,block"`
	Remove    bool            `hcl:"remove,optional"`
	Range     hcl.Range       `hcl:",def_range"`
}

type profileBlock struct {
	ExtID string `hcl:"ext_id,label"`
	// User is the owner of a profile outside the block of a user.
	User             *string       `hcl:"user,optional"`
	Unit             *string       `hcl:"unit,optional"`
	State            *string       `hcl:"state,optional"`
	From             *string       `hcl:"from,optional"`
	To               *string       `hcl:"to,optional"`
	Grants           []*grantBlock `hcl:"grant,block"`
	EnterpriseGrants []*grantBlock `hcl:"enterprise_grant,block"`
	Remove           bool          `hcl:"remove,optional"`
	Range            hcl.Range     `hcl:",def_range"`
}

type grantBlock struct {
	Role         string    `hcl:"role,label"`
	ClientGlobal *bool     `hcl:"client_global,optional"`
	UnitGlobal   *bool     `hcl:"unit_global,optional"`
	AppGlobal    *bool     `hcl:"app_global,optional"`
	From         *string   `hcl:"from,optional"`
	To           *string   `hcl:"to,optional"`
	Remove       bool      `hcl:"remove,optional"`
	Range        hcl.Range `hcl:",def_range"`
}

// apply adds objects; in a change it also updates existing ones.
func (b *builder) apply(all *objects, change bool) error {
	b.changing, b.err = change, nil
	for _, r := range all.Roles {
		b.role(r)
	}
	for _, e := range all.EnterpriseRoles {
		o := b.object("enterpriseRoles", e.ExtID, e.Remove, e.Range)
		if e.Roles != nil {
			o["roleExtIds"] = *e.Roles
			for _, role := range *e.Roles {
				b.refer("roles", role, e.Range)
			}
		} else if o["roleExtIds"] == nil {
			o["roleExtIds"] = []string{}
		}
	}
	for _, u := range all.Units {
		o := b.object("units", u.ExtID, u.Remove, u.Range)
		b.set(o, "state", u.State, u.Range)
		b.period(o, u.From, u.To, u.Range)
		b.link(o, "parentUnitExtId", "units", u.Parent, u.Range)
	}
	for _, u := range all.Users {
		o := b.object("users", u.ExtID, u.Remove, u.Range)
		b.set(o, "userState", u.State, u.Range)
		b.period(o, u.From, u.To, u.Range)
		if u.Technical != nil || o["isTechnicalUser"] == nil {
			o["isTechnicalUser"] = u.Technical != nil && *u.Technical
		}
		for _, p := range u.Profiles {
			p.User = &u.ExtID
			b.profile(p)
		}
	}
	for _, p := range all.Profiles {
		b.profile(p)
	}
	b.prune()
	return b.check()
}

func (b *builder) role(r *roleBlock) {
	o := b.object("roles", r.ExtID, r.Remove, r.Range)
	if r.Application != nil || o["applicationExtId"] == nil {
		application := "application"
		if r.Application != nil {
			application = *r.Application
		}
		o["applicationExtId"] = application
		if b.find("applications", application) == nil {
			b.lists["applications"] = append(b.lists["applications"], object{"extId": application})
			b.assign(application, true)
		}
	}
	if r.Assigned != nil {
		application, _ := o["applicationExtId"].(string)
		b.assign(application, *r.Assigned)
	}
}

// assign assigns an application to the client, or removes it.
func (b *builder) assign(application string, assigned bool) {
	b.lists["clientApplications"] = slices.DeleteFunc(b.lists["clientApplications"], func(o object) bool {
		return o["clientExtId"] == b.client && o["applicationExtId"] == application
	})
	if assigned {
		b.lists["clientApplications"] = append(b.lists["clientApplications"],
			object{"clientExtId": b.client, "applicationExtId": application})
	}
}

func (b *builder) profile(p *profileBlock) {
	o := b.object("profiles", p.ExtID, p.Remove, p.Range)
	b.link(o, "userExtId", "users", p.User, p.Range)
	b.link(o, "unitExtId", "units", p.Unit, p.Range)
	b.set(o, "profileState", p.State, p.Range)
	b.period(o, p.From, p.To, p.Range)
	if user, _ := o["userExtId"].(string); user == "" && !p.Remove {
		b.fail(p.Range, "the profile %q is new: name its owner with user, or write it inside the block of the user", p.ExtID)
	}
	for _, g := range p.Grants {
		b.grant("authorizations", "roleExtId", "roles", p.ExtID, g)
	}
	for _, g := range p.EnterpriseGrants {
		b.grant("enterpriseAuthorizations", "enterpriseRoleExtId", "enterpriseRoles", p.ExtID, g)
	}
}

func (b *builder) grant(list, field, of, profile string, g *grantBlock) {
	same := func(o object) bool {
		return o["clientExtId"] == b.client && o["profileExtId"] == profile && o[field] == g.Role
	}
	if g.Remove {
		count := len(b.lists[list])
		if b.lists[list] = slices.DeleteFunc(b.lists[list], same); len(b.lists[list]) == count {
			b.fail(g.Range, "the profile %q does not have %q, so that nothing is removed", profile, g.Role)
		}
		return
	}
	b.refer(of, g.Role, g.Range)
	i := slices.IndexFunc(b.lists[list], same)
	if i < 0 {
		b.lists[list] = append(b.lists[list], object{"clientExtId": b.client, "extId": "grant-of-" + g.Role, "profileExtId": profile,
			field: g.Role})
		if i = len(b.lists[list]) - 1; list == "authorizations" {
			for _, room := range grants.Rooms {
				b.lists[list][i][objecttype.APIName(room.Attribute)] = false
			}
		}
	}
	o := b.lists[list][i]
	b.period(o, g.From, g.To, g.Range)
	for name, open := range map[string]*bool{"clientGlobal": g.ClientGlobal, "unitGlobal": g.UnitGlobal, "appGlobal": g.AppGlobal} {
		if open != nil {
			o[name] = *open
		}
	}
}

// set sets a state.
func (b *builder) set(o object, field string, state *string, place hcl.Range) {
	if state == nil {
		return
	}
	if !slices.Contains([]string{"active", "disabled", "archived"}, *state) {
		b.fail(place, "state is %q; the values are active, disabled and archived", *state)
	}
	o[field] = *state
}

// period sets the given bounds of a validity; "" removes one.
func (b *builder) period(o object, from, to *string, place hcl.Range) {
	validity, _ := o["validity"].(map[string]any)
	next := map[string]any{}
	maps.Copy(next, validity)
	for name, bound := range map[string]*string{"from": from, "to": to} {
		if bound == nil {
			continue
		}
		delete(next, name)
		if *bound == "" {
			continue
		}
		moment, err := time.Parse(time.RFC3339, *bound)
		if err != nil {
			if moment, err = time.Parse(time.DateOnly, *bound); err != nil {
				b.fail(place, "%s is %q, which is neither a day such as 2027-01-31 nor a time such as 2027-01-31T00:00:00Z", name, *bound)
			}
		}
		next[name] = moment.UTC().Format(time.RFC3339)
	}
	o["validity"] = next
}

// link sets a reference to another object.
func (b *builder) link(o object, field, list string, to *string, place hcl.Range) {
	if to == nil {
		return
	}
	if o[field] = *to; *to != "" {
		b.refer(list, *to, place)
	}
}
