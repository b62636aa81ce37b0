package sim

import (
	"slices"
	"strings"
)

// kind is the type of a field, which also determines how a PATCH changes it.
type kind int

const (
	// kindText is a plain string; "" clears it.
	kindText kind = iota
	// kindName is a string that may not be empty.
	kindName
	kindFlag
	kindNumber
	kindDate
	kindTime
	// kindEnum is an enumeration; it may not be empty.
	kindEnum
	// kindLocalized is an object of texts by language, merged per language.
	kindLocalized
	// kindPeriod is an object of two times, whose bounds cannot be cleared.
	kindPeriod
	// kindGroup is an object of fields, merged per field.
	kindGroup
	// kindTexts is an object of strings with arbitrary names, replaced as a whole.
	kindTexts
	// kindMaps is an object whose values are kindTexts.
	kindMaps
	// kindStrings is a list of strings, replaced as a whole.
	kindStrings
	// kindObjects is a list of objects of fields, replaced as a whole.
	kindObjects
)

// kindNames are the kinds in objects.txt.
var kindNames = strings.Fields("text name flag number date time enum localized period group texts maps strings objects")

// use is the set of places in which a field may appear. A field without any use appears only in the
// seed file, which accepts every field of a table.
type use int

const (
	// shown in responses.
	shown use = 1 << iota
	// onCreate in the body of a create.
	onCreate
	// onPatch in the body of a PATCH.
	onPatch
	// needed in the body of a create, and not empty.
	needed

	editable = shown | onCreate | onPatch
	fixed    = shown | onCreate
)

// uses are the uses in objects.txt.
var uses = map[string]use{"shown": shown, "create": onCreate, "patch": onPatch, "needed": needed, "fixed": fixed, "editable": editable}

// field is a row of an object's table in the reference.
type field struct {
	name   string
	kind   kind
	use    use
	values []string
	fields []field
	// later is the use in later releases if it differs.
	later use
	// openSeed marks an enumeration that only later releases enforce.
	openSeed bool
	// anyCase also accepts the values of an enumeration in upper case, with underscores instead of
	// hyphens.
	anyCase bool
}

// useIn returns the use of the field in the simulated release.
func (f field) useIn(q quirkSet) use {
	if q[quirkLater] && f.later != 0 {
		return f.later
	}
	return f.use
}

// enumeration returns the permitted values of the field.
func (f field) enumeration(q quirkSet) []string {
	if f.openSeed && !q[quirkLater] {
		return nil
	}
	return f.values
}

// languages are the keys of localized text.
var languages = []string{"EN", "DE", "FR", "IT"}

var period = fields(kindTime, "from", "to")

// fields declares editable fields of the same kind.
func fields(kind kind, names ...string) []field {
	out := make([]field, len(names))
	for i, name := range names {
		out[i] = field{name: name, kind: kind, use: editable}
	}
	return out
}

func fieldNamed(fields []field, name string) (field, bool) {
	i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	if i < 0 {
		return field{}, false
	}
	return fields[i], true
}

// view returns the fields of an object that responses show.
func view(fields []field, d doc, q quirkSet) doc {
	out := make(doc, len(fields))
	for _, f := range fields {
		v, ok := d[f.name]
		if !ok || f.useIn(q)&shown == 0 {
			continue
		}
		out[f.name] = v
	}
	return out
}

// attributePaths lists the attribute paths of an object, with dots between nested names.
func attributePaths(fields []field, q quirkSet) []string {
	var out []string
	for _, f := range fields {
		if f.useIn(q)&shown == 0 {
			continue
		}
		var nested []field
		switch f.kind {
		case kindGroup:
			nested = f.fields
		case kindPeriod:
			nested = period
		case kindLocalized:
			for _, l := range languages {
				out = append(out, f.name+"."+l)
			}
			continue
		case kindTexts, kindMaps, kindStrings, kindObjects:
			continue
		default:
			out = append(out, f.name)
			continue
		}
		for _, name := range attributePaths(nested, q) {
			out = append(out, f.name+"."+name)
		}
	}
	return out
}
