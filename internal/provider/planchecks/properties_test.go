package planchecks

import (
	"context"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const definitionsPath = "/core/v1/clients/acme/properties"

func TestRun_Encrypted(t *testing.T) {
	const definitions = `{"items": [
		{"name": "plain", "scope": "onUnitGlobal", "encrypted": false},
		{"name": "secret", "scope": "onUnitGlobal", "encrypted": true},
		{"name": "newer", "scope": "UNIT_GLOBAL", "encrypted": true},
		{"name": "other", "scope": "onUserGlobal", "encrypted": true},
		{"name": "older", "scope": "onUnitGlobal"}]}`
	const refusal = `{"errors": [{"code": "errors.insufficientRightsFunction", "message": "PropertyView is missing"}]}`
	const undecodable = `{"items": [{"name": "plain", "scope": "onUnitGlobal"}, {"name": "older", "scope": "onUnitGlobal", "encrypted": "x"}]}`
	everything := []string{"newer", "older", "other", "plain", "secret", "unknown"}
	tests := []struct {
		name   string
		status int
		body   string
		want   []string
		fails  bool
		calls  int
	}{
		{"two spellings of a scope, read once", http.StatusOK, definitions, []string{"newer", "other", "secret", "unknown"}, false, 1},
		{"missing right, asked once", http.StatusForbidden, refusal, everything, false, 1},
		{"no operation, asked once", http.StatusMethodNotAllowed, `{}`, everything, false, 1},
		{"no definitions", http.StatusOK, `{"items": []}`, everything, false, 1},
		{"undecodable definition", http.StatusOK, undecodable, everything, false, 1},
		{"failure, asked again", http.StatusInternalServerError, `{}`, nil, true, 2},
		{"a page of another service", http.StatusOK, `<html>`, nil, true, 2},
		{"a failed login", http.StatusUnauthorized, `{}`, nil, true, 1},
		{"a definition without a name", http.StatusOK, `{"items": [{"name": "plain", "scope": "onUnitGlobal"}, {}]}`, everything, false, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			run, s := start(t, map[string]string{definitionsPath: test.body})
			s.statuses[definitionsPath] = test.status
			for range 2 {
				secret, err := run.Encrypted(context.Background(), "acme", "onUnitGlobal")
				if (err != nil) != test.fails {
					t.Fatalf("error %v", err)
				}
				if test.fails {
					continue
				}
				got := slices.DeleteFunc(slices.Clone(everything), func(name string) bool { return !secret(name) })
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("secrets (-want +got):\n%s", diff)
				}
			}
			if n := s.requests(definitionsPath); n != test.calls {
				t.Errorf("%d requests, want %d", n, test.calls)
			}
		})
	}
}

// A plan that makes a property plain does not show the current value; one that encrypts it hides it.
func TestRun_Encrypted_planned(t *testing.T) {
	run, _ := start(t, map[string]string{definitionsPath: `{"items": [{"name": "a", "scope": "onUnitGlobal", "encrypted": true},
		{"name": "b", "scope": "onUnitGlobal", "encrypted": false}, {"name": "c", "scope": "onUnitGlobal", "encrypted": false}]}`})
	yes, no := true, false
	run.RegisterDefinition(idm.PropertyDefinition{Name: "a", Scope: "onUnitGlobal", ClientExtID: "acme", Encrypted: &no})
	run.RegisterDefinition(idm.PropertyDefinition{Name: "b", Scope: "onUnitGlobal", Encrypted: &yes})
	run.RegisterDefinition(idm.PropertyDefinition{Name: "c", Scope: "onUnitGlobal", ClientExtID: "other", Encrypted: &yes})
	secret, err := run.Encrypted(context.Background(), "acme", "onUnitGlobal")
	if err != nil || !secret("a") || !secret("b") || secret("c") {
		t.Errorf("a %v, b %v, c %v, %v", secret("a"), secret("b"), secret("c"), err)
	}
}

