package access

import (
	"iter"
	"slices"
	"strings"
)

// View derives holdings from a tenant. It is not safe for concurrent use.
type View struct {
	tenant *Tenant
	places map[*Object]Span
	uses   map[use]Span
	// changed maps IDs without an ExtID to the objects that a reference to any object is resolved
	// to; unread holds those of them that are in a gap.
	changed map[ID][]*Object
	unread  []*Object
	// only selects the visited paths; nil selects all.
	only func(Holding) bool
	// judgement decides paths by what a plan grants; nil for their effect.
	judgement *judgement
}

// use is a role in a client.
type use struct {
	client string
	role   *Object
}

// View returns a view of the current state of the tenant.
func (t *Tenant) View() *View {
	v := t.view()
	if t.judgedFrom != nil {
		v.judgement = &judgement{newComparison(t.judgedFrom, t)}
	}
	return v
}

// view returns a view of the effect of paths.
func (t *Tenant) view() *View {
	return &View{tenant: t, places: map[*Object]Span{}, uses: map[use]Span{}}
}

// Holdings iterates over all holdings of all users, effective or not, one for each path.
func (v *View) Holdings() iter.Seq[Holding] {
	return func(yield func(Holding) bool) {
		for g := range v.grants() {
			if !v.follow(g, yield) {
				return
			}
		}
	}
}

// grants iterates over all grants of both kinds, including those that may be in a gap.
func (v *View) grants() iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		for _, list := range [][]*Object{v.tenant.all(), v.tenant.wild(), v.unread} {
			for _, o := range list {
				if o.Presence != Absent && (o.Kind == Grant || o.Kind == EnterpriseGrant) && !yield(o) {
					return
				}
			}
		}
	}
}

// Of iterates over the holdings of a user.
func (v *View) Of(user ID) iter.Seq[Holding] {
	return v.among(v.grantsOf(user), func(h Holding) bool { return h.User.ID == user || h.User.Any() })
}

// grantsOf returns the grants of the profiles that may belong to a user. If something was not read,
// it returns all grants.
func (v *View) grantsOf(user ID) []*Object {
	if len(v.tenant.gaps) > 0 || user.Any() {
		return slices.Collect(v.grants())
	}
	var grants []*Object
	for _, profile := range v.tenant.Owned(user, Profile) {
		for _, kind := range []Kind{Grant, EnterpriseGrant} {
			grants = append(grants, v.tenant.Owned(profile.ID, kind)...)
		}
	}
	return grants
}

// Who iterates over the holdings of a role or an enterprise role.
func (v *View) Who(what ID) iter.Seq[Holding] {
	grants := v.tenant.targeted(what, Grant)
	if what.Kind == EnterpriseRole {
		grants = v.tenant.targeted(what, EnterpriseGrant)
	}
	all := len(v.tenant.gaps) > 0
	for _, member := range v.tenant.targeted(what, Member) {
		for _, owner := range member.owners() {
			grants = append(grants, v.tenant.targeted(owner, EnterpriseGrant)...)
		}
		all = all || member.Owner.IsAny()
	}
	if all {
		grants = slices.Collect(v.grants())
	}
	return v.among(grants, func(h Holding) bool { id := h.What(); return id == what || id.Any() && id.Kind == what.Kind })
}

// among iterates over the matching holdings of the given grants and of grants in gaps.
func (v *View) among(grants []*Object, match func(Holding) bool) iter.Seq[Holding] {
	return func(yield func(Holding) bool) {
		seen := map[*Object]bool{}
		for _, g := range slices.Concat(grants, v.tenant.wild(), v.unread) {
			if seen[g] || g.Presence == Absent || g.Kind != Grant && g.Kind != EnterpriseGrant {
				continue
			}
			seen[g] = true
			if !v.follow(g, func(h Holding) bool { return !match(h) || yield(h) }) {
				return
			}
		}
	}
}

// follow yields the holdings that a grant gives.
func (v *View) follow(g *Object, yield func(Holding) bool) bool {
	for _, profile := range v.objects(g.owners()) {
		for _, user := range v.objects(profile.owners()) {
			for _, what := range v.objects(g.targets()) {
				if !v.give(Holding{User: user, Profile: profile, Grant: g}, what, yield) {
					return false
				}
			}
		}
	}
	return true
}

