package sim

import (
	"net/http"
)

// patch applies the body of a PATCH to an object: it ignores nulls at every depth, clears values
// that are "", and merges groups. It returns the changed copy, or nil when the body holds only a
// version.
func (c *call) patch(fields []field, rec *record) (doc, error) {
	body, err := c.object()
	if err != nil {
		return nil, err
	}
	r := reader{quirks: c.quirks, allow: onPatch}
	withVersion := append([]field{{name: "version", kind: kindNumber, use: onPatch}}, fields...)
	if err := r.unknown(withVersion, body, ""); err != nil {
		return nil, err
	}
	dropNulls(body)
	if err := checkVersion(body, rec); err != nil {
		return nil, err
	}
	delete(body, "version")
	if len(body) == 0 {
		return nil, nil
	}
	next := copyDoc(rec.doc)
	if err := r.merge(fields, body, next, ""); err != nil {
		return nil, err
	}
	return next, nil
}

// checkVersion returns 409 when the body holds a version other than the stored one.
func checkVersion(body map[string]any, rec *record) error {
	sent, ok := body["version"]
	if !ok {
		return nil
	}
	version, err := readNumber(sent, "version")
	if err != nil {
		return err
	}
	if version != rec.version() {
		return fail(http.StatusConflict, codeLocking,
			"The object was modified: its version is %d, the version sent is %d.", rec.version(), version)
	}
	return nil
}

func dropNulls(body map[string]any) {
	for name, v := range body {
		switch v := v.(type) {
		case nil:
			delete(body, name)
		case map[string]any:
			dropNulls(v)
		}
	}
}

// merge writes the fields of a body into an object.
func (r reader) merge(fields []field, in map[string]any, into doc, path string) error {
	if err := r.unknownNested(fields, in, path); err != nil {
		return err
	}
	for _, f := range fields {
		v, ok := in[f.name]
		if !ok || !r.allows(f) {
			continue
		}
		var err error
		switch f.kind {
		case kindLocalized, kindPeriod, kindGroup:
			err = r.mergeGroup(f, v, into, path+f.name)
		default:
			err = r.set(f, v, into, path+f.name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unknownNested refuses unknown fields below the top level, where a version is not accepted either.
func (r reader) unknownNested(fields []field, in map[string]any, path string) error {
	if path == "" {
		return nil
	}
	return r.unknown(fields, in, path)
}

// set replaces a value, or clears it when the new value is empty.
func (r reader) set(f field, v any, into doc, path string) error {
	value, err := r.value(f, v, path)
	switch {
	case err != nil:
		return err
	case value != nil:
		into[f.name] = value
	case !r.quirks[quirkKeepOnClear]:
		delete(into, f.name)
	}
	return nil
}

func (r reader) mergeGroup(f field, v any, into doc, path string) error {
	in, ok := v.(map[string]any)
	if !ok {
		return wrongType(path, "an object")
	}
	group, ok := into[f.name].(doc)
	if !ok {
		group = doc{}
	}
	if f.kind == kindPeriod {
		for bound, v := range in {
			if v == "" {
				return emptyBound(path + "." + bound)
			}
		}
	}
	if err := r.merge(nestedFields(f, in), in, group, path+"."); err != nil {
		return err
	}
	if len(group) == 0 {
		delete(into, f.name)
		return nil
	}
	into[f.name] = group
	return nil
}
