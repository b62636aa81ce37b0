package drift

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// key identifies an object by its type and its import ID. With the ID of an owner, it identifies the
// list of all objects of the type that the owner has, such as the grants of a profile.
type key struct{ kind, id string }

// list returns the list that contains the object, by the ID of its owner.
func (k key) list() key { return key{k.kind, k.id[:max(0, strings.LastIndex(k.id, "/"))]} }

// credential is the kind of credentials of all types.
const credential = "credential"

// keyIn returns the key of an object; owner is "" without one.
func keyIn(row *objecttype.Type, client, owner, extID string) key {
	kind, parts := row.Name, []string{extID}
	if row.Class == objecttype.Credential {
		kind = credential
	}
	if owner != "" {
		parts = []string{owner, extID}
	}
	if row.OfClient() {
		parts = append([]string{client}, parts...)
	}
	return key{kind, objecttype.ImportID(parts...)}
}

// entry is what plans and the service show of an object, or of a list of objects.
type entry struct {
	// held reports that a state contains the object, imported that the next apply imports it, or
	// the list. created is its address if the next apply creates it.
	held, imported bool
	created        string
	// shown is the object as the plan of the report has found it, or a grant of any plan.
	shown *shownObject
	// managed reports that the objects of the list must be declared. Those of a used list must be
	// declared or accepted: the roles of an enterprise role in a declared grant, and the
	// applications of a client with declared ones. sets are the authoritative resources of the
	// list.
	managed, used bool
	sets          []set
	// covered reports that an authoritative resource declares the object, and removedBy is the address of
	// one whose next apply removes it.
	covered   bool
	removedBy string
	// seen reports that the service has the object, with the record, and hidden that it is an archived
	// user or profile in no state.
	seen, hidden bool
	record       idm.Record
}

// entries are all that is known, by object and list.
type entries map[key]*entry

func (e entries) at(one key) *entry {
	if e[one] == nil {
		e[one] = &entry{}
	}
	return e[one]
}

