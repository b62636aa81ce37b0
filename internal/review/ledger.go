package review

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// profileKey tells profiles apart, also one that gets its external id from the apply.
type profileKey struct{ client, id string }

// grantKey tells the grants of a profile apart; second is the external id of a second grant of the same role.
type grantKey struct {
	profile      profileKey
	kind         Kind
	role, second string
}

// ledger is who has what, before or after.
type ledger map[grantKey]Grant

// register is the part of the plan that access depends on.
type register struct {
	names         *Directory
	before, after ledger
	profiles      map[profileKey]*ProfileAccess
	users         map[profileKey]*Named
	// former are the profiles that are made anew under their external id for another user, as they are before.
	former      map[profileKey]*ProfileAccess
	formerUsers map[profileKey]*Named
}

func access(p *plan.Plan, names *Directory) []Person {
	r := &register{
		names: names, before: ledger{}, after: ledger{}, profiles: map[profileKey]*ProfileAccess{}, users: map[profileKey]*Named{},
		former: map[profileKey]*ProfileAccess{}, formerUsers: map[profileKey]*Named{},
	}
	for _, c := range p.Changes {
		if c.Type == typeProfile {
			r.profile(c)
		}
	}
	for _, c := range p.Changes {
		r.grants(r.before, c, c.Before)
		if c.Action == plan.Forget {
			r.grants(r.after, c, c.Before)
		} else {
			r.grants(r.after, c, c.After)
		}
	}
	r.takeAlong(p)
	r.compare()
	return r.people()
}

// keyOf is the profile that an attribute names.
func keyOf(client string, value any, address string) profileKey {
	if unknown, ok := value.(plan.Unknown); ok {
		return profileKey{client, "@" + cmp.Or(unknown.From, address)}
	}
	return profileKey{client, plan.Text(value)}
}

// profile notes what becomes of a profile.
func (r *register) profile(c plan.Change) {
	client := cmp.Or(c.After.Text("client_ext_id"), c.Before.Text("client_ext_id"))
	if c.Before != nil {
		r.enter(keyOf(client, c.Before["ext_id"], c.Address), c, c.Before, client)
	}
	if c.After == nil {
		r.profiles[keyOf(client, c.Before["ext_id"], c.Address)].Event = deleted
		return
	}
	key := keyOf(client, c.After["ext_id"], c.Address)
	if c.Action == plan.Replace {
		before := keyOf(client, c.Before["ext_id"], c.Address)
		r.profiles[before].Event = deleted
		if before == key {
			// What it had is lost, and it begins anew; for another user it is another's.
			r.profiles[before].Event = replaced
			if c.Before.Text("user_ext_id") != c.After.Text("user_ext_id") {
				was := *r.profiles[before]
				r.former[before], r.formerUsers[before] = &was, r.users[before]
			}
		}
	}
	event := stateEvent(c)
	if c.Action == plan.Create || c.Action == plan.ForgetCreate || c.Action == plan.Replace && r.profiles[key] == nil {
		event = created
	}
	entry := r.enter(key, c, c.After, client)
	entry.Event = cmp.Or(event, entry.Event)
	if state, known := c.After.Known("profile_state"); known {
		entry.State = state
	}
}

func (r *register) enter(key profileKey, c plan.Change, values plan.Values, client string) *ProfileAccess {
	entry := r.profiles[key]
	if entry == nil {
		entry = &ProfileAccess{Changes: []Change{}}
		r.profiles[key] = entry
	}
	entry.Profile = r.names.named(Profile, client, values["ext_id"])
	entry.Profile.Address = c.Address
	if name, known := values.Known("name"); known {
		entry.Profile.Name = name
	}
	if values["unit_ext_id"] != nil {
		unit := r.names.named(Unit, client, values["unit_ext_id"])
		entry.Unit = &unit
	}
	user := r.names.named(User, client, values["user_ext_id"])
	r.users[key] = &user
	return entry
}

// stateEvent is what a change of state means for the effect of a profile's roles.
func stateEvent(c plan.Change) string {
	if c.Before == nil {
		return ""
	}
	before, after := c.Before.Text("profile_state"), c.After.Text("profile_state")
	switch {
	case before == after:
		return ""
	case after == disabled, after == archived:
		return after
	case before == disabled:
		return enabled
	}
	return ""
}

