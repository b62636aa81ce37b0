package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// Finding is an effect of the plan, or something unknown about it. Every entry of a plan that is
// not a no-op leads to at least one finding.
type Finding struct {
	// Rules are the names of all rules that match.
	Rules []string `json:"rules"`
	Text  string   `json:"text"`
	// Address is "" if the finding is not about an object of the configuration.
	Address string `json:"address"`
	Service string `json:"service"`
	Client  string `json:"client_ext_id"`
	// Change is the change of a person's access; nil for other findings.
	Change *GrantChange `json:"change,omitempty"`
	// indirect reports that the finding affects all who hold something.
	indirect bool
	// imports reports that an imported grant is global, or may be.
	imports bool
	// hides are the rules that may match content that the plan does not list.
	hides []string
	// about are the objects of the plan that the finding explains.
	about []*entry
	// scope lists the affected objects; nil if they are not known.
	scope *scope
	// service and client are the names of the finding's own.
	service, client Named
	// alters reports that the finding may change access that a user keeps.
	alters bool
	// compared are the changes of grants that policies compare.
	compared []GrantChange
	// who is the person of the text, and same the text without the person and the profile.
	who, same string
}

// gives reports whether the finding may give a user more access. An unknown rule may do anything.
func (f Finding) gives() bool {
	return slices.ContainsFunc(f.Rules, func(name string) bool { r, known := rules.ByName(name); return !known || r.Gives })
}

// takes reports whether the finding may take access away.
func (f Finding) takes() bool {
	return slices.ContainsFunc(f.Rules, func(name string) bool { r, known := rules.ByName(name); return !known || r.Takes })
}

// global reports whether the finding is about a grant that is or may be global, and opens whether
// one certainly is after the whole apply.
func (f Finding) global() bool { return has(f.Rules, rule.GainGlobal) }
func (f Finding) opens() bool {
	return f.global() && f.Change != nil && !f.Change.During && !f.Change.Uncertain && len(f.Change.NewlyGlobal) > 0
}

// anything reports whether any rule may match, because the finding is not understood.
func (f Finding) anything() bool { return has(f.Rules, rule.IncompleteUnreadable) }

// objects finds the changes of each object by itself: its action, and each of its changed
// attributes.
func (x *analysis) objects(shared map[*entry][]sharedChange) outcome {
	var found outcome
	for _, e := range x.entries {
		if e.unchanged() {
			continue
		}
		first := len(found)
		if _, known := kinds[e.Type]; !known {
			found.add(x.otherType(e)...)
			continue
		}
		found.add(x.action(e, shared[e])...)
		found.add(x.attributes(e)...)
		changes, why, rules := x.compared(e)
		for i := range found[first:] {
			if f := &found[first+i]; slices.ContainsFunc(f.Rules, func(name string) bool { return has(rules, name) }) {
				f.compared, f.Text = changes, f.Text+why
			}
		}
		for i, s := range shared[e] {
			if s.text != "" {
				found.add(x.withHolders(x.finding(e, s.text, s.rules...), shared[e][i:]))
			}
		}
	}
	return found
}

// otherType finds the change of an object without a kind: the settings of a collection, one whose
// elements are hidden, or an object of an unknown type.
func (x *analysis) otherType(e *entry) outcome {
	why, of := "this version does not know the type "+e.Type, objecttype.ByTypeName(e.Type)
	if of != nil && of.Class == objecttype.Collection {
		if _, elements := e.After[of.Elements]; e.After != nil && !elements {
			return x.settings(e)
		}
		why = "the " + of.Elements + " of " + e.Address + " are sensitive or not known yet"
	}
	return outcome{x.finding(e, e.Address+" is "+verbs[e.Action]+", and "+why, rule.IncompleteUnreadable)}
}

// settings finds the changed settings of a collection: with adopt, objects that exist may be taken
// over, and max_removals limits how many objects one plan removes. The elements that it adopts or
// removes have findings of their own.
func (x *analysis) settings(e *entry) outcome {
	var found outcome
	rules := map[string]string{"adopt": rule.Import, "max_removals": rule.Loss}
	for _, name := range sortedKeys(rules) {
		if before, after := e.Before[name], e.After[name]; !constantValue(before, after) {
			found.add(x.finding(e, e.Address+": "+name+" changes from "+shown(before)+" to "+shown(after), rules[name]))
		}
	}
	return found
}

