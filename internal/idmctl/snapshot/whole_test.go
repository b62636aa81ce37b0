package snapshot_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// computed are the fields that the service computes, by seed array.
var computed = map[string]string{"units": "hierarchicalName", "users": "classifications", "roles": "applicationName"}

// responseTypes returns the response types of the service, by seed array. Seeds omit fields that the
// service computes, and fields that the path or the caller determines.
func responseTypes() map[string]reflect.Type {
	found := map[string]reflect.Type{"consents": reflect.TypeFor[idm.Consent](), "credentials": reflect.TypeFor[idm.Credential]()}
	for _, row := range append(objecttype.OfClass(objecttype.Object), objecttype.Authorization, objecttype.EnterpriseAuthorization) {
		get, _ := reflect.TypeOf(idm.ReadsOf(row)).MethodByName("Get")
		found[row.SeedArray()] = get.Type.Out(0)
	}
	return found
}

// bare are the seed arrays whose elements have no times.
var bare = []string{"clientApplications", "propertyDefinitions", "properties", "consents", "callers"}

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
	for array, elements := range written {
		for _, e := range elements {
			if !slices.Contains(bare, array) {
				e["created"], e["lastModified"] = "2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z"
			}
		}
	}
	tenant, err := json.Marshal(written)
	if err != nil {
		t.Fatal(err)
	}
	for array, of := range responseTypes() {
		for field := range of.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || name == "-" || strings.Contains(computed[array], name) || field.Anonymous {
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
