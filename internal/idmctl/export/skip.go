package export

import (
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// skip is the reason why an export leaves out an object; "" if it does not.
type skip string

// The reasons. A single such object in the configuration would make the plan of the whole folder
// fail.
const (
	notNormalized skip = "the ID is not in Unicode normal form C, to which the CLI changes every text"
	dotID         skip = `an external ID is "." or "..", which no address can contain`
	emptyID       skip = "an external ID is empty, so that nothing can address the object"
	circular      skip = "their parents form a cycle without a top unit"
	dotRef        skip = `they refer to an object whose external ID is "." or ".."`
)

// skipReason returns why a resource cannot be imported; "" if it can.
func skipReason(r resource) skip {
	if reason := idReason(r.id); reason != "" {
		return reason
	}
	if slices.ContainsFunc(r.args, func(a arg) bool { return refersToDots(a.value) }) {
		return dotRef
	}
	return ""
}

// idReason returns why an import ID cannot be used; "" if it can.
func idReason(id string) skip {
	switch {
	case cty.NormalizeString(id) != id:
		return notNormalized
	case slices.ContainsFunc(strings.Split(id, "/"), isDots):
		return dotID
	case slices.Contains(strings.Split(id, "/"), ""):
		return emptyID
	}
	return ""
}

func isDots(extID string) bool { return extID == "." || extID == ".." }

func refersToDots(v value) bool {
	switch v := v.(type) {
	case ref:
		return isDots(v.extID)
	case list:
		return slices.ContainsFunc(v, refersToDots)
	case mapping:
		return slices.ContainsFunc(v, func(e element) bool { return refersToDots(e.key) })
	}
	return false
}
