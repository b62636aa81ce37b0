package drift

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// list identifies all objects of a kind with one owner: the grants of a profile, the roles of an
// enterprise role, the profiles or credentials of a user, the applications of a client. The service
// is "" if the report queries only one.
type list = access.Gap

func listOf(service, client string, kind access.Kind, owner string) list {
	return list{ID: access.NewID(service, client, kind, ""), Owner: owner}
}

// kindOf returns the kind of the objects that a type declares; 0 for types that declare no access.
func kindOf(row *objecttype.Type) access.Kind {
	switch {
	case row == nil:
	case row.Class == objecttype.Set:
		return access.KindOf(row.Owns)
	case row.Class == objecttype.Grant:
		return access.KindOf(row.Name)
	case row.Class == objecttype.Credential:
		return access.Credential
	}
	return 0
}

// key identifies an object by its type and its import ID. The service is "" for the queried one.
type key struct{ service, kind, id string }

// declarations holds the objects in the states of plans, and the access that the plans declare.
type declarations struct {
	// own reports that the plan of the report has objects of the service.
	own bool
	// held are the objects of states, and imported those that the next apply adds to one. whole are
	// the owners, by the type of their elements, whose elements an authoritative resource manages.
	held, imported, whole map[key]bool
	// kinds are the types of which a state has objects, and clients the clients of all objects.
	kinds, clients map[string]bool
	// units are the external IDs of the units by client, and allClients reports that a state
	// contains a property definition of all clients.
	units      map[string][]string
	allClients bool
	// managed are the lists whose objects must be declared. The objects of used lists must be
	// declared or accepted: the roles of an enterprise role in a declared
	// grant, and the applications of a client with declared ones.
	managed, used map[list]bool
	sets          map[list][]set
	// shown are the objects as the plan of the report has found them, and the grants of all plans.
	shown map[key]shownObject
}

func newDeclarations() *declarations {
	return &declarations{held: map[key]bool{}, imported: map[key]bool{}, whole: map[key]bool{}, kinds: map[string]bool{},
		clients: map[string]bool{}, units: map[string][]string{}, managed: map[list]bool{}, used: map[list]bool{},
		sets: map[list][]set{}, shown: map[key]shownObject{}}
}

// set is an authoritative resource: the elements that the last apply recorded, the elements that
// the plan found, and the elements after the next apply.
type set struct {
	address                 string
	recorded, found, wanted plan.Values
	records                 grants.Records
	// masked reports that the plan masks the elements, and unknown that it does not have the
	// records of the last apply either.
	masked, unknown bool
}

// declares reports whether the last apply recorded an element, or the next apply keeps it.
func (s set) declares(key string) bool {
	_, recorded := s.recorded[key]
	_, wanted := s.wanted[key]
	return recorded || wanted
}

// role splits the key of a grant that the plan found.
func (s set) role(key string) (role, extID string) {
	return grants.SplitKey(key, func(key string) bool { _, exists := s.found[key]; return exists })
}

// unsearchable returns why a plan does not show the declared objects, "" if it does.
func unsearchable(p *plan.Plan) string {
	switch {
	case p.RefreshOnly, len(p.Changes) == 0 && len(p.Drift) > 0:
		return "a plan that only refreshes does not show what is managed"
	case p.Errored:
		return "planning ended with an error, so the plan does not show all that is managed"
	case p.Partial():
		return "a plan of a part of the configuration does not show all that is managed"
	}
	return ""
}

// take adds the declarations of a plan; own is a part of the plan of the report. It reports the
// parts that the search cannot cover.
func (s *search) take(p *plan.Plan, own bool) {
	reason := unsearchable(p)
	s.notSeen(reason)
	if reason != "" && own {
		return
	}
	recorded := byAddress(p.Drift)
	elsewhereOf := map[string]int{}
	for i, change := range slices.Concat(p.Changes, p.Remaining) {
		at := change.Service
		switch {
		case change.Before == nil && change.After == nil:
			continue
		case s.service == nil:
		case s.service.holds(p, at):
			at, s.own = "", s.own || own
		default:
			elsewhereOf[cmp.Or(at, "another service")]++
			continue
		}
		one := s.hold(change, at)
		if reason != "" || i >= len(p.Changes) {
			continue
		}
		configured, _, _ := asDeclared(change)
		now, was := privateOf(change.Refreshed), privateOf(change.Recorded)
		if !own {
			now, was = private{}, private{} // The other plan may be older than the version.
		}
		s.declarations.declare(configured, change, at, recorded[change.Address].Before, was.grants, now)
		row := objecttype.ByTypeName(change.Type)
		if change.Before != nil && !change.Deposed && row != nil && (own || row.Class == objecttype.Grant) {
			s.shown[one] = shownObject{change.Address, now.version, change.Before}
		}
	}
	for _, at := range slices.Sorted(maps.Keys(elsewhereOf)) {
		s.notSeen(fmt.Sprintf("%s at %s: %s", report.Count(elsewhereOf[at], "object"), at, elsewhere))
	}
}

