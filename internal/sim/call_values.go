package sim

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// timeLayout is the format of the service's times.
const timeLayout = "2006-01-02T15:04:05Z"

// reader checks the values of a body or of a seed element against the fields, and converts them to
// their stored form.
type reader struct {
	quirks quirkSet
	// allow is the use that a field needs in order to be accepted.
	allow use
	// all accepts every field, for the seed file.
	all bool
}

// patch applies the body of a PATCH to an object: it ignores nulls at every depth, clears values
// that are "", and merges groups. It returns the changed copy, or nil when the body holds only a
// version.
func (c *call) patch(fields []field, rec *record) doc {
	body := c.object()
	r := reader{quirks: c.quirks, allow: onPatch}
	r.unknown(append([]field{{name: "version", kind: kindNumber, use: onPatch}}, fields...), body, "")
	dropNulls(body)
	if sent, ok := body["version"]; ok && readNumber(sent, "version") != rec.version() {
		panic(fail(http.StatusConflict, codeLocking,
			"The object was modified: its version is %d, the version sent is %s.", rec.version(), sent))
	}
	delete(body, "version")
	if len(body) == 0 {
		return nil
	}
	next := copyDoc(rec.doc)
	r.merge(fields, body, next, "")
	return next
}

func dropNulls(body map[string]any) {
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
}

// object checks the fields of a new object. It treats nulls and empty strings as absent, and
// refuses all unknown fields in one response.
func (r reader) object(fields []field, in map[string]any, path string) doc {
	r.unknown(fields, in, path)
	out := doc{}
	r.merge(fields, in, out, path)
	return out
}

// merge writes the fields of a body into an object. An empty value clears a field.
func (r reader) merge(fields []field, in map[string]any, into doc, path string) {
	for _, f := range fields {
		v, ok := in[f.name]
		if !ok || v == nil || !r.allows(f) {
			continue
		}
		switch value := r.value(f, v, into[f.name], path+f.name); {
		case value != nil:
			into[f.name] = value
		case !r.quirks[quirkKeepOnClear]:
			delete(into, f.name)
		}
	}
}

func (r reader) allows(f field) bool { return r.all || f.useIn(r.quirks)&r.allow != 0 }

// unknown refuses fields that the object does not have, by name.
func (r reader) unknown(fields []field, in map[string]any, path string) {
	if r.quirks[quirkIgnoreUnknown] && !r.all {
		return
	}
	var names []string
	for name := range in {
		if f, ok := fieldNamed(fields, name); !ok || !r.allows(f) {
			names = append(names, path+name)
		}
	}
	if len(names) > 0 {
		slices.Sort(names)
		panic(refuse(codeInvalidData, "Unknown fields: %s.", strings.Join(names, ", ")))
	}
}

// value checks one value and returns nil for an empty one. It merges a group into the old value.
func (r reader) value(f field, v, old any, path string) any {
	switch f.kind {
	case kindFlag:
		if b, ok := v.(bool); ok {
			return b
		}
		panic(wrongType(path, "a boolean"))
	case kindNumber:
		return readNumber(v, path)
	case kindLocalized, kindPeriod, kindGroup:
		group, ok := old.(doc)
		if !ok {
			group = doc{}
		}
		return r.group(f, v, group, path)
	case kindTexts, kindMaps:
		return r.group(f, v, doc{}, path)
	case kindStrings, kindObjects:
		return r.items(f, v, path)
	}
	s, ok := v.(string)
	if !ok {
		panic(wrongType(path, "a string"))
	}
	return r.text(f, s, path)
}

// text checks a string by the kind of its field.
func (r reader) text(f field, s, path string) any {
	values := f.enumeration(r.quirks)
	if s == "" {
		if f.kind == kindName || f.kind == kindEnum && values != nil {
			panic(refuse(codeInvalidData, "%s must not be empty.", path))
		}
		return nil
	}
	switch f.kind {
	case kindEnum:
		if f.anyCase {
			s = strings.ToLower(strings.ReplaceAll(s, "_", "-"))
		}
		if values != nil && !slices.Contains(values, s) {
			panic(refuse(codeInvalidData, "%s is %q, allowed are %s.", path, s, strings.Join(values, ", ")))
		}
	case kindDate:
		if _, err := time.Parse(time.DateOnly, s); err != nil {
			panic(refuse(codeInvalidData, "%s is %q, which is not a date (year-month-day).", path, s))
		}
	case kindTime:
		t, err := time.Parse(time.RFC3339, s)
		if err != nil {
			panic(refuse(codeInvalidData, "%s is %q, which is not a time like 2023-08-18T12:34:56Z.", path, s))
		}
		return t.UTC().Format(timeLayout)
	}
	return s
}

// group checks an object inside an object and merges it into the old one. It drops an empty one.
func (r reader) group(f field, v any, into doc, path string) any {
	in, ok := v.(map[string]any)
	if !ok {
		panic(wrongType(path, "an object"))
	}
	for bound, v := range in {
		if f.kind == kindPeriod && v == "" {
			panic(refuse(codeInvalidParameter, "%s.%s must not be empty: a bound can be changed but not cleared.", path, bound))
		}
	}
	fields := nestedFields(f, in)
	r.unknown(fields, in, path+".")
	r.merge(fields, in, into, path+".")
	if len(into) == 0 {
		return nil
	}
	return into
}

// nestedFields returns the fields of an object field; a map accepts any names.
func nestedFields(f field, in map[string]any) []field {
	switch f.kind {
	case kindPeriod:
		return period
	case kindLocalized:
		return fields(kindText, languages...)
	case kindTexts:
		return fields(kindText, keys(in)...)
	case kindMaps:
		return fields(kindTexts, keys(in)...)
	}
	return f.fields
}

func keys[V any](in map[string]V) []string { return slices.Collect(maps.Keys(in)) }

func (r reader) items(f field, v any, path string) any {
	in, ok := v.([]any)
	if !ok {
		panic(wrongType(path, "a list"))
	}
	out := make([]any, len(in))
	for i, e := range in {
		object, isObject := e.(map[string]any)
		_, isText := e.(string)
		switch {
		case f.kind == kindObjects && isObject:
			out[i] = r.object(f.fields, object, path+".")
		case f.kind == kindStrings && isText:
			out[i] = e
		default:
			panic(wrongType(path, "a list of the right elements"))
		}
	}
	return out
}

func readNumber(v any, path string) int64 {
	if number, ok := v.(json.Number); ok {
		if n, err := number.Int64(); err == nil {
			return n
		}
	}
	panic(wrongType(path, "a whole number"))
}

func wrongType(path, want string) *apiError {
	return refuse(codeInvalidData, "%s must be %s.", path, want)
}
