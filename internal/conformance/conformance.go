// Package conformance says where each row, field and rule of the service's reference has its place
// in the project. The data is in the JSON files of this folder; the tests hold it against the
// code, and COVERAGE.md shows it.
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

// Table is one table of operations of the reference.
type Table struct {
	Document   string      `json:"document"`
	Name       string      `json:"name"`
	Operations []Operation `json:"operations"`
}

// Operation is one row of a table with its partners in the project. The simulator serves it at the
// same method and path.
type Operation struct {
	Method string `json:"method"`
	// Path begins with the family, such as /core/v1, and has the trailing slash where the reference
	// prints one.
	Path  string `json:"path"`
	Since string `json:"since,omitempty"`
	// Permissions are those of the reference, without the prefix AccessControl.
	Permissions []string `json:"permissions,omitempty"`
	// Conditional are permissions that only some calls need; the note says which.
	Conditional []string `json:"conditional,omitempty"`
	// Also are permissions that later releases need in addition to Permissions or instead of them. A
	// caller for all releases has both.
	Also []string `json:"also,omitempty"`
	// SelfAdmin rows are open to callers for their own data.
	SelfAdmin bool `json:"self_admin,omitempty"`
	// Client is the method of the typed API, such as idm.Unit or cloud.Ping.
	Client string `json:"client"`
	// Terraform names what uses it by its kind, such as resource.idm_unit, data.idm_unit,
	// ephemeral.idm_token, action.idm_login, list.idm_unit.
	Terraform []string `json:"terraform,omitempty"`
	// Sometimes are those of them that use it in some calls only; the note says which.
	Sometimes []string `json:"sometimes,omitempty"`
	// Why explains an operation that nothing in Terraform uses.
	Why string `json:"why,omitempty"`
	// Tests are the folder below internal and the name of each test, such as
	// service/unit.TestUnit_move.
	Tests []string `json:"tests"`
	Note  string   `json:"note,omitempty"`
}

// Needed are the permissions of every call, in all releases.
func (o Operation) Needed() []string { return slices.Concat(o.Permissions, o.Also) }

// ReferenceObject is one object of the reference and where its fields are shown or set.
type ReferenceObject struct {
	Document string `json:"document"`
	Name     string `json:"name"`
	// In are the places that have the fields, such as data.idm_unit or, for an object in a list,
	// data.idm_units.units.
	In []string `json:"in"`
	// Fields are spelled as the service does, members joined with a dot.
	Fields []string `json:"fields"`
	// As are the attributes whose name is not the field's in snake case.
	As map[string]string `json:"as,omitempty"`
	// Except are the fields that one of the places leaves out; an empty In means all of them.
	Except []Exception `json:"except,omitempty"`
}

// Exception is a field that one place of an object does not have, and why.
type Exception struct {
	In    string `json:"in,omitempty"`
	Field string `json:"field"`
	Why   string `json:"why"`
}

// Attribute is the path of the attribute that holds a field.
func (o ReferenceObject) Attribute(field string) string {
	if as, ok := o.As[field]; ok {
		return as
	}
	return snake(field)
}

// Exception returns why a place leaves a field out, and whether it does.
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
	// Section is the heading of the reference under which it stands, with the number where it has
	// one.
	Section string `json:"section"`
	Rule    string `json:"rule"`
	// Where says in a few words how the project honours it.
	Where string   `json:"where"`
	Tests []string `json:"tests"`
}

// LeftOut are operations of the reference that no part of the provider is built on, and why. The
// simulator serves them where their shape is known.
type LeftOut struct {
	// Operations are a method and a path, or a path for all methods; one that ends in … stands for all
	// that begin like it.
	Operations []string `json:"operations"`
	Since      string   `json:"since"`
	Why        string   `json:"why"`
}

// Has reports whether an operation is left out.
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

// unnamed is a path whatever its variables are called.
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

// Tables are the operations of the reference in its order.
func Tables() ([]Table, error) { return read[[]Table](operations) }

// AllLeftOut are the operations that have no row in Tables.
func AllLeftOut() ([]LeftOut, error) { return read[[]LeftOut](leftOut) }

// Objects are the objects of the reference with their fields.
func Objects() ([]ReferenceObject, error) { return read[[]ReferenceObject](fields) }

// Rules are the states, errors and numbered statements of the reference.
func Rules() ([]Rule, error) { return read[[]Rule](rules) }

func read[T any](data []byte) (T, error) {
	var out T
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	err := d.Decode(&out)
	return out, err
}

// snake writes a name as attributes are written: parentUnitExtId as parent_unit_ext_id.
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
