package plancheck

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
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
	tests := []struct {
		name   string
		status int
		body   string
		want   []string
		calls  int
	}{
		{"two spellings of a scope, read once", http.StatusOK, definitions, []string{"newer", "secret"}, 1},
		{"missing right, asked once", http.StatusForbidden, refusal, nil, 1},
		{"failure, asked again", http.StatusInternalServerError, `{}`, nil, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			run, s := start(t, map[string]string{definitionsPath: test.body})
			s.statuses[definitionsPath] = test.status
			for range 2 {
				got := slices.Sorted(maps.Keys(run.Encrypted(context.Background(), "acme", "onUnitGlobal")))
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("encrypted (-want +got):\n%s", diff)
				}
			}
			if n := s.requests(definitionsPath); n != test.calls {
				t.Errorf("%d requests, want %d", n, test.calls)
			}
		})
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
		"no match":      {"properties", texts{"code": "x"}, []string{refused}},
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
	for status, want := range map[int][]string{http.StatusOK: {"Warning: No such property"}, http.StatusForbidden: nil} {
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
