package review

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// The resource types with special handling in the review.
const (
	typeUnit                    = "idm_unit"
	typeProfile                 = "idm_profile"
	typeAuthorization           = "idm_authorization"
	typeAuthorizationProperties = "idm_authorization_properties"
	typeUser                    = "idm_user"
	typeClient                  = "idm_client"
	typeTerms                   = "idm_terms"
)

// kind describes how the review treats a resource type. A type without a row, and a changed
// attribute without a row, are reported as not understood.
type kind struct {
	// row is the row of the type; an empty one for an unknown type.
	row *objecttype.Type
	// noun is the name of such an object in a sentence.
	noun string
	// self is the kind of an object that has a name; 0 for others.
	self access.Kind
	// attributes describe the changes of attributes.
	attributes map[string]attribute
	// facts maps the attributes to the facts of access.
	facts factShape
}

// attribute describes the change of an attribute.
type attribute struct {
	// rules are all rules that a change may match. A sensitive or unknown value matches all of
	// them.
	rules []string
	// which selects the rules of a change with known values; nil selects all. turns selects them by
	// the facts of a state or a validity.
	which func(before, after any) []string
	turns func(was, becomes *access.Object, now time.Time) []string
	// refers is the kind of the referenced object; 0 for other values.
	refers access.Kind
	// key reports that the attribute is a part of the object's identity, so that it never changes
	// in place.
	key bool
	// gives reports that the comparison of access covers the attribute.
	gives bool
}

// rulesOf returns the rules that match a change of an attribute. A sensitive or unknown value
// matches all of them.
func (x *analysis) rulesOf(e *entry, a attribute, before, after any) []string {
	switch {
	case changesUndetermined(before, after):
	case a.turns != nil:
		was, becomes := x.turned(e)
		return a.turns(was, becomes, x.now)
	case a.which != nil:
		return a.which(before, after)
	}
	return a.rules
}

// keys are the attributes that identify an object of any type.
var keys = map[string]attribute{"id": {key: true}, "client_ext_id": {key: true}, "ext_id": {key: true}}

// attribute returns the row of an attribute, and whether it exists.
func (k kind) attribute(name string) (attribute, bool) {
	if row, known := k.attributes[name]; known {
		return row, true
	}
	if row, known := keys[name]; known {
		return row, true
	}
	return attribute{rules: k.row.Rules.Update}, len(k.row.Rules.Update) > 0
}

// plain adds rows for attributes whose change has no effect on access.
func plain(rows map[string]attribute, names ...string) map[string]attribute {
	for _, name := range names {
		rows[name] = attribute{rules: []string{rule.CosmeticAttribute}}
	}
	return rows
}

// typeKind returns the kind of a type, an empty one for an unknown type.
func typeKind(name string) kind {
	if k, known := kinds[name]; known {
		return k
	}
	return kind{row: &objecttype.Type{}}
}

// credential reports whether the objects are credentials.
func (k kind) credential() bool { return k.row.Class == objecttype.Credential }

// kinds holds all types.
var kinds = allKinds()

func allKinds() map[string]kind {
	found := map[string]kind{}
	for _, row := range objecttype.All() {
		found[row.TypeName()] = kindOf(row)
	}
	return found
}

func kindOf(row *objecttype.Type) kind {
	k := kind{
		row: row, noun: row.Title, self: namedKind(row),
		attributes: plain(map[string]attribute{}, row.Rules.Plain...), facts: shapeOf(row),
	}
	for _, name := range append(slices.Concat(row.Key, row.Fixed), row.Serial) {
		k.attributes[name] = attribute{key: true}
		if to := row.Ref(name); to != nil {
			k.attributes[name] = attribute{key: true, refers: namedKind(to)}
		}
	}
	delete(k.attributes, "") // A type may have no number.
	for name, rules := range row.Rules.Attrs {
		k.attributes[name] = attributeOf(row, name, rules)
	}
	switch row.Class {
	case objecttype.Properties:
		k.noun = "set of properties" + ofOwner(row)
	case objecttype.Grant, objecttype.Set:
		k.giving(row)
	}
	return k
}

// giving completes the kind of a type that gives access. The comparison of access covers what it
// gives, and its validity.
func (k *kind) giving(row *objecttype.Type) {
	k.noun = grantNoun(row)
	given := attribute{gives: true}
	if row.Class == objecttype.Grant {
		given.refers = namedKind(objecttype.ByName(row.Gives.What))
	}
	k.attributes[row.Gives.Attr] = given
	if k.facts.all != "" || !k.facts.ownID() {
		return
	}
	k.attributes["validity"] = attribute{gives: true}
	if k.facts.kind == access.Grant {
		for _, room := range grants.RoomAttributes() {
			k.attributes[room] = attribute{gives: true}
		}
	}
}

// grantNoun returns the noun for a type that gives something, with its holder.
func grantNoun(row *objecttype.Type) string {
	what := objecttype.ByName(row.Gives.What)
	switch set := row.Class == objecttype.Set; {
	case set && row.Single().Collection != "":
		return "set of " + row.Single().Plural + ofOwner(row)
	case set:
		return "set of " + what.Plural + ofOwner(row)
	case row.Collection != "":
		return row.Title
	}
	return what.Title + ofOwner(row)
}

// ofOwner names the type of the owner of objects; "" if their label names the profile or the user.
func ofOwner(row *objecttype.Type) string {
	if row.Owner == objecttype.Profile.Name || row.Owner == objecttype.User.Name {
		return ""
	}
	title := objecttype.ByName(cmp.Or(row.Owner, objecttype.Client.Name)).Title
	if strings.ContainsRune("ae", rune(title[0])) {
		return " of an " + title
	}
	return " of a " + title
}

// attributeOf returns an attribute with rules. For a validity, and a state with two rules, the
// values decide which rule matches: the first one gives access, the second one takes it.
func attributeOf(row *objecttype.Type, name string, rules []string) attribute {
	a := attribute{rules: rules}
	if to := row.Ref(name); to != nil {
		a.refers = namedKind(to)
	}
	switch {
	case len(rules) < 2:
	case name == "validity":
		v := validityRules{rules[0], rules[1]}
		a.rules, a.turns = v.all(), v.which
	case name == row.State:
		a.turns = func(was, becomes *access.Object, now time.Time) []string {
			return stateOf(was, becomes).rules(rules[0], rules[1], now)
		}
	}
	if name == "allowed_values" {
		a.which = valueRules
	}
	return a
}

// namedKind returns the kind of the objects of a type; 0 for a type whose objects have no names.
func namedKind(row *objecttype.Type) access.Kind {
	if kind := access.KindOf(row.Name); kind <= access.EnterpriseRole {
		return kind
	}
	return 0
}

// valueRules returns the rules for the allowed values of a property. Objects lose a value that is
// no longer allowed.
func valueRules(before, after any) []string {
	was, _ := before.([]any)
	is, _ := after.([]any)
	if slices.ContainsFunc(was, func(value any) bool { return !slices.Contains(is, value) }) {
		return []string{rule.PropertyValues}
	}
	return []string{rule.CosmeticAttribute}
}

// Understands reports whether the review knows the meaning of a change of an attribute, and whether
// the attribute is a part of the object's identity, so that it never changes in place.
func Understands(resourceType, attribute string) (known, key bool) {
	row, known := typeKind(resourceType).attribute(attribute)
	return known, row.key
}
