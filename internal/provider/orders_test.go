package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// ordered is an object of a plan: a new one, or one with an id that is imported and refreshed first.
type ordered struct {
	resource, id string
	change       func(acctest.Values) acctest.Values
	// tainted plans the replacement of the object as a CLI plans a tainted one.
	tainted bool
	// after are the resources with a new object to which an attribute refers, so that a CLI plans them
	// before.
	after []string
}

// inOrder returns a new object of every type, and existing ones that are kept, changed, replaced,
// tainted, destroyed or in conflict.
func inOrder(t *testing.T) (all []ordered) {
	created := func(resource string, config acctest.Values) {
		all = append(all, ordered{resource: resource, change: func(acctest.Values) acctest.Values { return config }})
	}
	configs := refusable(t)
	for _, resource := range slices.Sorted(maps.Keys(configs)) {
		created(resource, configs[resource][0])
	}
	for n := range 6 {
		number := fmt.Sprint(n)
		created("idm_unit", acctest.Values{"ext_id": "o" + number, "profileless": false, "name": "O" + number,
			"parent_unit_ext_id": "acme-hq"})
		created("idm_user", acctest.Values{"ext_id": "o" + number, "login_id": "o" + number})
		created("idm_user", acctest.Values{"name": acctest.Values{"family_name": "O" + number}})
		created("idm_unit", acctest.Values{"name": "R" + number, "profileless": true})
		created("idm_role", acctest.Values{"ext_id": "o" + number, "name": "O" + number, "application_ext_id": "crm"})
		created("idm_profile", acctest.Values{"ext_id": "o" + number, "unit_ext_id": "acme-hq",
			"user_ext_id": []string{"u-anna", "u-ben", "u-carla", "u-dev-bot", "u-eva", "nobody"}[n]})
	}
	for _, row := range acctest.Table(t, "testdata/orders.hcl") {
		all = append(all, ordered{resource: row.Type, id: row.Name, tainted: row.Arguments["tainted"] != nil, after: row.Texts("after"),
			change: func(config acctest.Values) acctest.Values {
				switch {
				case row.Arguments["destroyed"] != nil:
					return nil
				case row.Name == "":
					return row.Config("config")
				}
				changed := maps.Clone(config)
				maps.Copy(changed, row.Config("change"))
				return changed
			}})
	}
	return all
}

// recorded returns the object as a state holds it.
func (o ordered) recorded(t *testing.T, p *acctest.Protocol) acctest.Instance {
	i := acctest.Instance{Type: o.resource}
	if o.id != "" {
		if diags := append(i.Import(t, p, o.id), i.Refresh(t, p)...); diags.HasError() {
			t.Fatal(diags)
		}
	}
	return i
}

// plan plans the object as a CLI does: it decodes and refreshes the state, plans the change, and the
// create of a replacement. The planned values of a refused change are not shown.
func (o ordered) plan(t *testing.T, p *acctest.Protocol, i acctest.Instance, refresh bool) (planned string, errors []string) {
	var diags, more acctest.Diagnostics
	config := o.change(p.Configuration(o.resource, i.Values))
	if o.id != "" {
		i.Recall(t, p, false)
		if refresh {
			diags = i.Refresh(t, p)
		}
	}
	var change acctest.Planned
	if o.tainted {
		change, more = i.PlanTainted(t, p, config)
	} else {
		change, more = i.Plan(t, p, config)
	}
	values, err := json.Marshal([]any{fmt.Sprint(change.Values), change.Replaces, fmt.Sprint(change.Successor)})
	if err != nil {
		t.Error(err)
	}
	for _, d := range append(diags, more...) {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			errors = append(errors, d.Summary+": "+d.Detail)
		}
	}
	if len(errors) > 0 {
		return "", errors
	}
	return string(values), errors
}

// run plans all objects in one order, at the same time if parallel is set. It returns the planned
// values by object, and the errors of the run.
func runOrder(t *testing.T, p *acctest.Protocol, objects []ordered, states []acctest.Instance, order int, refresh bool, between func(n int),
) (got map[int]string, errors []string) {
	done := map[string]chan bool{}
	for _, o := range objects {
		if o.id == "" && done[o.resource] == nil {
			done[o.resource] = make(chan bool)
		}
	}
	var mu sync.Mutex
	var running sync.WaitGroup
	got = map[int]string{}
	plan := func(index int) {
		o := objects[index]
		for _, before := range o.after {
			<-done[before]
		}
		planned, refused := o.plan(t, p, states[index], refresh)
		mu.Lock()
		defer mu.Unlock()
		got[index] = planned
		errors = append(errors, refused...)
		if first := done[o.resource]; o.id == "" && index == slices.IndexFunc(objects, func(other ordered) bool {
			return other.resource == o.resource
		}) {
			close(first)
		}
	}
	indexes := rand.New(rand.NewPCG(uint64(order), 1)).Perm(len(objects))
	// In one order after the other, what refers to others comes last.
	slices.SortStableFunc(indexes, func(a, b int) int { return len(objects[a].after) - len(objects[b].after) })
	for n, index := range indexes {
		if between(n); order%2 == 1 {
			running.Go(func() { plan(index) })
		} else {
			plan(index)
		}
	}
	running.Wait()
	slices.Sort(errors)
	return got, slices.Compact(errors)
}