// New values in plaintext are an error if the definitions fail, and a warning if the caller cannot
// read them.
func TestProperties_unreadableDefinitions(t *testing.T) {
	of := &Subject{Type: objecttype.UnitProperties, PropertyScopes: []string{"onUnitGlobal"}}
	for status, want := range map[int][]string{
		http.StatusInternalServerError: {"Error: Properties in plaintext"},
		http.StatusForbidden:           {"Warning: Properties in plaintext"},
		http.StatusMethodNotAllowed:    {"Warning: Properties in plaintext"},
	} {
		run, s := start(t, map[string]string{definitionsPath: `{}`})
		s.statuses[definitionsPath] = status
		plain := object{"client_ext_id": "acme", "properties": map[string]string{"a": "1"}}
		if got := check(t, run, of, nil, plain); !slices.Equal(got, want) {
			t.Errorf("%d: %q", status, got)
		}
		hidden := object{"client_ext_id": "acme", "sensitive_properties": map[string]string{"a": "1"}}
		if got := check(t, run, of, nil, hidden); got != nil {
			t.Errorf("%d, sensitive: %q", status, got)
		}
		if got := check(t, run, of, plain, plain); got != nil {
			t.Errorf("%d, unchanged: %q", status, got)
		}
	}
}

// Properties are compared with the definitions of their scope: their names, values and access.
func TestProperties(t *testing.T) {
	const definitions = `{"items": [
		{"name": "color", "scope": "onUnitGlobal", "allowedValues": [{"value": "red"}, {"value": "blue"}]},
		{"name": "code", "scope": "onUnitGlobal", "stringMaxLen": 3, "stringRegex": "[0-9]+"},
		{"name": "secret", "scope": "onUnitGlobal", "encrypted": true},
		{"name": "fixed", "scope": "onUnitGlobal", "accessModify": "READ_ONLY"},
		{"name": "other", "scope": "onUserGlobal"}]}`
	of := &Subject{Type: objecttype.UnitProperties, PropertyScopes: []string{"onUnitGlobal"}}
	type texts = map[string]string
	const refused = "Warning: Invalid property value"
	for name, test := range map[string]struct {
		attribute string
		values    texts
		want      []string
	}{
		"allowed":       {"properties", texts{"color": "red", "code": "12"}, nil},
		"not allowed":   {"properties", texts{"color": "green"}, []string{refused}},
		"too long":      {"properties", texts{"code": "1234"}, []string{refused}},
		"an expression": {"properties", texts{"code": "x"}, nil},
		"another scope": {"properties", texts{"other": "x"}, []string{"Warning: No such property"}},
		"in plaintext":  {"properties", texts{"secret": "x"}, []string{"Error: Encrypted property in plaintext"}},
		"encrypted":     {"sensitive_properties", texts{"secret": "x"}, nil},
		"read-only":     {"properties", texts{"fixed": "x"}, []string{"Error: Read-only property"}},
	} {
		run, _ := start(t, map[string]string{definitionsPath: definitions})
		got := check(t, run, of, nil, object{"client_ext_id": "acme", test.attribute: test.values})
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	undefined := &Subject{Type: objecttype.UnitProperties, PropertyScopes: []string{"onNothing"}}
	for status, want := range map[int][]string{
		http.StatusOK: {"Warning: No such property"}, http.StatusForbidden: {"Warning: Properties in plaintext"},
	} {
		run, s := start(t, map[string]string{definitionsPath: definitions})
		s.statuses[definitionsPath] = status
		got := check(t, run, undefined, nil, object{"client_ext_id": "acme", "properties": texts{"color": "red"}})
		if !slices.Equal(got, want) {
			t.Errorf("a scope without definitions, %d: %q", status, got)
		}
	}
	run, _ := start(t, map[string]string{definitionsPath: definitions})
	run.RegisterDefinition(idm.PropertyDefinition{Name: "color", Scope: "onUnitGlobal", ClientExtID: "acme"})
	if got := check(t, run, of, nil, object{"client_ext_id": "acme", "properties": texts{"color": "green"}}); got != nil {
		t.Errorf("a definition of the same plan: %q", got)
	}
}