// verbs describe the actions.
var verbs = map[plan.Action]string{
	plan.Create: "created", plan.Update: "changed", plan.Delete: "deleted", plan.Replace: "replaced", plan.Forget: "no longer managed",
	plan.NoOp:         "left as it is",
	plan.ForgetCreate: "left as it is, and another one is created in its place",
}

// done describes the action on the object, with additional rules. The service keeps some objects
// when they are destroyed.
func (e *entry) done() (text string, rules []string) {
	switch {
	case e.Action == plan.Delete && e.Type == typeTerms:
		return "deactivated, and stays in the service", nil
	case e.archives():
		return "archived permanently, with its profiles, and stays in the service; its credentials are deleted", []string{rule.UserDisable}
	}
	return verbs[e.Action], nil
}

// archives reports whether the end of a user leaves it archived in the service.
func (e *entry) archives() bool {
	return e.Action == plan.Delete && e.Type == typeUser && e.Before["on_destroy"] == "archive"
}

// imported finds an import, and what is global in it.
func (x *analysis) imported(e *entry) Finding {
	text, rules, rooms := " is imported", []string{rule.Import}, x.importedRooms(e)
	if e.Action.Changes() {
		text, rules = " is imported, is not as declared, and is changed", append(rules, rule.ImportAdopt)
	}
	found := x.finding(e, x.label(e.former())+text+rooms, rules...)
	found.imports = rooms != ""
	return found
}

// action finds the meaning of the action itself.
func (x *analysis) action(e *entry, shared []sharedChange) outcome {
	var found outcome
	label := x.label(e)
	if e.Imported {
		found.add(x.imported(e))
	}
	if at := x.takesOver(e); at != access.Absent {
		exists := " exists in the service"
		if at == access.Unsure {
			exists = " may exist in the service"
		}
		found.add(x.finding(e, label+exists+", and adopt takes it over: the apply brings it to the declared values, whatever it has",
			append([]string{rule.Import, rule.ImportAdopt}, e.kind.changes()...)...))
	}
	if e.PreviousAddress != "" {
		found.add(x.finding(e, label+" gets the address "+e.Address+" instead of "+e.PreviousAddress, rule.CosmeticAddress))
	}
	var rules []string
	if e.removes() {
		rules = append(rules, e.kind.row.Rules.Delete...)
	}
	if e.makes() {
		rules = append(rules, e.kind.row.Rules.Create...)
	}
	if x.takesDefault(e) {
		rules = append(rules, rule.ProfileDefault)
	}
	switch e.Action {
	case plan.Replace:
		rules = append(rules, rule.Replace)
		if e.Type == typeAuthorization {
			// The service deletes the properties that limit the grant, declared or not.
			rules = append(rules, rule.Property)
		}
	case plan.Forget, plan.ForgetCreate:
		rules = append(rules, rule.Forget)
	case plan.Create, plan.Update, plan.Delete, plan.NoOp:
	default:
		rules = append(rules, rule.IncompleteUnreadable)
	}
	if len(rules) > 0 {
		done, more := e.done()
		if e.Type == typeUnit && e.removes() {
			done += x.peopleIn(e)
		}
		found.add(x.withHolders(x.finding(e, label+" is "+done, append(rules, more...)...), shared))
	}
	if x.losesDefault(e) {
		found.add(x.finding(e, label+" is the default profile: its user may log in with another one afterwards", rule.ProfileDefault))
	}
	if e.BeforeHidden != nil || e.AfterHidden != nil {
		found.add(x.finding(e, label+" is sensitive or unknown as a whole, so the effect on it, and on everything that depends on it, "+
			"cannot be determined",
			slices.Concat(e.kind.all(), givingRules(Role), givingRules(EnterpriseRole), []string{rule.IncompleteUnreadable})...))
	}
	return found
}

const isDefault = "is_default_profile"

// takesDefault reports whether a new profile may become the default profile of an existing user.
func (x *analysis) takesDefault(e *entry) bool {
	value := e.After[isDefault]
	if e.Type != typeProfile || !e.makes() || value == nil || value == false || slices.Contains(e.Omitted, isDefault) {
		return false
	}
	return !x.fresh(e.refers(e.After, "user_ext_id", access.User))
}