func startOrders(t *testing.T) *acctest.Service {
	s := acctest.StartSimulator(t, "later-releases")
	prepareOrders(t, s)
	return s
}

func prepareOrders(t *testing.T, s *acctest.Service) {
	s.Send(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
	s.Send(t, "POST", "/core/v1/acme/profiles/p/authorizations", `{"extId":"held","roleExtId":"hr-viewer"}`)
}

// compareOrder compares the plans of two orders where neither was refused.
func compareOrder(t *testing.T, objects []ordered, order int, got, first map[int]string) {
	for index, planned := range got {
		if planned != first[index] && planned != "" && first[index] != "" {
			t.Errorf("order %d: %s %s is %s, and was %s", order, objects[index].resource, objects[index].id, planned, first[index])
		}
	}
}

// A plan does not depend on the order of its calls: neither the values nor the replacements nor the
// errors and requests of the run, one after the other or in parallel, in the same process or after a
// new start.
func TestOrders(t *testing.T) {
	t.Parallel()
	planInOrders(t, 20)
}

func TestOrders_many(t *testing.T) {
	rings.Campaign(t, "it repeats TestOrders in more orders")
	planInOrders(t, 200)
}

func planInOrders(t *testing.T, orders int) {
	s, objects := startOrders(t), inOrder(t)
	p := s.Protocol(t)
	states := make([]acctest.Instance, len(objects))
	for index, o := range objects {
		states[index] = o.recorded(t, p)
	}
	var first map[int]string
	var verdict, requests []string
	for order := range orders {
		p.NextRun(t)
		s.ClearRequests()
		got, errors := runOrder(t, p, objects, states, order, true, func(int) {})
		sent := s.Requests()
		slices.Sort(sent)
		if sent = slices.Compact(sent); first == nil {
			if first, verdict, requests = got, errors, sent; len(verdict) == 0 {
				t.Error("nothing is refused")
			}
			continue
		}
		compareOrder(t, objects, order, got, first)
		if err := acctest.Equal(verdict, errors); err != nil {
			t.Errorf("order %d: the errors are %v", order, err)
		}
		if err := acctest.Equal(requests, sent); err != nil {
			t.Errorf("order %d: the requests are %v", order, err)
		}
	}
}

// A plan call in an apply sees a service that the apply has changed: planned values and replacements
// do not depend on the service.
func TestOrders_changedService(t *testing.T) {
	t.Setenv("IDM_PLAN_CHECKS", "warn")
	s, objects := startOrders(t), inOrder(t)
	p := s.Protocol(t)
	states := make([]acctest.Instance, len(objects))
	for index, o := range objects {
		states[index] = o.recorded(t, p)
	}
	first, _ := runOrder(t, p, objects, states, 0, false, func(int) {})
	changes := [][3]string{
		{http.MethodDelete, "/core/v1/acme/profiles/p-anna-hq"}, {http.MethodDelete, "/core/v1/acme/users/u-carla"},
		{http.MethodDelete, "/core/v1/acme/eroles/er-sales"}, {http.MethodDelete, "/core/v1/applications/wiki"},
		{http.MethodPost, "/core/v1/acme/users/u-ben/archive"}, {http.MethodDelete, "/core/v1/acme/profiles/p"},
		{http.MethodPost, "/core/v1/acme/users", `{"extId":"somebody","loginId":"o1"}`},
		{http.MethodPost, "/core/v1/acme/units", `{"extId":"u","profileless":true}`},
		{http.MethodPost, "/core/v1/acme/users", `{"extId":"o2","loginId":"o3"}`},
		{http.MethodDelete, "/core/v1/clients/acme/applications/wiki"}, {http.MethodPut, "/core/v1/clients/acme/applications/billing"},
		{http.MethodDelete, "/core/v1/clients/acme/properties/UNIT/costCenter"},
	}
	for order := range 20 {
		s.Send(t, http.MethodPost, "/_sim/reset", "")
		prepareOrders(t, s)
		p.NextRun(t)
		random := rand.New(rand.NewPCG(uint64(order), 2))
		got, _ := runOrder(t, p, objects, states, order, false, func(n int) {
			if n%3 == 1 {
				change := changes[random.IntN(len(changes))]
				s.Send(t, change[0], change[1], change[2])
			}
		})
		compareOrder(t, objects, order, got, first)
	}
}
