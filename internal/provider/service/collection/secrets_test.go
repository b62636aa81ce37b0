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

// theirs is the value that another writer gives to an encrypted property.
const theirs = "theirs-471"

// secret defines an encrypted property of the objects, and returns a function that sets it.
func (k kind) secret(t *testing.T, s *acctest.Service) func(id, value string) {
	t.Helper()
	scope := map[string]string{"units": "UNIT_GLOBAL", "users": "USER_GLOBAL", "profiles": "PROFILE_GLOBAL"}[k.path]
	s.Send(t, "POST", "/core/v1/properties", fmt.Sprintf(`{"clientExtId":%q,"name":"pin","type":"STRING","scope":%q,"encrypted":true}`,
		s.Client, scope))
	return func(id, value string) {
		t.Helper()
		path := "/core/v1/" + s.Client + "/" + k.path + "/" + id + "/properties/"
		if status, body := s.Send(t, "PATCH", path, `{"pin":"`+value+`"}`); status >= 300 {
			t.Fatal(status, body)
		}
	}
}

// pin returns the value of the encrypted property in the service.
func (k kind) pin(t *testing.T, s *acctest.Service, id string) string {
	t.Helper()
	_, body := s.Send(t, "GET", "/core/v1/"+s.Client+"/"+k.path+"/"+id+"/properties/", "")
	var found map[string]any
	if err := json.Unmarshal([]byte(body), &found); err != nil {
		t.Fatal(body)
	}
	pin, _ := found["pin"].(string)
	return pin
}

// hides checks that neither the state nor anything else shows the other writer's value.
func (c *collected) hides(t *testing.T, step string, diags acctest.Diagnostics) {
	t.Helper()
	shownValues := func(values acctest.Values) string {
		values = maps.Clone(values)
		delete(values, "sensitive_properties")
		encoded, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		return string(encoded)
	}
	shown := shownValues(c.Values) + diags.String()
	if strings.Contains(shown, theirs) || strings.Contains(shown, "mine-") {
		t.Errorf("%s shows a secret: %s", step, shown)
	}
}

// No step shows a value of an encrypted property that the configuration did not choose.
func TestCollections_secrets(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		set := k.secret(t, s)
		key := "eva"
		with := func(value string) acctest.Values {
			return acctest.Values{"sensitive_properties": acctest.Values{key: acctest.Values{"pin": value}, "other": acctest.Values{}}}
		}
		c := k.of(s, k.elements(key, "other"))
		c.more = with("mine-1")
		c.Create(t, s.Protocol(t), c.config())
		set(key, theirs)
		p := s.Protocol(t)
		if diags := c.Refresh(t, p); len(diags) > 0 {
			t.Fatal(diags)
		}
		c.hides(t, "refresh", nil)
		planned, diags := c.Plan(t, p, c.config())
		if planned.Empty || diags.HasError() {
			t.Errorf("the changed value is not planned back: %v", diags)
		}
		c.hides(t, "plan", diags)
		c.hides(t, "apply", c.Apply(t, p, planned))
		if got := k.pin(t, s, key); got != "mine-1" {
			t.Errorf("the apply left %q", got)
		}
		c.settled(t)

		c.more = with("mine-2")
		planned, diags = c.Plan(t, p, c.config())
		set(key, theirs)
		diags = append(diags, c.Apply(t, p, planned)...)
		if !diags.HasError() || k.pin(t, s, key) != theirs {
			t.Errorf("no conflict: %v", diags)
		}
		c.hides(t, "conflict", diags)
		if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Method: "PATCH", Status: 403, Count: 1}); err != nil {
			t.Fatal(err)
		}
		if diags = c.apply(t); !diags.HasError() {
			t.Error("the refused change is no error")
		}
		c.hides(t, "refused", diags)

		other := k.of(s, k.elements(key, "other"))
		other.more = with("mine-3")
		other.more["adopt"] = []any{"*"}
		if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Method: "PATCH", Status: 403, Count: 1}); err != nil {
			t.Fatal(err)
		}
		diags = other.apply(t)
		other.hides(t, "adopt", diags)

		c.more = nil
		diags = c.apply(t)
		if diags.HasError() || k.pin(t, s, key) != "" {
			t.Errorf("the property of a removed map remains: %v %s", diags, k.pin(t, s, key))
		}
		c.hides(t, "removed", diags)
		c.settled(t)

		c.more = acctest.Values{"sensitive_properties": acctest.Values{"nosuch": acctest.Values{"pin": "mine-4"}}}
		diags = c.apply(t)
		c.hides(t, "unknown key", diags)
		if !strings.Contains(diags.String(), `"nosuch", which is not a key of `+k.attribute) {
			t.Error(diags)
		}
		c.more = with("")
		if diags = c.apply(t); !strings.Contains(diags.String(), "Empty property") {
			t.Error(diags)
		}
	})
}

// While the definitions cannot be read, each value may be a secret.
func TestCollections_secretsUnknown(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		c := k.create(t, s, acctest.Values{"a": k.element("a", "properties", acctest.Values{k.properties: "mine"})})
		status, body := s.Send(t, "PATCH", "/core/v1/"+s.Client+"/"+k.path+"/a/properties/", `{"`+k.properties+`":"`+theirs+`"}`)
		if status >= 300 {
			t.Fatal(status, body)
		}
		unreadable := sim.Fault{Kind: "status", Method: "GET", Path: "/core/v1/clients/*/properties", Status: 403}
		if err := s.Sim.SetFaults(unreadable); err != nil {
			t.Fatal(err)
		}
		p := s.Protocol(t)
		if diags := c.Refresh(t, p); diags.HasError() {
			t.Fatal(diags)
		}
		c.hides(t, "refresh", nil)
		if diags := c.apply(t); diags.HasError() {
			t.Error(diags)
		}
		c.settled(t)
	})
}
