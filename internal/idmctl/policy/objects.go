package policy

import (
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
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
	Role                 string    `hcl:"role,label"`
	ClientGlobal         *bool     `hcl:"client_global,optional"`
	UnitGlobal           *bool     `hcl:"unit_global,optional"`
	AppGlobal            *bool     `hcl:"app_global,optional"`
	EnterpriseRoleGlobal *bool     `hcl:"enterprise_role_global,optional"`
	From                 *string   `hcl:"from,optional"`
	To                   *string   `hcl:"to,optional"`
	Remove               bool      `hcl:"remove,optional"`
	Range                hcl.Range `hcl:",def_range"`
}

// apply adds objects; in a change it also updates existing ones.
func (b *builder) apply(all *objects, change bool) error {
	b.changing, b.err = change, nil
	for _, r := range all.Roles {
		b.role(r)
	}
	for _, e := range all.EnterpriseRoles {
		b.object(access.EnterpriseRole, e.ExtID, e.Remove, e.Range)
		if e.Roles != nil {
			b.members(e)
		}
	}
	for _, u := range all.Units {
		o := b.object(access.Unit, u.ExtID, u.Remove, u.Range)
		b.set(o, u.State, u.Range)
		b.period(o, u.From, u.To, u.Range)
		b.link(&o.Owner, access.Unit, u.Parent, u.Range)
	}
	for _, u := range all.Users {
		o := b.object(access.User, u.ExtID, u.Remove, u.Range)
		b.set(o, u.State, u.Range)
		b.period(o, u.From, u.To, u.Range)
		if u.Technical != nil {
			o.Technical = access.Exactly(*u.Technical)
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
	o := b.object(access.Role, r.ExtID, r.Remove, r.Range)
	application, _ := o.Owner.Known()
	if r.Application != nil || application == "" {
		application = "application"
		if r.Application != nil {
			application = *r.Application
		}
		o.Owner = access.Exactly(application)
		if id := b.id(access.Application, application); b.find(id) == nil {
			b.put(id)
			b.assign(application, true)
		}
	}
	if r.Assigned != nil {
		b.assign(application, *r.Assigned)
	}
}

// assign assigns an application to the client, or removes it.
func (b *builder) assign(application string, assigned bool) {
	o := b.put(b.id(access.Assignment, application))
	if o.Target = access.Exactly(application); !assigned {
		o.Presence = access.Absent
	}
}

// members replaces the roles of an enterprise role.
func (b *builder) members(e *enterpriseRoleBlock) {
	for o := range b.all(access.Member) {
		if o.Owner.Must(e.ExtID) {
			b.remove(o.ID)
		}
	}
	for _, role := range *e.Roles {
		o := b.put(access.MemberID("", b.client, e.ExtID, role))
		o.Owner = access.Exactly(e.ExtID)
		b.link(&o.Target, access.Role, &role, e.Range)
	}
}

func (b *builder) profile(p *profileBlock) {
	o := b.object(access.Profile, p.ExtID, p.Remove, p.Range)
	b.link(&o.Owner, access.User, p.User, p.Range)
	b.link(&o.Target, access.Unit, p.Unit, p.Range)
	b.set(o, p.State, p.Range)
	b.period(o, p.From, p.To, p.Range)
	if o.Owner.Must("") && !p.Remove {
		b.fail(p.Range, "the profile %q is new: name its owner with user, or write it inside the block of the user", p.ExtID)
	}
	for _, g := range p.Grants {
		b.grant(access.Grant, access.Role, p.ExtID, g)
	}
	for _, g := range p.EnterpriseGrants {
		b.grant(access.EnterpriseGrant, access.EnterpriseRole, p.ExtID, g)
	}
}

// grant adds, updates or removes the grants of a profile for a role.
func (b *builder) grant(kind, of access.Kind, profile string, g *grantBlock) {
	var same []access.ID
	for o := range b.all(kind) {
		if o.Owner.Must(profile) && o.Target.Must(g.Role) {
			same = append(same, o.ID)
		}
	}
	switch {
	case g.Remove && len(same) == 0:
		b.fail(g.Range, "the profile %q does not have %q, so that nothing is removed", profile, g.Role)
	case len(same) == 0:
		same = append(same, b.id(kind, "grant-of-"+g.Role).Within(profile))
	}
	if g.Remove {
		for _, id := range same {
			b.remove(id)
		}
		return
	}
	o := b.put(same[0])
	o.Owner = access.Exactly(profile)
	b.link(&o.Target, of, &g.Role, g.Range)
	b.period(o, g.From, g.To, g.Range)
	for room, open := range []*bool{access.ClientRoom: g.ClientGlobal, access.UnitRoom: g.UnitGlobal,
		access.ApplicationRoom: g.AppGlobal, access.EnterpriseRoleRoom: g.EnterpriseRoleGlobal} {
		if open != nil {
			o.Rooms = o.Rooms.Open(access.Room(room), access.Exactly(*open))
		}
	}
}

// states are the states by the words of a block.
var states = map[string]access.State{"active": access.Active, "disabled": access.Disabled, "archived": access.Archived}

// set sets a state.
func (b *builder) set(o *access.Object, text *string, place hcl.Range) {
	if text == nil {
		return
	}
	state, known := states[*text]
	if !known {
		b.fail(place, "state is %q; the values are active, disabled and archived", *text)
	}
	o.State = access.Exactly(state)
}

// period sets the given bounds of a validity; "" removes one.
func (b *builder) period(o *access.Object, from, to *string, place hcl.Range) {
	for name, bound := range map[string]struct {
		text *string
		of   *access.Value[access.Moment]
	}{"from": {from, &o.From}, "to": {to, &o.To}} {
		if bound.text == nil {
			continue
		}
		moment, err := time.Parse(time.RFC3339, *bound.text)
		if err != nil {
			moment, err = time.Parse(time.DateOnly, *bound.text)
		}
		*bound.of = access.Exactly(access.At(moment))
		switch {
		case *bound.text == "":
			*bound.of = access.Exactly(access.Moment(0))
		case err != nil:
			b.fail(place, "%s is %q, which is neither a day such as 2027-01-31 nor a time such as 2027-01-31T00:00:00Z", name, *bound.text)
		}
	}
}

// link sets a reference to another object.
func (b *builder) link(of *access.Value[string], kind access.Kind, to *string, place hcl.Range) {
	if to == nil {
		return
	}
	if *of = access.Exactly(*to); *to != "" {
		b.refs = append(b.refs, reference{b.id(kind, *to), place})
	}
}