// hold adds an object to those of the states, unless a plan only imports it.
func (d *declarations) hold(change plan.Change, service string) key {
	row, values := objecttype.ByTypeName(change.Type), change.Before
	if row == nil || values == nil {
		return key{}
	}
	one, client := key{service, row.Name, values.Text("id")}, values.Text("client_ext_id")
	if parts, _ := row.Key.Parse(one.id); row.Class == objecttype.Credential && parts != nil {
		one = key{service, credential, objecttype.ImportID(parts[0], parts[1], knownText(values, "ext_id"))}
	}
	if change.Imported {
		d.imported[one] = true
		return one
	}
	if client != "" {
		d.clients[client] = true
	}
	if row.Class == objecttype.Set {
		d.whole[key{service, row.Owns, one.id}], d.kinds[row.Owns] = true, true
	} else {
		d.held[one], d.kinds[row.Name] = true, true
	}
	if row == objecttype.Unit {
		d.units[client] = append(d.units[client], values.Text("ext_id"))
	}
	d.allClients = d.allClients || row == objecttype.PropertyDefinition && values.True("all_clients")
	return one
}

// credential is the kind of credentials of all types.
const credential = "credential"

// declare adds the declarations of one object. before is the planned change, change the same one
// with the values of the configuration; applied are the grants of the last apply, now the versions
// that the plan has found.
func (d *declarations) declare(change, before plan.Change, service string, recorded plan.Values, applied grants.Records, now private) {
	row := objecttype.ByTypeName(change.Type)
	if row == nil {
		return
	}
	// The ID is shown even if a part of it comes from a sensitive value.
	parts, _ := row.Key.Parse(cmp.Or(knownText(change.Before, "id"), knownText(change.After, "id")))
	held, kind := change.Before != nil, kindOf(row)
	switch {
	case row.Class == objecttype.Set:
		switch {
		case change.Ignores(row.Gives.Attr):
			recorded = nil
		case recorded == nil && !change.Imported:
			recorded = before.Before
		}
		one := set{
			address: change.Address, recorded: elements(recorded[row.Gives.Attr]), found: elements(before.Before[row.Gives.Attr]),
			wanted: elements(change.After[row.Gives.Attr]), records: now.grants,
		}
		if _, one.masked = change.After[row.Gives.Attr].(plan.Masked); one.masked {
			one.recorded, one.unknown = maps.Clone(one.recorded), len(applied) == 0
			for key := range applied {
				one.recorded[key] = nil
			}
		}
		d.declareSet(row, change, service, parts, one)
	case kind != 0 && !held:
		// The next apply creates it, or recreates it.
		d.use(kind, service, knownText(change.After, "client_ext_id"), change.After)
	case parts == nil || !held:
	case kind != 0:
		d.use(kind, service, parts[0], change.Before)
	case !change.Imported:
		d.manage(row, service, parts, change.Before)
	}
}

// use adds the lists that a declared object depends on: the applications of its client, or the
// roles of the enterprise role that it gives.
func (d *declarations) use(kind access.Kind, service, client string, values plan.Values) {
	if kind == access.Assignment && client != "" {
		d.used[listOf(service, client, kind, "")] = true
	}
	d.useRole(kind, service, client, knownText(values, "enterprise_role_ext_id"))
}

func (d *declarations) useRole(kind access.Kind, service, client, enterpriseRole string) {
	if kind == access.EnterpriseGrant && client != "" && enterpriseRole != "" {
		d.used[listOf(service, client, access.Member, enterpriseRole)] = true
	}
}

// declareSet adds an authoritative resource.
func (d *declarations) declareSet(row *objecttype.Type, change plan.Change, service string, parts []string, one set) {
	if parts == nil {
		for _, name := range row.Key {
			parts = append(parts, knownText(change.After, name))
		}
	}
	kind, owner := kindOf(row), ""
	if len(parts) > 1 {
		owner = parts[1]
	}
	l := listOf(service, parts[0], kind, owner)
	d.managed[l] = d.managed[l] || change.Before != nil && !change.Imported
	d.sets[l] = append(d.sets[l], one)
	for key := range one.wanted {
		role, _ := grants.SplitKey(key, func(key string) bool { _, there := one.wanted[key]; return there })
		d.useRole(kind, service, parts[0], role)
	}
}

// manage adds an object whose access must be declared.
func (d *declarations) manage(row *objecttype.Type, service string, parts []string, values plan.Values) {
	client, extID := parts[0], parts[len(parts)-1]
	switch row {
	case objecttype.Profile:
		d.manageProfile(service, client, extID)
	case objecttype.User:
		d.managed[listOf(service, client, access.Profile, extID)] = true
		if values.True("is_technical_user") {
			d.managed[listOf(service, client, access.Credential, extID)] = true
		}
	case objecttype.EnterpriseRole:
		d.managed[listOf(service, client, access.Member, extID)] = true
	case objecttype.Client:
		d.managed[listOf(service, client, access.Assignment, "")] = true
	}
}

func (d *declarations) manageProfile(service, client, extID string) {
	d.managed[listOf(service, client, access.Grant, extID)] = true
	d.managed[listOf(service, client, access.EnterpriseGrant, extID)] = true
}

// elements returns the elements of an authoritative resource, a map or a set, by their keys.
func elements(value any) plan.Values {
	if all := plan.Object(value); all != nil {
		return all
	}
	found := plan.Values{}
	for _, element := range elementsOf(value) {
		if text, isText := element.(string); isText {
			found[text] = nil
		}
	}
	return found
}

// knownText returns an attribute, "" if the plan does not show it.
func knownText(values plan.Values, name string) string {
	text, _ := values.Known(name)
	return text
}
