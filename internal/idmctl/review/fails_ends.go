package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// end is how a plan ends an object.
type end int

const (
	lasts end = iota
	archives
	disables
	deletes
	replaces
)

// ending is an object that the plan ends.
type ending struct {
	how end
	by  *entry
}

// objectRef identifies an object of any type.
type objectRef struct{ service, of, client, extID string }

// refTo returns the identity of an object of a type in the client of some values.
func (e *entry) refTo(k kind, values plan.Values, extID string) objectRef {
	client, _ := values.Known("client_ext_id")
	if !k.row.OfClient() {
		client = ""
	}
	return objectRef{e.Service, k.noun, client, extID}
}

// own returns the identity of the object with some values; false if the plan does not show it.
func (e *entry) own(values plan.Values) (objectRef, bool) {
	extID, known := values.Known("ext_id")
	return e.refTo(e.kind, values, extID), known
}

// ends returns the objects that the plan ends.
func (x *analysis) ends() map[objectRef]ending {
	kept := map[objectRef]bool{}
	for _, e := range x.entries {
		if own, known := e.own(e.After); known && e.Action != plan.Replace {
			kept[own] = true
		}
	}
	found := map[objectRef]ending{}
	for _, e := range x.entries {
		if own, known := e.own(e.Before); known && !kept[own] || known && e.Action == plan.Update {
			if how := e.end(); how != lasts {
				found[own] = ending{how, e}
			}
		}
	}
	return found
}

// endOf returns how the plan ends an object: an archived user also ends its profiles.
func (x *analysis) endOf(to objectRef, ends map[objectRef]ending) ending {
	if to.of != kinds[typeProfile].noun || ends[to].by != nil {
		return ends[to]
	}
	profile := x.side(access.NewID(to.service, to.client, access.Profile, to.extID), false)
	user, _ := profile.Owner.Known()
	if by := ends[objectRef{to.service, kinds[typeUser].noun, to.client, user}]; by.how == archives {
		return by
	}
	return ending{}
}

// end returns how the plan ends the object of an entry.
func (e *entry) end() end {
	state, changes := "", false
	if row := e.kind.row; row.State != "" {
		state = plan.Text(e.After[row.State])
		changes = state != plan.Text(e.Before[row.State])
	}
	after, known := e.own(e.After)
	before, _ := e.own(e.Before)
	switch {
	case e.Deposed, e.Before == nil, e.Type == typeTerms, e.kind.noun == "":
	case e.Action == plan.Delete:
		if e.Type != typeUser || e.Before["on_destroy"] != "keep" && e.Before["on_destroy"] != "archive" {
			return deletes
		}
		if e.Before["on_destroy"] == "archive" {
			return archives
		}
	case e.Action == plan.Replace && known && after == before:
		return replaces
	case e.Action == plan.Replace:
		return deletes
	case changes && strings.EqualFold(state, archived) && (e.Type == typeUser || e.Type == typeProfile):
		return archives
	case changes && strings.EqualFold(state, disabled) && e.Type == typeUnit:
		return disables
	}
	return lasts
}

// need is a reference of an object that the plan keeps or makes.
type need struct {
	by *entry
	to objectRef
	// placed reports that the object is created or moved there, and leaves that it is moved away.
	placed, leaves bool
}

// needs returns the references of all objects after the plan, and those that moves give up.
func (x *analysis) needs() []need {
	var found []need
	for _, e := range x.entries {
		if e.After == nil || e.Action == plan.Forget {
			continue
		}
		for _, ref := range e.kind.row.Refs {
			to := kinds["idm_"+ref.To]
			moves := e.kind.row.Parent == ref.Attr && !constantValue(e.Before[ref.Attr], e.After[ref.Attr])
			for _, extID := range refTexts(e.After[ref.Attr]) {
				found = append(found, need{e, e.refTo(to, e.After, extID), moves, false})
			}
			if moves && e.Action == plan.Update {
				for _, extID := range refTexts(e.Before[ref.Attr]) {
					found = append(found, need{e, e.refTo(to, e.Before, extID), false, true})
				}
			}
		}
	}
	return found
}

// refTexts returns the known external IDs in a reference: a text, a set, or the keys of a map.
func refTexts(value any) []string {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		var all []string
		for _, each := range value {
			if text, isText := each.(string); isText {
				all = append(all, text)
			}
		}
		return all
	case map[string]any:
		return sortedKeys(value)
	}
	return nil
}

// endings returns the objects that the plan ends and that another object needs.
func (x *analysis) endings() []failure {
	ends := x.ends()
	needed := map[*entry]map[string][]string{}
	for _, n := range x.needs() {
		to := x.endOf(n.to, ends)
		if to.by == nil || to.by == n.by {
			continue
		}
		if why := n.conflict(to); why != "" {
			if needed[to.by] == nil {
				needed[to.by] = map[string][]string{}
			}
			needed[to.by][why] = append(needed[to.by][why], n.by.Address)
		}
	}
	var found []failure
	for _, e := range x.entries {
		for _, why := range sortedKeys(needed[e]) {
			by := firstOf(slices.Compact(slices.Sorted(slices.Values(needed[e][why]))))
			found = append(found, failure{e, fmt.Sprintf(conflicts[why].what, by), conflicts[why].remedy, false})
		}
	}
	return found
}

// conflicts describes the conflicts between the end of an object and the objects that need it.
var conflicts = map[string]struct{ what, remedy string }{
	"archived": {"the same plan changes or keeps %s: the service changes no archived object, and deletes the credentials of the user",
		"remove the credentials, and profile_state from the profiles; make other changes with an earlier apply"},
	"disabled": {"the same plan puts %s into it: a disabled unit accepts no profiles and units",
		"choose another unit, or disable this one with a second apply"},
	"deleted": {"the same plan keeps or creates %s, which refers to it: the service refuses one of the two changes, or deletes " +
		"the second object with the first one", "remove the references in the same plan, or keep the object"},
	"leaves": {"%s leaves it in the same plan, and Terraform destroys the unit first, unless the last apply had create_before_destroy",
		"set create_before_destroy on the unit and apply, or destroy the unit with a second apply"},
	"replaced": {"the service also deletes %s, or its elements that refer to the object, and this plan does not create them again",
		"set replace_triggered_by to the changed attributes of the object, or create them again with a second apply"},
}

// conflict returns the key of the conflict between a reference and the end of its object, "" for
// none.
func (n need) conflict(to ending) string {
	e := n.by
	switch {
	case n.leaves && to.by.Type == typeUnit && to.how >= deletes && !to.by.CreatedFirst && !to.by.DestroyedLast:
		return "leaves"
	case n.leaves:
	case to.how == archives && (e.Action.Changes() || e.endsWithUser()):
		return "archived"
	case to.how == disables && n.placed:
		return "disabled"
	case to.how == deletes:
		return "deleted"
	case to.how == replaces && e.Before != nil && !e.removes() && to.by.kind.row.Contains != "":
		return "replaced"
	}
	return ""
}

// endsWithUser reports whether the configuration keeps an object that ends with an archived user: a
// credential, or a profile with another state.
func (e *entry) endsWithUser() bool {
	state, _ := e.After.Known("profile_state")
	return e.kind.credential() || e.Type == typeProfile && e.Ignored == nil && state != "" &&
		!strings.EqualFold(state, archived) && e.Action.Changes()
}
