package provider_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

// Updates that exchange unique values in a cycle of any length are an error. A chain that ends in
// a free value is not: one of its orders works.
func TestExchanges(t *testing.T) {
	t.Parallel()
	unit := acctest.Values{"profileless": false, "parent_unit_ext_id": "acme-hq", "name": ""}
	placed := acctest.Values{"profileless": false, "name": "Same", "parent_unit_ext_id": ""}
	role := acctest.Values{"application_ext_id": "crm", "name": ""}
	for name, test := range map[string]struct {
		resource  string
		config    acctest.Values
		attribute string
		from, to  []string
		refused   bool
	}{
		"logins":            {"idm_user", acctest.Values{}, "login_id", []string{"la", "lb"}, []string{"lb", "la"}, true},
		"logins in a chain": {"idm_user", acctest.Values{}, "login_id", []string{"la", "lb"}, []string{"lb", "lc"}, false},
		"names of units":    {"idm_unit", unit, "name", []string{"A", "B", "C"}, []string{"B", "C", "A"}, true},
		"places of units": {"idm_unit", placed, "parent_unit_ext_id", []string{"acme-hq", "acme-it"}, []string{"acme-it", "acme-hq"},
			true},
		"names of roles": {"idm_role", role, "name", []string{"a", "b"}, []string{"b", "a"}, true},
		"names of applications": {"idm_application", acctest.Values{"displayed": true}, "name", []string{"A", "B"},
			[]string{"B", "A"}, true},
		"names of enterprise roles": {"idm_enterprise_role", acctest.Values{}, "name", []string{"A", "B"}, []string{"B", "A"}, true},
		"a chain of roles":          {"idm_role", role, "name", []string{"a", "b", "c"}, []string{"b", "c", "d"}, false},
		"unchanged":                 {"idm_role", role, "name", []string{"a", "b"}, []string{"a", "b"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			instances := make([]acctest.Instance, len(test.from))
			for i, value := range test.from {
				instances[i] = acctest.Instance{Type: test.resource}
				config := with(with(test.config, "ext_id", "x"+string(rune('a'+i))), test.attribute, value)
				instances[i].Create(t, s.Protocol(t), config)
			}
			p := s.Protocol(t)
			var all acctest.Diagnostics
			for i, value := range test.to {
				config := with(with(test.config, "ext_id", "x"+string(rune('a'+i))), test.attribute, value)
				_, diags := instances[i].Plan(t, p, config)
				all = append(all, diags...)
			}
			if all.HasError() != test.refused || test.refused != strings.Contains(all.String(), "Unique values are exchanged") {
				t.Error(all)
			}
		})
	}
}

// A chain of new unique values is one apply, in any order of the CLI: each object gets its value
// after another one has given it up or is deleted, and a new object gets the first value.
func TestExchanges_chain(t *testing.T) {
	t.Parallel()
	unit := acctest.Values{"profileless": false, "parent_unit_ext_id": "acme-hq", "name": ""}
	placed := acctest.Values{"profileless": false, "name": "Same", "parent_unit_ext_id": ""}
	for name, test := range map[string]struct {
		resource  string
		config    acctest.Values
		attribute string
		values    []string
	}{
		"logins":           {"idm_user", acctest.Values{}, "login_id", []string{"a", "b", "c", "d"}},
		"clients":          {"idm_client", acctest.Values{"deletion_protection": false}, "name", []string{"A", "B", "C", "D"}},
		"units":            {"idm_unit", unit, "name", []string{"A", "B", "C", "D"}},
		"places":           {"idm_unit", placed, "parent_unit_ext_id", []string{"acme-hq", "acme-it", "acme-n", "acme-m"}},
		"roles":            {"idm_role", acctest.Values{"application_ext_id": "crm"}, "name", []string{"a", "b", "c", "d"}},
		"applications":     {"idm_application", acctest.Values{"displayed": true}, "name", []string{"A", "B", "C", "D"}},
		"enterprise roles": {"idm_enterprise_role", acctest.Values{}, "name", []string{"A", "B", "C", "D"}},
	} {
		for _, quirk := range []string{"later-releases", "duplicate-409"} {
			if quirk == "duplicate-409" && name == "clients" {
				continue // Only later releases create clients.
			}
			t.Run(name+" "+quirk, func(t *testing.T) {
				t.Parallel()
				applyChain(t, test.resource, test.attribute, test.config, test.values, quirk)
			})
		}
	}
}