// losesDefault reports whether the plan deletes, disables or shortens the default profile of a user
// who may have another profile to log in with.
func (x *analysis) losesDefault(e *entry) bool {
	if e.Type != typeProfile || e.Before == nil || e.After == nil && !e.removes() || stays(e) {
		return false
	}
	was, becomes := x.turned(e)
	if value := e.Before[isDefault]; (value == nil || value == false) && !x.names.Defaults[was.ID] {
		return false
	}
	if c := (condition{was.Span(), becomes.Span()}); !e.removes() && (*was == *becomes || !c.takes(x.now)) {
		return false
	}
	owner, known := was.Owner.Known()
	if !known || !x.held.readsObject(e) {
		return true
	}
	usable := func(o *access.Object) bool { return !o.Span().May.From(x.now).Empty() }
	user := x.after.Get(access.NewID(was.Service, was.Client, access.User, owner))
	return usable(user) && slices.ContainsFunc(x.after.Owned(user.ID, access.Profile), func(p *access.Object) bool {
		return p.ID != was.ID && usable(p)
	})
}

// changes returns the rules that may match any update of an object of the kind.
func (k kind) changes() []string {
	found := slices.Clone(k.row.Rules.Update)
	for _, name := range sortedKeys(k.attributes) {
		found = append(found, k.attributes[name].rules...)
	}
	return found
}

// all returns the rules that may match any change of an object of the kind.
func (k kind) all() []string {
	found := slices.Concat(k.row.Rules.Create, k.row.Rules.Delete, k.changes())
	if gives := k.facts.gives(); gives != "" {
		found = append(found, givingRules(gives)...)
	}
	return unique(found)
}

// attributes finds the meaning of each changed attribute. A map or a list counts once.
func (x *analysis) attributes(e *entry) outcome {
	var found outcome
	label, seen := x.label(e), map[string]bool{}
	for _, d := range e.differences {
		if len(d.Path) == 0 || seen[d.Path[0]] {
			continue
		}
		name := d.Path[0]
		seen[name] = true
		row, known := e.kind.attribute(name)
		before, after := e.Before[name], e.After[name]
		inPlace := e.Action == plan.Update || e.Action == plan.NoOp
		switch text := x.changeText(e, row, label, name); {
		case !known, row.key && inPlace, e.Action == plan.NoOp:
			found.add(x.finding(e, text+", which this version does not understand", rule.IncompleteUnreadable))
		case row.gives, row.key, !inPlace && e.Action != plan.Replace:
			// The comparison of access, or the action, covers the attribute.
		default:
			one := x.finding(e, text, x.rulesOf(e, row, before, after)...)
			one.scope = x.unitScope(e)
			found.add(one)
		}
	}
	return found
}

// changeText describes the change of an attribute.
func (x *analysis) changeText(e *entry, row attribute, label, name string) string {
	what, before, after := strings.ReplaceAll(strings.TrimSuffix(name, "_ext_id"), "_", " "), e.Before[name], e.After[name]
	was, becomes := shown(before), shown(after)
	switch {
	case row.refers != 0:
		from, to := x.reference(e, row, e.Before, before), x.reference(e, row, e.After, after)
		if from == to {
			from, to = from+" ("+was+")", to+" ("+becomes+")"
		}
		was, becomes = from, to
	case changesUndetermined(before, after):
		return label + ": " + what + " changes; the plan does not show all of the new value"
	case name == "validity":
		was, becomes = periodText(before), periodText(after)
	}
	return label + ": " + what + " changes from " + was + " to " + becomes + affected(e, name)
}

func (x *analysis) reference(e *entry, row attribute, of plan.Values, value any) string {
	if value == nil {
		return "none"
	}
	return x.of(e, row.refers, of, value).Label()
}

func shown(value any) string {
	if text := plan.Text(value); text != "" {
		return text
	}
	return "none"
}

// label returns the name of an object in a sentence.
func (x *analysis) label(e *entry) string {
	if e.kind.noun == "" {
		return e.Address
	}
	values := e.values()
	if e.kind.self != 0 {
		named := x.self(e)
		text := e.kind.noun + " " + named.Label()
		if user := values["user_ext_id"]; e.Type == typeProfile {
			text += " of " + x.of(e, access.User, values, user).person()
		}
		return text
	}
	return e.kind.noun + x.holderText(e, values) + " " + e.Address
}