// each returns the keys of the entries with a property, in order.
func (e entries) each(is func(*entry) bool) []key {
	found := slices.DeleteFunc(slices.Collect(maps.Keys(e)), func(one key) bool { return !is(e[one]) })
	slices.SortFunc(found, func(a, b key) int { return cmp.Or(strings.Compare(a.kind, b.kind), strings.Compare(a.id, b.id)) })
	return found
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

// roleOf returns the role, or the object, that the element of a set gives.
func roleOf(elements plan.Values, key string) string {
	role, _ := grants.SplitKey(key, func(key string) bool { _, exists := elements[key]; return exists })
	return role
}

// Unsearchable returns why a plan does not show the declared objects, "" if it does.
func Unsearchable(p *plan.Plan) string {
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
	if reason := Unsearchable(p); reason != "" {
		s.notSeen(reason)
		return
	}
	recorded, elsewhereOf := byAddress(p.Drift), map[string]int{}
	for _, change := range slices.Concat(p.Changes, p.Remaining) {
		row := objecttype.ByTypeName(change.Type)
		switch {
		case row == nil || change.Before == nil && change.After == nil:
		case s.service != nil && !s.service.holds(p, change.Service):
			elsewhereOf[cmp.Or(change.Service, "another service")]++
		default:
			s.own = s.own || own
			s.declare(row, change, recorded[change.Address].Before, own)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(elsewhereOf)) {
		s.notSeen(fmt.Sprintf("%s at %s: %s", report.Count(elsewhereOf[at], "object"), at, elsewhere))
	}
}

// identify returns the key of an object and its client. An ID is shown even if a part of it comes
// from a sensitive value; an object that is created has its planned key.
func identify(row *objecttype.Type, change plan.Change) (one key, client string) {
	id := cmp.Or(knownText(change.Before, "id"), knownText(change.After, "id"))
	parts, _ := row.Key.Parse(id)
	if id == "" {
		for _, name := range row.Key {
			parts = append(parts, knownText(change.After, name))
		}
		id = objecttype.ImportID(parts...)
	}
	if client = knownText(change.Before, "client_ext_id"); len(parts) > 0 && (row.Key[0] == "client_ext_id" || row == objecttype.Client) {
		client = parts[0]
	}
	if row.Class == objecttype.Credential && len(parts) > 1 {
		return keyIn(row, client, parts[1], knownText(change.Before, "ext_id")), client
	}
	return key{row.Name, id}, client
}

// declare adds an object. recorded are its values after the last apply if the refresh has found
// others.
func (s *search) declare(row *objecttype.Type, change plan.Change, recorded plan.Values, own bool) {
	one, client := identify(row, change)
	s.kinds[cmp.Or(row.Owns, one.kind)] = true
	if client != "" {
		s.clients[client] = true
	}
	if row == objecttype.Unit {
		s.units[client] = append(s.units[client], cmp.Or(knownText(change.Before, "ext_id"), knownText(change.After, "ext_id")))
	}
	now, was := private{}, private{}
	if own { // Another plan may be older than the version.
		now, was = privateOf(change.Refreshed), privateOf(change.Recorded)
	}
	switch {
	case row.Class == objecttype.Set:
		s.declareSet(row, change, one, client, recorded, was.grants, now.grants)
	case change.Before == nil:
		s.use(row, client, knownText(change.After, row.Gives.Attr))
		if own && (row.Class == objecttype.Object || row.Class == objecttype.Grant) {
			s.entries.at(one).created = change.Address
		}
		return
	case change.Imported:
		s.entries.at(one).imported = true
	default:
		s.entries.at(one).held = true
		s.manage(row, one.id)
	}
	if row.Class == objecttype.Grant {
		s.use(row, client, knownText(change.Before, row.Gives.Attr))
	}
	if row == objecttype.User && change.Before.True("is_technical_user") && !change.Imported {
		s.entries.at(key{credential, one.id}).managed = true
	}
	s.allClients = s.allClients || row == objecttype.PropertyDefinition && change.Before.True("all_clients")
	if !change.Deposed && change.Before != nil && (own || row.Class == objecttype.Grant) {
		s.entries.at(one).shown = &shownObject{change.Address, now.version, change.Before}
	}
}

// owned are the types of the lists of an object whose elements must be declared. Credentials must be
// those of technical users.
var owned = map[*objecttype.Type][]*objecttype.Type{
	objecttype.Profile:        {objecttype.Authorization, objecttype.EnterpriseAuthorization},
	objecttype.User:           {objecttype.Profile},
	objecttype.EnterpriseRole: {objecttype.EnterpriseRoleMember},
	objecttype.Client:         {objecttype.ClientApplication},
}

// manage adds the lists of an object whose access must be declared.
func (s *search) manage(row *objecttype.Type, id string) {
	for _, of := range owned[row] {
		s.entries.at(key{of.Name, id}).managed = true
	}
}

// use adds the list that a declared grant depends on: the applications of its client, or the roles of
// the enterprise role that it gives.
func (s *search) use(row *objecttype.Type, client, gives string) {
	switch row {
	case objecttype.ClientApplication:
		s.entries.at(key{row.Name, objecttype.ImportID(client)}).used = true
	case objecttype.EnterpriseAuthorization:
		s.entries.at(key{objecttype.EnterpriseRoleMember.Name, objecttype.ImportID(client, gives)}).used = true
	}
}

// declareSet adds an authoritative resource. Before the apply that creates or imports it, it declares
// nothing. applied and now are the records of its grants at the last apply and after the refresh.
func (s *search) declareSet(row *objecttype.Type, change plan.Change, one key, client string, recorded plan.Values,
	applied, now grants.Records) {
	list, attribute := s.entries.at(key{row.Owns, one.id}), row.Gives.Attr
	configured, _, _ := AsDeclared(change)
	wanted := elements(configured.After[attribute])
	for name := range wanted {
		s.use(row.Single(), client, roleOf(wanted, name))
	}
	switch {
	case change.Before == nil:
		return
	case change.Imported:
		list.imported = true
		return
	case change.Ignores(attribute):
		recorded = nil
	case recorded == nil:
		recorded = change.Before
	}
	of := set{address: change.Address, recorded: elements(recorded[attribute]), found: elements(change.Before[attribute]), wanted: wanted,
		records: now}
	if _, of.masked = configured.After[attribute].(plan.Masked); of.masked {
		of.recorded, of.unknown = maps.Clone(of.recorded), len(applied) == 0
		for name := range applied {
			of.recorded[name] = nil
		}
	}
	list.managed, list.sets = true, append(list.sets, of)
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