// A replacement takes a login ID or a name that an object planned later gives up, or that is deleted.
// It is an error if that object keeps it.
func TestExchanges_replacement(t *testing.T) {
	t.Parallel()
	role := acctest.Values{"application_ext_id": "crm", "name": "held"}
	for name, test := range map[string]struct {
		resource    string
		held, taken acctest.Values
		later       acctest.Values
		want        string
	}{
		"a login ID that is given up": {"idm_user", acctest.Values{"login_id": "held"}, acctest.Values{"is_technical_user": true},
			acctest.Values{"login_id": "other"}, ""},
		"a login ID of a deleted user": {"idm_user", acctest.Values{"login_id": "held"}, acctest.Values{"is_technical_user": true},
			nil, ""},
		"a login ID that is kept": {"idm_user", acctest.Values{"login_id": "held"}, acctest.Values{"is_technical_user": true},
			acctest.Values{"login_id": "held", "remarks": "changed"}, "Not unique in this configuration"},
		"a name that is given up": {"idm_role", role, acctest.Values{}, with(role, "name", "other"), ""},
		"a name that is kept": {"idm_role", role, acctest.Values{}, with(role, "description", "changed"),
			"Not unique in this configuration"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			holder, taker := acctest.Instance{Type: test.resource}, acctest.Instance{Type: test.resource}
			holder.Create(t, s.Protocol(t), with(test.held, "ext_id", "holder"))
			before := acctest.Values{"ext_id": "taker", "login_id": "free"}
			if test.resource == "idm_role" {
				before = acctest.Values{"ext_id": "taker", "name": "free", "application_ext_id": "wiki"}
			}
			taker.Create(t, s.Protocol(t), before)
			after := with(test.held, "ext_id", "taker")
			for attribute, value := range test.taken {
				after = with(after, attribute, value)
			}
			p, diags := s.Protocol(t), make([]acctest.Diagnostics, 2)
			var group sync.WaitGroup
			group.Go(func() { _, diags[0] = taker.Plan(t, p, after) })
			time.Sleep(200 * time.Millisecond) //nolint:forbidigo // The taker is planned first.
			var next acctest.Values
			if test.later != nil {
				next = with(test.later, "ext_id", "holder")
			}
			_, diags[1] = holder.Plan(t, p, next)
			group.Wait()
			all := slices.Concat(diags...)
			if all.HasError() != (test.want != "") || !strings.Contains(all.String(), test.want) {
				t.Error(all)
			}
		})
	}
}

// applyChain creates an object for each value, deletes the last one, gives each other one the next
// value, and creates a new object with the first value.
func applyChain(t *testing.T, resource, attribute string, config acctest.Values, values []string, quirk string) {
	s := acctest.StartSimulator(t)
	if err := s.Sim.SetQuirks(quirk); err != nil {
		t.Fatal(err)
	}
	for _, extID := range []string{"acme-n", "acme-m"} {
		(&acctest.Instance{Type: "idm_unit"}).Create(t, s.Protocol(t), acctest.Values{"ext_id": extID, "name": extID, "profileless": false})
	}
	instances := make([]*acctest.Instance, len(values)+1)
	at := func(i int, value string) acctest.Values {
		return with(with(config, "ext_id", fmt.Sprintf("x%d", i)), attribute, value)
	}
	for i := range instances {
		instances[i] = &acctest.Instance{Type: resource}
		if i < len(values) {
			instances[i].Create(t, s.Protocol(t), at(i, values[i]))
		}
	}
	p, planned := s.Protocol(t), make([]acctest.Planned, len(instances))
	var group sync.WaitGroup
	for i, instance := range instances {
		var next acctest.Values // The last object is deleted.
		if i != len(values)-1 {
			next = at(i, values[(i+1)%len(instances)])
		}
		group.Go(func() {
			var diags acctest.Diagnostics
			if planned[i], diags = instance.Plan(t, p, next); len(diags) > 0 {
				t.Error(diags)
			}
		})
	}
	group.Wait()
	for i, instance := range instances {
		group.Go(func() {
			if diags := instance.Apply(t, p, planned[i]); len(diags) > 0 {
				t.Errorf("%d: %v", i, diags)
			}
		})
	}
	group.Wait()
}