// holderText names the role, the profile and the person of an object that belongs to a profile.
func (x *analysis) holderText(e *entry, values plan.Values) string {
	if e.kind.attributes["user_ext_id"].refers == access.User {
		return " of " + x.of(e, access.User, values, values["user_ext_id"]).person()
	}
	if values["profile_ext_id"] == nil {
		return ""
	}
	profile, text := e.profile(values), ""
	if role := x.grantedRole(e, values); role != "" {
		text = " for " + role
	}
	text += " of profile " + x.at(profile).Label()
	if user, known := x.side(profile, true).Owner.Known(); known && user != "" {
		text += " of " + x.at(access.NewID(profile.Service, profile.Client, access.User, user)).person()
	} else if claimed := x.names.claims[profile].user; claimed != nil {
		text += " of " + x.of(e, access.User, values, claimed).person()
	}
	return text
}

// grantedRole names the role of a grant, or of the grant that properties belong to.
func (x *analysis) grantedRole(e *entry, values plan.Values) string {
	attr := e.kind.row.Gives.Attr
	if of := e.kind.attributes[attr].refers; of != 0 && values[attr] != nil {
		return of.String() + " " + x.of(e, of, values, values[attr]).Label()
	}
	if o := x.grantOf(e); o != nil && values["authorization_ext_id"] != nil {
		role, _ := o.Target.Known()
		return "role " + x.at(access.NewID(o.Service, "", access.Role, role)).Label()
	}
	return ""
}

// unexplained adds a finding for every changed object that no other finding explains.
func (x *analysis) unexplained(explained map[*entry]bool) outcome {
	var found outcome
	for _, e := range x.entries {
		if e.unchanged() || explained[e] {
			continue
		}
		if e.kind.facts.gives() != "" && !slices.ContainsFunc(e.differences,
			func(d plan.Difference) bool { return unexplainedDifference(e, d) }) {
			found.add(x.finding(e, x.label(e)+" is "+verbs[e.Action]+", and no user gains or loses access"+x.unaffected(e),
				rule.CosmeticRegrant))
			continue
		}
		found.add(x.finding(e, x.label(e)+" is "+verbs[e.Action]+", and the effect cannot be determined", rule.IncompleteUnreadable))
	}
	return found
}

// unaffected returns why a grant that is created or deleted changes no access, "" if it is not
// known.
func (x *analysis) unaffected(e *entry) string {
	state, path := x.before, "keeps"
	if e.Action == plan.Create {
		state, path = x.after, "already has"
	}
	if !e.kind.facts.ownID() || e.kind.facts.all != "" || e.Action != plan.Create && e.Action != plan.Delete {
		return ""
	}
	grant := x.factsOf(e, e.values())
	owner, _ := x.side(e.profile(e.values()), false).Owner.Known()
	for h := range state.View().Of(access.NewID(grant.Service, grant.Client, access.User, owner)) {
		if h.Grant.ID == grant.ID && !h.May().From(x.now).Empty() {
			return ": the user " + path + " the role through another grant"
		}
	}
	return ": the grant has no effect"
}

// peopleIn names the people with a profile in a removed unit or below it.
func (x *analysis) peopleIn(e *entry) string {
	var people []string
	for _, o := range x.inUnits()[e.identity(e.Before)] {
		if user, known := o.Owner.Known(); o.Kind == access.Profile && known && o.Presence != access.Absent {
			people = append(people, x.at(access.NewID(o.Service, o.Client, access.User, user)).person())
		}
	}
	switch people = unique(people); {
	case len(people) > 0:
		return "; people with a profile in it: " + firstOf(people)
	case x.withholds(e) || !x.held.readsObject(e):
		return "; the people in it are not known"
	}
	return "; no person has a profile in it"
}

// unexplainedDifference reports whether the comparison of access does not explain a difference.
func unexplainedDifference(e *entry, d plan.Difference) bool {
	if len(d.Path) == 0 {
		return true
	}
	row, known := e.kind.attribute(d.Path[0])
	own := d.Path[0] == "id" || d.Path[0] == "ext_id"
	return !known || (undetermined(d.Before) || undetermined(d.After)) && !own || !row.gives && !row.key
}
