package collection_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// kind is one of the collections.
type kind struct {
	name, attribute string
	// path is the path of the objects, and text an argument that only describes one.
	path, text string
	// properties is the name of a property that the objects can have.
	properties string
	// one returns the arguments of an element.
	one func(key string) acctest.Values
	// missing is an argument that every element needs; "" for none.
	missing string
}

var kinds = map[string]kind{
	"idm_unit_tree": {
		name: "idm_unit_tree", attribute: "units", path: "units", text: "location", properties: "costCenter", missing: "profileless",
		one: func(key string) acctest.Values { return acctest.Values{"name": "Unit " + key, "profileless": false} },
	},
	"idm_users": {
		name: "idm_users", attribute: "users", path: "users", text: "remarks", properties: "employeeNumber",
		one: func(key string) acctest.Values {
			return acctest.Values{"login_id": "login-" + key, "name": acctest.Values{"family_name": "Family " + key}}
		},
	},
	"idm_profiles": {
		name: "idm_profiles", attribute: "profiles", path: "profiles", text: "remarks", properties: "badge", missing: "user_ext_id",
		one: func(key string) acctest.Values {
			return acctest.Values{"user_ext_id": "u-ben", "unit_ext_id": "acme-hq", "name": "Profile " + key}
		},
	},
}

// scripts runs the script of a test for every collection, whose names it uses: @type, @map, @path,
// @text, @property, and @a to @d for the arguments of elements.
func scripts(t *testing.T) {
	t.Helper()
	t.Parallel()
	for name, k := range kinds {
		names := map[string]string{"type": name, "map": k.attribute, "path": k.path, "text": k.text, "property": k.properties}
		for _, key := range []string{"a", "b", "c", "d"} {
			block := strings.TrimSpace(acctest.HCL(name, key, k.one(key)))
			names[key] = block[strings.Index(block, "\n"):strings.LastIndex(block, "\n")]
		}
		t.Run(name, func(t *testing.T) { acctest.Script(t, names, acctest.Simulator, acctest.ExtIDs) })
	}
}

// each runs a test for every collection.
func each(t *testing.T, test func(t *testing.T, k kind, s *acctest.Service)) {
	t.Parallel()
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, k, acctest.Start(t, acctest.Simulator, acctest.ExtIDs))
		})
	}
}

// element returns an element with further arguments.
func (k kind) element(key string, more ...any) acctest.Values {
	values := k.one(key)
	for i := 0; i < len(more); i += 2 {
		values[fmt.Sprint(more[i])] = more[i+1]
	}
	return values
}

// elements returns elements with keys.
func (k kind) elements(keys ...string) acctest.Values {
	all := acctest.Values{}
	for _, key := range keys {
		all[key] = k.one(key)
	}
	return all
}

// remote returns a field of an object in the service; "-" without the object.
func (k kind) remote(t *testing.T, s *acctest.Service, extID, field string) string {
	t.Helper()
	status, body := s.Send(t, "GET", "/core/v1/"+s.Client+"/"+k.path+"/"+extID, "")
	var object map[string]any
	if status != 200 || json.Unmarshal([]byte(body), &object) != nil {
		return "-"
	}
	if object[field] == nil {
		return ""
	}
	return fmt.Sprint(object[field])
}

// collected is a collection over several runs.
type collected struct {
	acctest.Instance
	kind
	s        *acctest.Service
	elements acctest.Values
	more     acctest.Values
}

func (k kind) of(s *acctest.Service, elements acctest.Values) *collected {
	return &collected{Instance: acctest.Instance{Type: k.name}, kind: k, s: s, elements: elements}
}

func (k kind) create(t *testing.T, s *acctest.Service, elements acctest.Values) *collected {
	t.Helper()
	c := k.of(s, elements)
	c.Create(t, s.Protocol(t), c.config())
	return c
}

func (c *collected) config() acctest.Values {
	config := acctest.Values{c.attribute: c.elements}
	maps.Copy(config, c.more)
	return config
}