// give yields the holdings of a granted role or enterprise role.
func (v *View) give(h Holding, what *Object, yield func(Holding) bool) bool {
	if what.Kind == Role {
		h.Role = what
		return v.decide(h, yield)
	}
	h.EnterpriseRole = what
	if !v.decide(h, yield) {
		return false
	}
	for _, member := range v.members(what) {
		for _, role := range v.objects(member.targets()) {
			h.Member, h.Role = member, role
			if !v.decide(h, yield) {
				return false
			}
		}
	}
	return true
}

// members returns the roles of an enterprise role. An unknown enterprise role may have any.
func (v *View) members(enterpriseRole *Object) []*Object {
	if enterpriseRole.ExtID == "" {
		return []*Object{v.tenant.Get(enterpriseRole.ref(Member, ""))}
	}
	all := slices.DeleteFunc(v.tenant.Owned(enterpriseRole.ID, Member), func(m *Object) bool { return m.Presence == Absent })
	for _, o := range v.unread {
		if o.Kind == Member && o.Client == enterpriseRole.Client && o.Owner.May(enterpriseRole.ExtID) {
			all = append(all, o)
		}
	}
	return all
}

// objects returns the referenced objects, including all that a reference to any object may lead to.
func (v *View) objects(refs []ID) []*Object {
	all := make([]*Object, 0, len(refs))
	for _, id := range refs {
		all = append(all, v.tenant.Get(id))
		owner, unread := strings.CutPrefix(id.ExtID, unreadOf)
		if id.ExtID != "" && !unread {
			continue
		}
		for _, o := range v.changed[anyOf(id)] {
			if !unread || o.Owner.May(owner) {
				all = append(all, o)
			}
		}
	}
	return all
}

// decide computes the times of a holding, and yields it.
func (v *View) decide(h Holding, yield func(Holding) bool) bool {
	if v.only != nil && !v.only(h) {
		return true
	}
	s, certain := allTimes, true
	for _, o := range h.Path() {
		s = s.And(o.Span())
		switch o.Kind {
		case Grant, EnterpriseGrant, Member:
			certain = certain && o.single(o.Owner) && o.single(o.Target)
		case Profile:
			certain = certain && o.single(o.Owner)
			s = s.And(v.place(o))
		case Role:
			s = s.And(v.use(use{h.Grant.Client, o}))
		}
	}
	if !certain {
		s.Must = nil
	}
	if h.times = s; v.judgement != nil {
		h = v.judgement.judge(h)
	}
	return yield(h)
}

func (o *Object) single(to Value[string]) bool {
	_, known := to.Known()
	return known
}

// place returns the times of an object's unit and its ancestors.
func (v *View) place(o *Object) Span {
	refs := o.Target
	if o.Kind == Unit {
		refs = o.Owner
	}
	if refs.IsAny() {
		return openTimes
	}
	var all *Span
	for _, extID := range refs.Options() {
		s := allTimes
		if extID != "" {
			s = v.unit(v.tenant.Get(o.ref(Unit, extID)))
		}
		if all != nil {
			s = s.either(*all)
		}
		all = &s
	}
	return *all
}

// unit returns the times of a unit and its ancestors. A unit below itself, which is possible only
// in a combination of possible values, allows all times and guarantees none.
func (v *View) unit(o *Object) Span {
	if s, known := v.places[o]; known {
		return s
	}
	v.places[o] = openTimes
	s := o.Span()
	s = s.And(v.place(o))
	v.places[o] = s
	return s
}

// use returns the times at which a client may use a role, because its application exists and is
// assigned.
func (v *View) use(u use) Span {
	if s, known := v.uses[u]; known {
		return s
	}
	s := openTimes
	for i, id := range u.role.owners() {
		if id.ExtID == "" {
			break
		}
		one := v.tenant.Get(id).Span().And(v.tenant.Get(ID{id.Service, u.client, Assignment, id.ExtID}).Span())
		if i > 0 {
			one = one.either(s)
		}
		s = one
	}
	v.uses[u] = s
	return s
}
