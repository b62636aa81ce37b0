package sim

import (
	_ "embed"
	"slices"
	"strings"
)

var (
	//go:embed objects.txt
	objectsFile string
	//go:embed credentials.txt
	credentialsFile string
	//go:embed operations.txt
	operationsFile string

	objects = readObjects(nil, objectsFile)
)

// object is a declaration in objects.txt or credentials.txt, which explain their format.
type object struct {
	name string
	// settings are the words after the name of a setting.
	settings map[string][]string
	fields   []field
	// body holds fields of the create that are not stored unchanged.
	body []field
}

// set reports whether a setting is present.
func (o *object) set(name string) bool { return o.settings[name] != nil }

// text returns a setting, or "".
func (o *object) text(name string) string { return strings.Join(o.settings[name], " ") }

// readObjects adds the declarations of a file to known ones, whose fields they may repeat.
func readObjects(known []*object, file string) []*object {
	for line := range strings.Lines(file) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if words[0] == "object" {
			known = append(known, &object{name: strings.Join(words[1:], " "), settings: map[string][]string{}})
			continue
		}
		o := known[len(known)-1]
		switch {
		case words[0] == "fields":
			o.fields = append(o.fields, fieldsIn(known, words[1])...)
		case words[0] == "body":
			o.body = append(o.body, readFields(known, words[1:])...)
		case slices.Contains(kindNames, words[0]):
			o.fields = append(o.fields, readFields(known, words)...)
		default:
			o.settings[words[0]] = words[1:]
		}
	}
	return known
}

// readFields reads the fields of a line.
func readFields(known []*object, words []string) []field {
	common := field{kind: kind(slices.Index(kindNames, words[0])), use: readUse(words[1])}
	var names []string
	for _, word := range words[2:] {
		option, value, ok := strings.Cut(word, "=")
		switch {
		case word == "anyCase":
			common.anyCase = true
		case !ok:
			names = append(names, word)
		case option == "later":
			common.later = readUse(value)
		case option == "of":
			common.fields = fieldsIn(known, value)
		default:
			common.values, common.openSeed = strings.Split(value, ","), option == "laterValues"
		}
	}
	out := make([]field, len(names))
	for i, name := range names {
		out[i] = common
		out[i].name = name
	}
	return out
}

func readUse(list string) use {
	var all use
	for name := range strings.SplitSeq(list, ",") {
		all |= uses[name]
	}
	return all
}

func fieldsIn(known []*object, name string) []field {
	return known[slices.IndexFunc(known, func(o *object) bool { return o.name == name })].fields
}

// fieldsOf returns the fields of an object or a body.
func fieldsOf(name string) []field { return fieldsIn(objects, name) }
