// Package conformance lists where the project implements each row, field and rule of the service's
// reference. The JSON files of this folder contain the data, the tests compare it with the code,
// and COVERAGE.md presents it.
package conformance

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// The documents of the reference.
const (
	CloudAPI    = "cloud authentication API"
	ServiceAPIs = "service APIs"
	CoreAPI     = "core API"
	Later       = "later releases"
)

// Table is one table of operations in the reference.
type Table struct {
	Document   string      `json:"document"`
	Name       string      `json:"name"`
	Operations []Operation `json:"operations"`
}

// Operation is one row of a table with its counterparts in the project. The simulator serves it
// with the same method and path.
type Operation struct {
	Method string `json:"method"`
	// Path starts with the API, such as /core/v1, and ends with a slash where the reference has
	// one.
	Path  string `json:"path"`
	Since string `json:"since,omitempty"`
	// Permissions lists the permissions in the reference, without the prefix AccessControl.
	Permissions []string `json:"permissions,omitempty"`
	// Conditional lists permissions that only some calls need; the note describes them.
	Conditional []string `json:"conditional,omitempty"`
	// Also lists permissions that later releases need in addition to Permissions or instead of
	// them. A caller that must work with all releases has both.
	Also []string `json:"also,omitempty"`
	// SelfAdmin marks rows that callers may use for their own data.
	SelfAdmin bool `json:"self_admin,omitempty"`
	// Client is the method of the typed API, such as idm.Unit or cloud.Ping.
	Client string `json:"client"`
	// Terraform lists the parts of the provider that use the operation, such as resource.idm_unit,
	// data.idm_unit, ephemeral.idm_token, action.idm_login, list.idm_unit.
	Terraform []string `json:"terraform,omitempty"`
	// Sometimes lists the parts that use the operation only in some calls; the note describes them.
	Sometimes []string `json:"sometimes,omitempty"`
	// Why explains why no part of the provider uses the operation.
	Why string `json:"why,omitempty"`
	// Tests lists tests by their folder below internal and their name, such as
	// service/unit.TestUnit_move.
	Tests []string `json:"tests"`
	Note  string   `json:"note,omitempty"`
}

// Needed returns the permissions that a call needs in any release.
func (o Operation) Needed() []string { return slices.Concat(o.Permissions, o.Also) }

// ReferenceObject is one object of the reference and the places that show or set its fields.
type ReferenceObject struct {
	Document string `json:"document"`
	Name     string `json:"name"`
	// In lists the places with the fields, such as data.idm_unit or, for an object in a list,
	// data.idm_units.units.
	In []string `json:"in"`
	// Fields lists the fields in the spelling of the service. Members are joined with a dot.
	Fields []string `json:"fields"`
	// As maps a field to its attribute if the attribute is not the field in snake case.
	As map[string]string `json:"as,omitempty"`
	// Except lists fields that a place omits; an empty In means all places.
	Except []Exception `json:"except,omitempty"`
}

// Exception is a field that one place of an object omits, with the reason.
type Exception struct {
	In    string `json:"in,omitempty"`
	Field string `json:"field"`
	Why   string `json:"why"`
}

// Attribute returns the path of the attribute that contains a field.
func (o ReferenceObject) Attribute(field string) string {
	if as, ok := o.As[field]; ok {
		return as
	}
	return snake(field)
}

// Exception returns whether a place omits a field, and the reason.
func (o ReferenceObject) Exception(place, field string) (string, bool) {
	for _, e := range o.Except {
		if e.Field == field && (e.In == "" || e.In == place) {
			return e.Why, true
		}
	}
	return "", false
}

// Rule is a state, an error or a numbered statement of the reference.
type Rule struct {
	Document string `json:"document"`
	// Section is the heading of the rule in the reference, with its number if it has one.
	Section string `json:"section"`
	Rule    string `json:"rule"`
	// Where briefly describes how the project implements the rule.
	Where string   `json:"where"`
	Tests []string `json:"tests"`
}

// LeftOut describes operations of the reference that no part of the provider uses, with the reason.
// The simulator serves those with a known structure.
type LeftOut struct {
	// Operations lists methods with paths, or paths that match all methods. A path that ends in …
	// matches by prefix.
	Operations []string `json:"operations"`
	Since      string   `json:"since"`
	Why        string   `json:"why"`
}

// Has reports whether an operation is among the omitted ones.
func (l LeftOut) Has(method, path string) bool {
	return slices.ContainsFunc(l.Operations, func(operation string) bool {
		of, pattern, limited := strings.Cut(operation, " ")
		if !limited {
			of, pattern = method, operation
		}
		prefix, more := strings.CutSuffix(unnamed(pattern), "…")
		path := unnamed(path)
		return of == method && (path == prefix || more && strings.HasPrefix(path, prefix))
	})
}

var variable = regexp.MustCompile(`\{[^}]*\}`)

// unnamed returns a path with anonymous variables, for comparison.
func unnamed(path string) string { return variable.ReplaceAllString(path, "{}") }

var (
	//go:embed left_out.json
	leftOut []byte
	//go:embed operations.json
	operations []byte
	//go:embed fields.json
	fields []byte
	//go:embed rules.json
	rules []byte
)

// Tables returns the operations of the reference in their order.
func Tables() ([]Table, error) { return read[[]Table](operations) }

// AllLeftOut returns the operations without a row in Tables.
func AllLeftOut() ([]LeftOut, error) { return read[[]LeftOut](leftOut) }

// Objects returns the objects of the reference with their fields.
func Objects() ([]ReferenceObject, error) { return read[[]ReferenceObject](fields) }

// Rules returns the states, errors and numbered statements of the reference.
func Rules() ([]Rule, error) { return read[[]Rule](rules) }

func read[T any](data []byte) (T, error) {
	var out T
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	err := d.Decode(&out)
	return out, err
}

// snake converts a name to the spelling of attributes: parentUnitExtId to parent_unit_ext_id.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 && name[i-1] != '.' {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
