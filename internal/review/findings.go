package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// Finding is something that the plan does, or that is not known of it. Everything in a plan that is
// no no-op leads to at least one.
type Finding struct {
	// Rules are the names of all rules that it falls under.
	Rules []string `json:"rules"`
	Text  string   `json:"text"`
	// Address is "" when it is about no object of the configuration.
	Address string `json:"address"`
	Service string `json:"service"`
	Client  string `json:"client_ext_id"`
	// access reports that it is about a grant, whose change says more, and reach that it is about
	// everybody who has something, which a Reach says more of.
	access, reach bool
}

// gives reports whether somebody may get more by it. A rule that is not known may do anything.
func (f Finding) gives() bool {
	return slices.ContainsFunc(f.Rules, func(name string) bool { r := find(rules, name); return r == nil || r.gives })
}

// takes reports whether somebody may lose by it.
func (f Finding) takes() bool {
	return slices.ContainsFunc(f.Rules, func(name string) bool { r := find(rules, name); return r == nil || r.takes })
}

// entry is one object of the plan with all that differs in it.
type entry struct {
	plan.Change
	kind        kind
	differences []plan.Difference
	// found reports that there is a finding about it.
	found bool
}

func newEntry(c plan.Change) *entry {
	e := &entry{Change: c, kind: kinds[c.Type]}
	if c.Action != plan.Forget {
		e.differences = c.Differences()
	}
	// An object that is sensitive or unknown as a whole is one whose every attribute is.
	if c.BeforeHidden != nil {
		e.Before = e.kind.hidden(c.BeforeHidden)
	}
	if c.AfterHidden != nil {
		e.After = e.kind.hidden(c.AfterHidden)
	}
	return e
}

// hidden are the values of an object of which nothing is known.
func (k kind) hidden(marker any) plan.Values {
	values := plan.Values{"client_ext_id": marker, "ext_id": marker}
	for name := range k.attributes {
		values[name] = marker
	}
	return values
}

// values are those after the apply, or those before it of what is removed.
func (e *entry) values() plan.Values {
	if e.After != nil {
		return e.After
	}
	return e.Before
}

// still reports whether nothing happens to the object, in whatever way.
func (e *entry) still() bool {
	return e.Action == plan.NoOp && !e.Imported && len(e.differences) == 0
}

// removes and makes report whether the action ends the object in the service, or begins one.
func (e *entry) removes() bool { return e.Action == plan.Delete || e.Action == plan.Replace }

func (e *entry) makes() bool {
	return e.Action == plan.Create || e.Action == plan.Replace || e.Action == plan.ForgetCreate
}

// examination is a review in the making.
type examination struct {
	plan     *plan.Plan
	names    *Directory
	now      clock
	entries  []*entry
	findings []Finding
	// The managed objects of each type before and after.
	profiles, units, users, roles, enterpriseRoles, apps, clients map[objectKey]*subject
}

func newExamination(p *plan.Plan, names *Directory) *examination {
	x := &examination{plan: p, names: names, now: newClock(p.Time), findings: []Finding{}}
	for _, c := range p.Changes {
		x.entries = append(x.entries, newEntry(c))
	}
	x.profiles, x.units, x.users = x.subjects(typeProfile), x.subjects(typeUnit), x.subjects(typeUser)
	x.roles, x.enterpriseRoles = x.subjects(typeRole), x.subjects(typeEnterpriseRole)
	x.apps, x.clients = x.subjects(typeApplicationItself), x.subjects(typeClient)
	return x
}

// add records a finding about an object.
func (x *examination) add(e *entry, text string, rules ...string) {
	e.found = true
	client := clientOf(e.values(), e.Address)
	x.findings = append(x.findings, Finding{Rules: unique(rules), Text: text, Address: e.Address, Service: e.Service, Client: client.label()})
}

// unique keeps the first of equal names.
func unique(names []string) []string {
	var kept []string
	for _, name := range names {
		if !slices.Contains(kept, name) {
			kept = append(kept, name)
		}
	}
	return kept
}

// objects finds what becomes of each object by itself: its action, and each of its attributes that
// differs.
func (x *examination) objects() {
	for _, e := range x.entries {
		if e.still() {
			continue
		}
		if _, known := kinds[e.Type]; !known {
			x.add(e, e.Address+" is "+verbs[e.Action]+", and this version does not know the type "+e.Type, ruleNotUnderstood)
			continue
		}
		x.action(e)
		x.attributes(e)
	}
}

// verbs say what happens to an object.
var verbs = map[plan.Action]string{
	plan.Create: "created", plan.Update: "changed", plan.Delete: "deleted", plan.Replace: "replaced", plan.Forget: "no longer managed",
	plan.NoOp:         "left as it is",
	plan.ForgetCreate: "left as it is, and another one is created in its place",
}

// done says what the action does to the object, with the rules that only this object falls under:
// some are kept by the service when they are destroyed.
func (e *entry) done() (text string, rules []string) {
	switch {
	case e.Action == plan.Delete && e.Type == typeTerms:
		return "deactivated, and stays in the service", nil
	case e.Action == plan.Delete && e.Type == typeUser && e.Before["on_destroy"] == "archive":
		return "archived for good, with its profiles, and stays in the service; its credentials are deleted", []string{ruleDisableUser}
	}
	return verbs[e.Action], nil
}