// External IDs move on by one: each object takes the ID of the next one, which a plan may read only
// later. It is not taken, for any type with such an ID.
func TestExchanges_shiftedIDs(t *testing.T) {
	t.Parallel()
	configs := refusable()
	for resource, own := range map[string][2]acctest.Values{
		"idm_user": {}, "idm_unit": {{"name": "A"}, {"name": "B"}}, "idm_profile": {}, "idm_policy": {},
		"idm_role": {{"name": "A"}, {"name": "B"}}, "idm_application": {{"name": "A"}, {"name": "B"}},
		"idm_enterprise_role": {{"name": "A"}, {"name": "B"}}, "idm_client": {{"name": "A"}, {"name": "B"}},
		"idm_authorization":            {{"role_ext_id": "crm-admin"}, {"role_ext_id": "crm-reader"}},
		"idm_enterprise_authorization": {{"enterprise_role_ext_id": "er-sales"}, {"enterprise_role_ext_id": "er-finance"}},
		"idm_context_password":         {{"context": "a"}, {"context": "b"}},
		"idm_device_password": {{"password_wo": "device-secret-a-0123456789-abcdefghijkl"},
			{"password_wo": "device-secret-b-0123456789-abcdefghijkl"}},
		"idm_property_definition": {},
	} {
		for _, serial := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, the holder is planned first is %t", resource, serial), func(t *testing.T) {
				t.Parallel()
				s := acctest.StartSimulator(t, quirksOf[resource]...)
				if status, response := s.Send(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`); status != 201 {
					t.Fatal(response)
				}
				key := "ext_id"
				if resource == "idm_property_definition" {
					key = "name"
				}
				at := func(i int, id string) acctest.Values {
					config := with(configs[resource][0], key, id)
					maps.Copy(config, own[i])
					return config
				}
				var taker, holder acctest.Instance
				taker.Type, holder.Type = resource, resource
				taker.Create(t, s.Protocol(t), at(0, "xa"))
				holder.Create(t, s.Protocol(t), at(1, "xb"))
				p, diags, planned := s.Protocol(t), make([]acctest.Diagnostics, 2), make([]acctest.Planned, 2)
				var group sync.WaitGroup
				if serial {
					planned[1], diags[1] = holder.Plan(t, p, at(1, "xc"))
				}
				group.Go(func() { planned[0], diags[0] = taker.Plan(t, p, at(0, "xb")) })
				if !serial {
					time.Sleep(200 * time.Millisecond) //nolint:forbidigo // The taker is planned first.
					planned[1], diags[1] = holder.Plan(t, p, at(1, "xc"))
				}
				group.Wait()
				if all := slices.Concat(diags...); all.HasError() || strings.Contains(all.String(), "taken") {
					t.Fatal(all)
				}

				// The holder is deleted after the first attempt to create the taker.
				p = s.Protocol(t)
				replace := func(i *acctest.Instance, planned acctest.Planned, config acctest.Values) (diags acctest.Diagnostics) {
					diags = i.Apply(t, p, planned.Destroy())
					created, more := i.Plan(t, p, config)
					return append(append(diags, more...), i.Apply(t, p, created)...)
				}
				group.Go(func() { diags[0] = replace(&taker, planned[0], at(0, "xb")) })
				time.Sleep(100 * time.Millisecond) //nolint:forbidigo // The taker is created first.
				diags[1] = replace(&holder, planned[1], at(1, "xc"))
				group.Wait()
				if all := slices.Concat(diags...); all.HasError() {
					t.Error(all)
				}
			})
		}
	}
}