// apply refreshes, plans and applies in a new run.
func (c *collected) apply(t *testing.T) acctest.Diagnostics {
	t.Helper()
	p := c.s.Protocol(t)
	if diags := c.Refresh(t, p); diags.HasError() {
		return diags
	}
	planned, diags := c.Plan(t, p, c.config())
	if diags.HasError() || planned.Empty {
		return diags
	}
	return append(diags, c.Apply(t, p, planned)...)
}

// settled checks that a refresh changes nothing and that the next plan is empty.
func (c *collected) settled(t *testing.T) {
	t.Helper()
	p := c.s.Protocol(t)
	if diags := c.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	planned, diags := c.Plan(t, p, c.config())
	if diags.HasError() || !planned.Empty {
		t.Errorf("the next plan is not empty: %v %v", diags, acctest.Equal(c.Values, planned.Values))
	}
}

// Elements are created, changed and deleted with one request for each change.
func TestCollections(t *testing.T) {
	scripts(t)
}

// A new key with the same external ID changes nothing in the service.
func TestCollections_renamedKey(t *testing.T) {
	scripts(t)
}

// The properties of an element are set, changed and removed; undeclared ones stay.
func TestCollections_properties(t *testing.T) {
	scripts(t)
}

// After a refused element, all others are done, the state is exact, and the next apply does the rest.
func TestCollections_partialUpdate(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		c := k.create(t, s, k.elements("a"))
		c.elements = k.elements("a", "b", "c", "d")
		p := s.Protocol(t)
		planned, diags := c.Plan(t, p, c.config())
		if diags.HasError() {
			t.Fatal(diags)
		}
		if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Method: "POST", Status: 403, Skip: 1, Count: 1}); err != nil {
			t.Fatal(err)
		}
		diags = c.Apply(t, p, planned)
		ids, _ := c.Values["ext_ids"].(acctest.Values)
		if !diags.HasError() || len(ids) != 3 || ids["a"] != "a" {
			t.Fatal(diags, ids)
		}
		for key := range ids {
			if k.remote(t, s, key, k.text) != "" {
				t.Errorf("%s does not exist", key)
			}
		}
		s.ClearRequests()
		if diags := c.apply(t); diags.HasError() || len(s.Writes()) != 1 {
			t.Error(diags, s.Writes())
		}
		c.settled(t)
	})
}

// A create that fails for some elements records nothing; adopt takes over what it created.
func TestCollections_partialCreate(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		c := k.of(s, k.elements("a", "b", "c"))
		p := s.Protocol(t)
		planned, diags := c.Plan(t, p, c.config())
		if diags.HasError() {
			t.Fatal(diags)
		}
		if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Method: "POST", Status: 403, Skip: 1, Count: 1}); err != nil {
			t.Fatal(err)
		}
		if diags = c.Apply(t, p, planned); !strings.Contains(diags.String(), "Created only part") || c.Values != nil {
			t.Fatal(diags, c.Values)
		}
		if diags := c.apply(t); !strings.Contains(diags.String(), `adopt = ["`) {
			t.Errorf("existing objects were adopted silently: %v", diags)
		}
		c.more = acctest.Values{"adopt": []any{"*"}}
		if diags := c.apply(t); diags.HasError() || !strings.Contains(diags.String(), "Taken over") {
			t.Error(diags)
		}
		c.more = nil
		if diags := c.apply(t); diags.HasError() {
			t.Error(diags)
		}
		c.settled(t)
	})
}

