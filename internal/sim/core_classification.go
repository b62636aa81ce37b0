package sim

import (
	"regexp"
	"slices"
	"strings"
)

const classesKey = "data.classifications"

var levelName = regexp.MustCompile(`^[a-zA-Z0-9]+$`)

// clientPolicy returns the parameters of a client's ClientPolicy.
func (t *tx) clientPolicy(client string) doc {
	for _, rec := range t.list("policies", "type", client, "ClientPolicy") {
		parameters := nested(rec.doc, "parameters")
		return parameters
	}
	return nil
}

// classifications returns the classes of an object by level, or nil when the client's policy
// configures none. what is user or profile, with .properties appended for properties.
func (t *tx) classifications(client, what string) doc {
	policy := t.clientPolicy(client)
	out := doc{}
	for _, level := range splitList(text(policy, classesKey)) {
		if items := splitList(text(policy, classesKey+"."+level+"."+what)); len(items) > 0 {
			out[level] = items
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// userClassifications merges the classes of a user's attributes with those of its properties if the
// caller may see properties.
func (c *call) userClassifications(client string) doc {
	out := c.classifications(client, "user")
	if !c.caller.mayAll(viewProperties...) {
		return out
	}
	for level, v := range c.classifications(client, "user.properties") {
		if out == nil {
			out = doc{}
		}
		items, _ := out[level].([]string)
		names, _ := v.([]string)
		for _, name := range names {
			items = append(items, "properties."+name)
		}
		out[level] = items
	}
	return out
}

// classify adds the classes to a response.
func classify(out, classes doc) {
	if classes != nil {
		out["_classifications"] = classes
	}
}

func splitList(s string) []string {
	var out []string
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// checkClassifications checks the classification of a client policy: levels are declared before
// use, and items are attributes of the object.
func checkClassifications(parameters doc) {
	levels := splitList(text(parameters, classesKey))
	for _, level := range levels {
		if !levelName.MatchString(level) {
			panic(refuse(codePolicyViolation, "The level %q of %s holds more than letters and digits.", level, classesKey))
		}
	}
	for key := range parameters {
		rest, ok := strings.CutPrefix(key, classesKey+".")
		if !ok {
			continue
		}
		level, what, _ := strings.Cut(rest, ".")
		if !slices.Contains(levels, level) {
			panic(refuse(codePolicyViolation, "The level %q is not declared in %s.", level, classesKey))
		}
		checkItems(key, what, splitList(text(parameters, key)))
	}
}

func checkItems(key, what string, items []string) {
	switch what {
	case "user", "profile":
	case "user.properties", "profile.properties":
		return
	default:
		panic(refuse(codePolicyViolation, "%s classifies neither users nor profiles.", key))
	}
	fields := fieldsOf(what + "s")
	known := attributePaths(fields, nil)
	for _, f := range fields {
		known = append(known, f.name)
	}
	for _, item := range items {
		if !slices.Contains(known, item) {
			panic(refuse(codePolicyViolation, "%s: %q is not an attribute of the object.", key, item))
		}
	}
}