// grants enters what a resource grants into a ledger.
func (r *register) grants(into ledger, c plan.Change, values plan.Values) {
	if values == nil {
		return
	}
	client := values.Text("client_ext_id")
	key := grantKey{profile: keyOf(client, values["profile_ext_id"], c.Address)}
	switch c.Type {
	case typeAuthorization:
		key.kind = Role
		r.enterGrant(into, key, client, values["role_ext_id"], values, c.Address)
	case typeEnterpriseAuthorization:
		key.kind = EnterpriseRole
		r.enterGrant(into, key, client, values["enterprise_role_ext_id"], values, c.Address)
	case typeProfileAuthorizations:
		key.kind = Role
		r.enterAll(into, key, client, values["authorizations"], c, "authorizations")
	case typeProfileEnterprise:
		key.kind = EnterpriseRole
		r.enterAll(into, key, client, values["enterprise_authorizations"], c, "enterprise_authorizations")
	}
}

// enterAll enters the grants of an authoritative resource. When the whole map is unknown, so is what is granted.
func (r *register) enterAll(into ledger, key grantKey, client string, all any, c plan.Change, attribute string) {
	switch all.(type) {
	case plan.Unknown, plan.Masked:
		r.enterGrant(into, key, client, all, nil, c.Address)
		return
	}
	byRole, _ := all.(map[string]any)
	for name, value := range byRole {
		values, _ := value.(map[string]any)
		role := name
		if first, second, isSecond := secondGrant(name); isSecond && (c.Before.Map(attribute)[first] != nil || c.After.Map(attribute)[first] != nil) {
			role, key.second = first, second
		} else {
			key.second = ""
		}
		r.enterGrant(into, key, client, role, values, c.Address)
	}
}

// secondGrant splits the key of a second grant of a role, role_ext_id/ext_id with both parts escaped. The key of a first one is the
// role alone as it is, which may look the same; but a second one never stands without a first.
func secondGrant(key string) (role, extID string, ok bool) {
	role, extID, ok = strings.Cut(key, "/")
	if !ok || strings.Contains(extID, "/") {
		return "", "", false
	}
	role, roleErr := url.PathUnescape(role)
	extID, extIDErr := url.PathUnescape(extID)
	return role, extID, roleErr == nil && extIDErr == nil
}

func (r *register) enterGrant(into ledger, key grantKey, client string, role any, values plan.Values, address string) {
	grant := grantOf(values)
	grant.Kind, grant.Role, grant.Address = key.kind, r.names.named(key.kind, client, role), address
	if key.kind == Role {
		grant.Application = r.names.application(client, grant.Role)
	} else {
		grant.Members = r.names.roles(client, grant.Role)
	}
	key.role = grant.Role.ExtID
	if grant.Role.ExtID == "" {
		key.role = "@" + cmp.Or(grant.Role.Address, address)
	}
	if _, taken := into[key]; taken {
		// Two resources grant the same, or one that is left over is deleted beside its successor.
		key.second = address
	}
	into[key] = grant
}

// grantOf is what a grant lets somebody do: the data rooms and the validity.
func grantOf(values plan.Values) Grant {
	var grant Grant
	for _, room := range rooms {
		if _, unknown := values[room+"_global"].(plan.Unknown); unknown {
			grant.Undecided = append(grant.Undecided, room)
		} else if values.True(room + "_global") {
			grant.Global = append(grant.Global, room)
		}
	}
	validity := values.Map("validity")
	grant.From, grant.To = validity.Text("from"), validity.Text("to")
	if unknown, isUnknown := values["validity"].(plan.Unknown); isUnknown {
		grant.From = unknown.String()
	}
	return grant
}

// takeAlong removes what goes with a profile. After a replacement only what is made anew in the same apply is there.
func (r *register) takeAlong(p *plan.Plan) {
	made := map[string]bool{}
	for _, c := range p.Changes {
		if c.Action == plan.Create || c.Action == plan.ForgetCreate || c.Action == plan.Replace {
			made[c.Address] = true
		}
	}
	for key, grant := range r.after {
		entry := r.profiles[key.profile]
		if entry != nil && (entry.Event == deleted || entry.Event == replaced && !made[grant.Address]) {
			delete(r.after, key)
		}
	}
}