// action finds what the action itself means.
func (x *examination) action(e *entry) {
	label := x.label(e)
	if e.Imported {
		x.add(e, label+" is taken over", ruleImport)
	}
	var rules []string
	if e.removes() {
		rules = append(rules, e.kind.deleted...)
	}
	if e.makes() {
		rules = append(rules, e.kind.created...)
	}
	switch e.Action {
	case plan.Replace:
		rules = append(rules, ruleReplace)
	case plan.Forget, plan.ForgetCreate:
		rules = append(rules, ruleForget)
	case plan.Create, plan.Update, plan.Delete, plan.NoOp:
	default:
		rules = append(rules, ruleNotUnderstood)
	}
	if len(rules) > 0 {
		done, more := e.done()
		x.add(e, label+" is "+done+x.before(e), append(rules, more...)...)
	}
	if e.BeforeHidden != nil || e.AfterHidden != nil {
		x.add(e, label+" is sensitive or unknown as a whole, so what happens to it, and to all that hangs on it, cannot be determined",
			slices.Concat(e.kind.all(), ledgerRules(Role), ledgerRules(EnterpriseRole), []string{ruleNotUnderstood})...)
	}
}

// before says of an object that is made anew whose it is today.
func (x *examination) before(e *entry) string {
	if e.Action != plan.Replace || e.kind.of == "" || constantValue(e.Before[e.kind.of], e.After[e.kind.of]) {
		return ""
	}
	refers := e.kind.attributes[e.kind.of].refers
	was, becomes := x.names.of(e, refers, e.Before, e.Before[e.kind.of]), x.names.of(e, refers, e.After, e.After[e.kind.of])
	return ": it is that of " + was.Label() + " today, and that of " + becomes.Label() + " afterwards"
}

// all are the rules that something about an object of the kind may fall under.
func (k kind) all() []string {
	found := slices.Concat(k.created, k.deleted, k.others)
	for _, name := range sortedKeys(k.attributes) {
		found = append(found, k.attributes[name].rules...)
	}
	if k.ledger != nil {
		found = append(found, ledgerRules(k.ledger.gives)...)
	}
	return unique(found)
}

// attributes finds what each attribute that differs means. A map or a list counts once, with all
// that differs in it.
func (x *examination) attributes(e *entry) {
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
			x.add(e, text+", which this version does not understand", ruleNotUnderstood)
		case row.ledger, row.key, !inPlace && e.Action != plan.Replace:
			// The ledger has compared it, or the action says it all.
		default:
			x.add(e, text, row.of(before, after, x.now)...)
		}
	}
}

// changeText says what becomes of an attribute.
func (x *examination) changeText(e *entry, row attribute, label, name string) string {
	what := strings.ReplaceAll(strings.TrimSuffix(name, "_ext_id"), "_", " ")
	switch before, after := e.Before[name], e.After[name]; {
	case row.refers != "":
		return label + ": " + what + " changes from " + x.reference(e, row, e.Before, before) + " to " + x.reference(e, row, e.After, after) +
			x.affected(e, name)
	case changesUndetermined(before, after):
		return label + ": " + what + " changes, and the plan does not show all of it"
	case name == "validity":
		return label + ": validity changes from " + periodText(before) + " to " + periodText(after) + x.affected(e, name)
	default:
		return label + ": " + what + " changes from " + shown(before) + " to " + shown(after) + x.affected(e, name)
	}
}

func (x *examination) reference(e *entry, row attribute, of plan.Values, value any) string {
	if value == nil {
		return "none"
	}
	return x.names.of(e, row.refers, of, value).Label()
}

func shown(value any) string {
	if text := plan.Text(value); text != "" {
		return text
	}
	return "none"
}

// label names an object in a sentence.
func (x *examination) label(e *entry) string {
	if e.kind.noun == "" {
		return e.Address
	}
	values := e.values()
	if e.kind.self != "" {
		named := x.names.self(e)
		text := e.kind.noun + " " + named.Label()
		if user := values["user_ext_id"]; e.Type == typeProfile {
			text += " of " + x.names.of(e, User, values, user).Label()
		}
		return text
	}
	return e.kind.noun + " " + e.Address
}

// leftovers make a finding of every object that something happens to and nothing has explained.
func (x *examination) leftovers() {
	for _, e := range x.entries {
		if e.still() || e.found {
			continue
		}
		if e.kind.ledger != nil && !slices.ContainsFunc(e.differences, func(d plan.Difference) bool { return unexplained(e, d) }) {
			x.add(e, x.label(e)+" is "+verbs[e.Action]+", and nobody has more or less for it", ruleRegrant)
			continue
		}
		x.add(e, x.label(e)+" is "+verbs[e.Action]+", and what that means cannot be determined", ruleNotUnderstood)
	}
}

// unexplained reports whether a difference is one that the comparison of the ledger does not
// explain.
func unexplained(e *entry, d plan.Difference) bool {
	if len(d.Path) == 0 {
		return true
	}
	row, known := e.kind.attribute(d.Path[0])
	own := d.Path[0] == "id" || d.Path[0] == "ext_id"
	return !known || (undetermined(d.Before) || undetermined(d.After)) && !own || !row.ledger && !row.key
}
