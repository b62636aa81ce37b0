package provider_test

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// startSet starts a service for an authoritative resource, with elements that another writer added.
func startSet(t *testing.T, resource string, of authoritative, elements ...string) (*acctest.Service, *acctest.Instance) {
	t.Helper()
	s := acctest.StartSimulator(t, quirksOf[resource]...)
	s.Must(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
	if err := idm.EnterpriseRoleMemberOps.Delete(t.Context(), s.API, idm.Under("acme", "er-finance"), "billing-clerk"); err != nil {
		t.Fatal(err)
	}
	for _, element := range elements {
		if err := of.add(s.API, element); err != nil {
			t.Fatal(err)
		}
	}
	s.ClearRequests()
	return s, &acctest.Instance{Type: resource}
}

// elementsIn returns the elements in the state, sorted.
func elementsIn(i *acctest.Instance) (all []string) {
	for _, value := range i.Values {
		switch elements := value.(type) {
		case acctest.Values:
			all = slices.Collect(maps.Keys(elements))
		case []any:
			for _, element := range elements {
				all = append(all, element.(string))
			}
		}
	}
	slices.Sort(all)
	return all
}

// expectSet checks that the state and the service have the same elements.
func (of authoritative) expectSet(t *testing.T, s *acctest.Service, i *acctest.Instance, want ...string) {
	t.Helper()
	if i.Values != nil && !slices.Equal(elementsIn(i), slices.Sorted(slices.Values(want))) {
		t.Errorf("the state holds %q, want %q", elementsIn(i), want)
	}
	_, body := s.Send(t, "GET", of.list, "")
	for _, element := range of.elements {
		if strings.Contains(body, `"`+element+`"`) != slices.Contains(want, element) {
			t.Errorf("not %q, but %s", want, body)
		}
	}
}

// An authoritative resource of each type adds what it lacks, one request for each element, then
// removes what is not declared, and leaves the others. An import of the result equals it.
func TestContract_sets(t *testing.T) {
	t.Parallel()
	for resource, of := range authoritatives(t) {
		a, b, c := of.elements[0], of.elements[1], of.elements[2]
		for name, test := range map[string]struct {
			// from and to are the declared elements, nil without the resource. byHand was added since.
			from, to, byHand []string
			added            []string
			removed          int
		}{
			"none":                {to: []string{}},
			"created with two":    {to: []string{a, b}, added: []string{a, b}},
			"one more":            {from: []string{a}, to: []string{a, b}, added: []string{b}},
			"in another order":    {from: []string{a, b}, to: []string{b, a}},
			"one for another":     {from: []string{a, b}, to: []string{a, c}, added: []string{c}, removed: 1},
			"all are removed":     {from: []string{a, b}, to: []string{}, removed: 2},
			"destroyed":           {from: []string{a, b}, removed: 2},
			"added by hand":       {from: []string{a}, to: []string{a}, byHand: []string{b, c}, removed: 2},
			"declared afterwards": {from: []string{a}, to: []string{a, b}, byHand: []string{b}},
		} {
			t.Run(resource+", "+name, func(t *testing.T) {
				t.Parallel()
				s, i := startSet(t, resource, of)
				if test.from != nil {
					i.Create(t, s.Protocol(t), of.config(test.from...))
				}
				for _, element := range test.byHand {
					if err := of.add(s.API, element); err != nil {
						t.Fatal(err)
					}
				}
				p := s.Protocol(t)
				i.Refresh(t, p)
				s.ClearRequests()
				var config acctest.Values
				if test.to != nil {
					config = of.config(test.to...)
				}
				changes(t, i, p, config)
				removed := 0
				for _, write := range s.Writes() {
					if strings.HasPrefix(write, "DELETE ") {
						removed++
					} else if !slices.ContainsFunc(test.added, func(element string) bool { return strings.Contains(write, element) }) {
						t.Errorf("sent %s", write)
					}
				}
				if removed != test.removed || len(s.Writes()) != removed+len(test.added) {
					t.Errorf("sent %q", s.Writes())
				}
				of.expectSet(t, s, i, test.to...)
				if test.to == nil {
					return
				}
				p = s.Protocol(t)
				other := acctest.Instance{Type: resource}
				diags := append(other.Import(t, p, of.id), other.Refresh(t, p)...)
				if planned, more := other.Plan(t, p, config); len(append(diags, more...)) > 0 || !planned.Empty {
					t.Errorf("the plan after an import changes %v: %v", planned.Values, append(diags, more...))
				}
			})
		}
	}
}

// After a change that failed halfway, the state holds what was done, and the error names the element.
func TestContract_setsHalfway(t *testing.T) {
	t.Parallel()
	for resource, of := range authoritatives(t) {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			a, b, c := of.elements[0], of.elements[1], of.elements[2]
			s, i := startSet(t, resource, of)
			i.Create(t, s.Protocol(t), of.config(a, b))
			p := s.Protocol(t)
			planned, _ := i.Plan(t, p, of.config(b, c, "zz-none"))
			if diags := i.Apply(t, p, planned); !strings.Contains(diags.String(), "Element: zz-none") {
				t.Errorf("the error names another element: %v", diags)
			}
			of.expectSet(t, s, i, b, c)
			s.SetFaults(t, sim.Fault{Kind: "status", Status: 500, Method: "DELETE"})
			p = s.Protocol(t)
			planned, _ = i.Plan(t, p, of.config())
			if diags := i.Apply(t, p, planned); !strings.Contains(diags.String(), "Could not ") {
				t.Errorf("no error: %v", diags)
			}
			of.expectSet(t, s, i, b, c)
		})
	}
}

// A create where undeclared elements exist is an error with the import block. What is declared and
// exists, such as after a create that failed halfway, is not added again.
func TestContract_setsOfExistingElements(t *testing.T) {
	t.Parallel()
	for resource, of := range authoritatives(t) {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			a, b, c := of.elements[0], of.elements[1], of.elements[2]
			s, i := startSet(t, resource, of, a, b)
			_, diags := i.Plan(t, s.Protocol(t), of.config(b, c))
			if text := diags.String(); !strings.Contains(text, "- "+a+": not in the configuration") ||
				!strings.Contains(text, `id = "`+of.id+`"`) {
				t.Errorf("no error that shows the import: %v", diags)
			}
			i.Create(t, s.Protocol(t), of.config(a, b, c))
			if writes := s.Writes(); len(writes) != 1 || !strings.Contains(writes[0], c) {
				t.Errorf("sent %q", writes)
			}
		})
	}
}

// With its owner, an authoritative resource is gone.
func TestContract_setsWithoutOwner(t *testing.T) {
	t.Parallel()
	for resource, of := range authoritatives(t) {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			s, i := startSet(t, resource, of)
			i.Create(t, s.Protocol(t), of.config(of.elements[0]))
			if status, body := s.Send(t, "DELETE", path.Dir(strings.TrimSuffix(of.list, "/")), ""); status != 204 {
				t.Skip(body)
			}
			if diags := i.Refresh(t, s.Protocol(t)); len(diags) > 0 || i.Values != nil {
				t.Error(i.Values, diags)
			}
		})
	}
}