// An object of a single resource that leaves the state without a destroy is not what the element
// replaces: the plan asks for adopt with all keys.
func TestCollections_forgottenSingle(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		single := map[string]string{"idm_unit_tree": "idm_unit", "idm_users": "idm_user", "idm_profiles": "idm_profile"}[k.name]
		p := s.Protocol(t)
		for _, key := range []string{"a", "b"} {
			one := &acctest.Instance{Type: single}
			one.Create(t, p, k.element(key, "ext_id", key))
			p.NextRun(t)
			one.Recall(t, p, false)
		}
		c := k.of(s, k.elements("a", "b", "c"))
		_, diags := c.Plan(t, p, c.config())
		if len(diags) != 1 || !diags.HasError() || !strings.Contains(diags[0].Detail, `adopt = ["a", "b"]`) {
			t.Error(diags)
		}
		p.NextRun(t)
		c.more = acctest.Values{"adopt": []any{"a", "b"}}
		c.Create(t, p, c.config())
		p.NextRun(t)
		c.Recall(t, p, false)
		c.Refresh(t, p)
		one := &acctest.Instance{Type: single}
		if _, diags := one.Plan(t, p, k.element("a", "ext_id", "a")); !strings.Contains(diags.String(), "The external ID is taken") {
			t.Error("a forgotten element:", diags)
		}
	})
}

// More removals than allowed are an error of the plan, whatever their reason.
func TestCollections_maxRemovals(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		all := acctest.Values{}
		for i := range 16 {
			key := fmt.Sprintf("e%02d", i)
			all[key] = k.element(key)
		}
		c := k.create(t, s, all)
		c.elements = acctest.Values{"e00": all["e00"]}
		if diags := c.apply(t); !strings.Contains(diags.String(), "deletes 15 of 16 "+k.path+", and 10 are allowed: e01, e02") {
			t.Error(diags)
		}
		if _, diags := c.Plan(t, s.Protocol(t), nil); !strings.Contains(diags.String(), "deletes 16 of 16") {
			t.Error(diags)
		}
		c.more = acctest.Values{"max_removals": 15}
		if diags := c.apply(t); diags.HasError() {
			t.Error(diags)
		}
		c.settled(t)
	})
}

// A forced replacement would delete and create all elements, and adopting them is no way to it.
func TestCollections_replaced(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		for _, more := range []acctest.Values{nil, {"adopt": []any{"*"}}} {
			c := k.create(t, s, k.elements("a", "b"))
			c.more = more
			p := s.Protocol(t)
			c.Refresh(t, p)
			planned, diags := c.Plan(t, p, c.config())
			if diags.HasError() {
				t.Fatal(diags)
			}
			diags = c.PlanSuccessor(t, p, &planned)
			text := diags.String()
			if len(diags) != 1 || !strings.Contains(text, "All elements would be replaced") || strings.Contains(text, "adopt") {
				t.Error(diags)
			}
			for _, part := range []string{"-replace", "`terraform untaint`", "replace_triggered_by"} {
				if !strings.Contains(text, part) {
					t.Errorf("%s is not in %v", part, diags)
				}
			}
			p = s.Protocol(t)
			if planned, diags = c.Plan(t, p, nil); !diags.HasError() {
				diags = c.Apply(t, p, planned)
			}
			if diags.HasError() {
				t.Fatal(diags)
			}
		}
	})
}

// An element whose external ID the service assigns has no ext_id that could be removed.
func TestCollections_assigned(t *testing.T) {
	t.Parallel()
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.Start(t, acctest.Simulator, acctest.Quirks("server-ext-ids"))
			c := k.of(s, k.elements("a", "b"))
			diags := c.apply(t)
			if !c.Tainted {
				t.Fatal("not tainted", diags)
			}
			p := s.Protocol(t)
			c.Refresh(t, p)
			_, again := c.PlanTainted(t, p, c.config())
			for summary, diags := range map[string]acctest.Diagnostics{
				"The service assigned another external ID": diags, "The service assigns external IDs": again,
			} {
				text := diags.String()
				if len(diags) != 1 || !strings.Contains(text, summary) || !strings.Contains(text, "Remove ext_id if") ||
					!strings.Contains(text, "`terraform untaint`") || !strings.Contains(text, "ext_ids") {
					t.Errorf("%s: %v", summary, diags)
				}
			}
			c.Tainted = false
			c.settled(t)
			c.elements["c"] = k.element("c", "ext_id", "c")
			if diags := c.apply(t); !strings.Contains(diags.String(), "Remove ext_id") {
				t.Error(diags)
			}
		})
	}
}

