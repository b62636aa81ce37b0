package snapshot_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// responseTypes are the response types of the service, by seed array. Seeds omit fields that the
// service computes, and fields that the path or the caller determines.
var responseTypes = map[string]struct {
	of       reflect.Type
	computed string
}{
	"clients": {reflect.TypeFor[idm.Client](), ""}, "units": {reflect.TypeFor[idm.Unit](), "hierarchicalName"},
	"users": {reflect.TypeFor[idm.User](), "classifications"}, "profiles": {reflect.TypeFor[idm.Profile](), ""},
	"authorizations":           {reflect.TypeFor[idm.Authorization](), ""},
	"enterpriseAuthorizations": {reflect.TypeFor[idm.EnterpriseAuthorization](), ""},
	"applications":             {reflect.TypeFor[idm.Application](), ""}, "roles": {reflect.TypeFor[idm.Role](), "applicationName"},
	"enterpriseRoles": {reflect.TypeFor[idm.EnterpriseRole](), ""}, "policies": {reflect.TypeFor[idm.Policy](), ""},
	"propertyDefinitions": {reflect.TypeFor[idm.PropertyDefinition](), ""}, "terms": {reflect.TypeFor[idm.Terms](), ""},
	"consents": {reflect.TypeFor[idm.Consent](), ""}, "credentials": {reflect.TypeFor[idm.Credential](), ""},
}

// A copy of a tenant with all kinds of objects contains every object and every field.
func TestTake_everyField(t *testing.T) {
	// The file has an object of every kind, with every field that a snapshot copies.
	whole, err := os.ReadFile("testdata/whole.json")
	if err != nil {
		t.Fatal(err)
	}
	var written map[string][]map[string]any
	if err := json.Unmarshal(whole, &written); err != nil {
		t.Fatal(err)
	}
	for _, array := range []string{"applications", "roles", "enterpriseRoles", "units", "users", "profiles", "authorizations",
		"enterpriseAuthorizations", "policies", "terms", "credentials"} {
		for _, e := range written[array] {
			e["created"], e["lastModified"] = "2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z"
		}
	}
	tenant, err := json.Marshal(written)
	if err != nil {
		t.Fatal(err)
	}
	for array, a := range responseTypes {
		for field := range a.of.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || name == "-" || strings.Contains(a.computed, name) || field.Anonymous {
				continue
			}
			has := false
			for _, e := range written[array] {
				has = has || e[name] != nil
			}
			if !has {
				t.Errorf("no element of %s has %s", array, name)
			}
		}
	}
	taken := take(t, service(t, tenant, "admin", nil, "later-releases"), snapshot.Options{Client: "c", Credentials: true})
	taken.AllowCaller("admin", []string{"*"}, []string{"*"})
	if diff := cmp.Diff(stateOf(t, tenant), stateOf(t, seed(t, taken))); diff != "" || len(taken.Missing) > 0 || taken.Withheld > 0 {
		t.Errorf("the copy (-tenant +copy):\n%s\nmissing %+v, %d values withheld", diff, taken.Missing, taken.Withheld)
	}
}

// stateOf returns the content of a simulator that starts with a seed, except the callers.
func stateOf(t *testing.T, seed []byte) map[string]any {
	t.Helper()
	server, err := sim.New(sim.Options{Seed: seed, Quirks: []string{"later-releases"}})
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(server.State()))
	decoder.UseNumber()
	var state map[string]any
	if err := decoder.Decode(&state); err != nil {
		t.Fatal(err)
	}
	delete(state, "callers")
	delete(state, "snapshot")
	return state
}