// compare finds what differs between the two ledgers.
func (r *register) compare() {
	keys := maps.Clone(r.before)
	maps.Copy(keys, r.after)
	ordered := slices.SortedFunc(maps.Keys(keys), func(a, b grantKey) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.role, b.role), cmp.Compare(a.second, b.second))
	})
	for _, key := range ordered {
		before, had := r.before[key]
		after, has := r.after[key]
		entry := r.profileOf(key.profile)
		if former := r.former[key.profile]; former != nil && had {
			former.Changes = append(former.Changes, Change{Effect: Loss, Before: &before, Reason: r.removal(key.profile)})
			if had = false; !has {
				continue
			}
		}
		switch {
		case !had:
			entry.Changes = append(entry.Changes, Change{Effect: Gain, After: &after, NewlyGlobal: after.Global})
		case !has:
			entry.Changes = append(entry.Changes, Change{Effect: Loss, Before: &before, Reason: r.removal(key.profile)})
		case !same(before, after):
			opened := slices.DeleteFunc(slices.Clone(after.Global), func(room string) bool { return slices.Contains(before.Global, room) })
			entry.Changes = append(entry.Changes, Change{Effect: Altered, Before: &before, After: &after, NewlyGlobal: opened})
		case entry.Event == disabled || entry.Event == archived:
			entry.Changes = append(entry.Changes, Change{Effect: Loss, Before: &before, After: &after, Reason: r.reason(key.profile)})
		case entry.Event == enabled:
			entry.Changes = append(entry.Changes, Change{Effect: Gain, Before: &before, After: &after, NewlyGlobal: after.Global, Reason: r.reason(key.profile)})
		}
	}
}

// profileOf is the entry of a profile, which need not be managed by the plan.
func (r *register) profileOf(key profileKey) *ProfileAccess {
	if entry := r.profiles[key]; entry != nil {
		return entry
	}
	entry := &ProfileAccess{Changes: []Change{}}
	if address, unknown := strings.CutPrefix(key.id, "@"); unknown {
		entry.Profile = Named{Address: address, KnownAfterApply: true}
	} else {
		entry.Profile = r.names.named(Profile, key.client, key.id)
		at := ref(Profile, key.client, key.id)
		if user := r.names.holders[at]; user != "" {
			named := r.names.named(User, key.client, user)
			r.users[key] = &named
		} else {
			r.names.want(at)
		}
		if place := r.names.places[at]; place != "" {
			unit := r.names.named(Unit, key.client, place)
			entry.Unit = &unit
		}
	}
	r.profiles[key] = entry
	return entry
}

// removal is what takes a grant along, "" when its own removal is planned.
func (r *register) removal(key profileKey) string {
	if event := r.profiles[key].Event; event == deleted || event == replaced {
		return r.reason(key)
	}
	return ""
}

func (r *register) reason(key profileKey) string {
	switch event := r.profiles[key].Event; event {
	case deleted, replaced, disabled, archived, enabled:
		return "the profile is " + event
	}
	return ""
}

// same compares what two grants let somebody do. A room that is left to the service is taken to stay as it is.
func same(a, b Grant) bool {
	return a.From == b.From && a.To == b.To && slices.Equal(a.Global, b.Global) && len(b.Undecided) == len(a.Undecided)
}

// people groups the profiles that something happens to by the person whose they are.
func (r *register) people() []Person {
	found := map[string]*Person{}
	group(found, r.profiles, r.users)
	group(found, r.former, r.formerUsers)
	people := make([]Person, 0, len(found))
	for _, person := range found {
		slices.SortFunc(person.Profiles, func(a, b ProfileAccess) int {
			return cmp.Or(byName(a.Profile.Label(), b.Profile.Label()), cmp.Compare(a.Profile.ExtID, b.Profile.ExtID))
		})
		people = append(people, *person)
	}
	slices.SortFunc(people, func(a, b Person) int {
		return cmp.Or(byName(a.label(), b.label()), cmp.Compare(a.Profiles[0].Profile.ExtID, b.Profiles[0].Profile.ExtID))
	})
	return people
}

func group(into map[string]*Person, profiles map[profileKey]*ProfileAccess, users map[profileKey]*Named) {
	for key, entry := range profiles {
		if len(entry.Changes) == 0 && (entry.Event == "" || entry.Event == created) {
			continue
		}
		user := users[key]
		id := key.client + "/profile/" + key.id
		if user != nil {
			id = key.client + "/user/" + user.ExtID + "@" + user.Address
		}
		if into[id] == nil {
			into[id] = &Person{User: user, Client: key.client}
		}
		into[id].Profiles = append(into[id].Profiles, *entry)
	}
}
