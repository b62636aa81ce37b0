package provider_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The data source of a type reads what its resource has recorded, and the one of all objects lists
// it. Both have an error for an object or an owner that does not exist.
func TestContract_dataSources(t *testing.T) {
	_, schemas := server(t)
	lookup := func(dataSource string, values acctest.Values) acctest.Values {
		known := acctest.Values{}
		for _, a := range schemas.DataSourceSchemas[dataSource].Block.Attributes {
			if value := values[a.Name]; value != nil && (a.Required || a.Name == "client_ext_id" || a.Name == "ext_id") {
				known[a.Name] = value
			}
		}
		return known
	}
	for resource, configs := range refusable(t) {
		all := strings.Replace(resource+"s", "policys", "policies", 1)
		if schemas.DataSourceSchemas[resource] == nil || resource == "idm_terms" {
			continue
		}
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			_, p, object := made(t, resource, configs[0])
			key := lookup(resource, object.Identity(t, p))
			reads := func(dataSource string, config acctest.Values) acctest.Values {
				t.Helper()
				read, diags := p.Read(t, dataSource, config)
				if diags.HasError() {
					t.Fatal(diags)
				}
				for name := range config {
					if name == "client_ext_id" {
						continue
					}
					if _, diags := p.Read(t, dataSource, with(config, name, "none")); !strings.Contains(diags.String(), "Could not read ") {
						t.Errorf("%s of no %s: %v", dataSource, name, diags)
					}
				}
				return read
			}
			agrees(t, object.Values, reads(resource, key))
			if schemas.DataSourceSchemas[all] == nil || slices.Contains([]string{"idm_user", "idm_unit", "idm_application"}, resource) {
				return // Their arguments have other names.
			}
			config := lookup(all, object.Values)
			delete(config, "ext_id")
			listed, _ := reads(all, config)[strings.TrimPrefix(all, "idm_")].([]any)
			i := slices.IndexFunc(listed, func(one any) bool { return one.(acctest.Values)["ext_id"] == object.Values["ext_id"] })
			if i < 0 {
				t.Fatalf("it is not among %v", listed)
			}
			agrees(t, object.Values, listed[i].(acctest.Values))
		})
	}
}

// agrees checks that a data source has the values of a resource that both have.
func agrees(t *testing.T, resource, read acctest.Values) {
	t.Helper()
	same := 0
	for name, value := range resource {
		other, ok := read[name]
		if !ok || value == nil {
			continue
		}
		if same++; fmt.Sprint(value) != fmt.Sprint(other) {
			t.Errorf("%s is %v and not %v", name, other, value)
		}
	}
	if same < 2 {
		t.Errorf("only %d values of %v can be compared", same, read)
	}
}