// An import by external IDs needs a configuration without further changes.
func TestCollections_import(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		k.create(t, s, acctest.Values{"a": k.element("a", k.text, "Bern"), "b": k.element("b")})
		c, p := k.of(s, acctest.Values{"a": k.element("a", k.text, "Bern"), "b": k.element("b")}), s.Protocol(t)
		if diags := c.Import(t, p, s.Client+"/a,b"); diags.HasError() {
			t.Fatal(diags)
		}
		if diags := c.Refresh(t, p); diags.HasError() {
			t.Fatal(diags)
		}
		s.ClearRequests()
		if diags := c.apply(t); diags.HasError() || len(s.Writes()) > 0 {
			t.Error(diags, s.Writes())
		}
		c.settled(t)
		c = k.of(s, nil)
		if diags := c.Import(t, p, s.Client+"/nosuch"); diags.HasError() {
			t.Fatal(diags)
		}
		if diags := c.Refresh(t, p); !strings.Contains(diags.String(), "There is no such") {
			t.Error(diags)
		}
		for _, malformed := range []string{"client", "client/", "/a", "client/a,", "client/a,b/**", "client/a/b"} {
			if diags := c.Import(t, p, malformed); !strings.Contains(diags.String(), "malformed") {
				t.Errorf("%s: %v", malformed, diags)
			}
		}
	})
}

// Users and profiles are also imported all at once.
func TestCollections_importAll(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		c, p := k.of(s, nil), s.Protocol(t)
		diags := c.Import(t, p, s.Client+"/**")
		if k.name == "idm_unit_tree" {
			if !strings.Contains(diags.String(), "malformed") {
				t.Error(diags)
			}
			return
		}
		if diags.HasError() {
			t.Fatal(diags)
		}
		if diags := c.Refresh(t, p); diags.HasError() {
			t.Fatal(diags)
		}
		c.elements, _ = c.Values[k.attribute].(acctest.Values)
		if len(c.elements) == 0 {
			t.Fatal(c.Values)
		}
		s.ClearRequests()
		if diags := c.apply(t); diags.HasError() || len(s.Writes()) > 0 {
			t.Error(diags, s.Writes())
		}
		c.settled(t)
	})
}

// A mistake in the map is an error of the plan, with its path.
func TestCollections_refused(t *testing.T) {
	scripts(t)
}

// With on_destroy = "keep", elements leave the state and not the service, and another collection
// adopts them without a change.
func TestCollections_keep(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		all := acctest.Values{}
		for i := range 12 {
			key := fmt.Sprintf("e%02d", i)
			all[key] = k.element(key)
		}
		c := k.create(t, s, all)
		c.elements, c.more = acctest.Values{"e00": all["e00"]}, acctest.Values{"on_destroy": "keep"}
		s.ClearRequests()
		if diags := c.apply(t); diags.HasError() || len(s.Writes()) > 0 {
			t.Fatal(diags, s.Writes())
		}
		c.settled(t)
		p := s.Protocol(t)
		planned, diags := c.Plan(t, p, nil)
		if diags.HasError() {
			t.Fatal(diags)
		}
		if diags := c.Apply(t, p, planned); diags.HasError() || len(s.Writes()) > 0 || c.Values != nil {
			t.Fatal(diags, s.Writes())
		}
		other := k.of(s, all)
		other.more = acctest.Values{"adopt": []any{"*"}}
		if diags := other.apply(t); diags.HasError() || len(s.Writes()) > 0 {
			t.Error(diags, s.Writes())
		}
		other.settled(t)
	})
}

// A service that cannot be used is one error of a refresh, without another for each element.
func TestCollections_notRefreshed(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		c := k.create(t, s, k.elements("a", "b", "c", "d"))
		if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Method: "GET", Status: 401}); err != nil {
			t.Fatal(err)
		}
		diags := c.Refresh(t, s.Protocol(t))
		if !diags.HasError() || len(diags) != 1 || strings.Contains(diags.String(), "Not refreshed") {
			t.Error(diags)
		}
	})
}
