package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// sharedElements describes the configurations of a shared type: two parents, and two elements.
type sharedElements struct {
	whole       *objecttype.Type
	parents     [2]acctest.Values
	left, other string
}

// shared returns each authoritative type, with two parents that have no elements.
func shared(t *testing.T, s *acctest.Service) (all []sharedElements) {
	t.Helper()
	for _, create := range [][2]string{
		{"clients", `{"extId":"initech","name":"Initech"}`}, {"acme/users/u-ben/profiles", `{"extId":"p"}`},
		{"acme/users/u-anna/profiles", `{"extId":"q"}`}, {"acme/eroles", `{"extId":"e","name":"E"}`}, {"acme/eroles", `{"extId":"f","name":"F"}`},
	} {
		s.Must(t, "POST", "/core/v1/"+create[0], create[1])
	}
	parents := map[string][2]string{"profile_ext_id": {"p", "q"}, "enterprise_role_ext_id": {"e", "f"},
		"client_ext_id": {"globex", "initech"}}
	elements := map[string][2]string{"role": {"crm-admin", "crm-reader"}, "enterprise_role": {"er-manager", "er-sales"},
		"application": {"crm", "hr"}}
	for _, whole := range objecttype.OfClass(objecttype.Set) {
		owner, of := whole.Gives.To, elements[whole.Gives.What]
		shared := sharedElements{whole: whole, left: of[0], other: of[1]}
		for i, extID := range parents[owner] {
			shared.parents[i] = acctest.Values{owner: extID}
		}
		all = append(all, shared)
	}
	return all
}

// all returns the configuration of the authoritative resource of a parent.
func (s sharedElements) all(parent int, extIDs ...string) acctest.Values {
	set, byKey := []any{}, acctest.Values{}
	for _, extID := range extIDs {
		set, byKey[extID] = append(set, extID), acctest.Values{}
	}
	if strings.HasSuffix(s.whole.Gives.Attr, "_ids") {
		return with(s.parents[parent], s.whole.Gives.Attr, set)
	}
	return with(s.parents[parent], s.whole.Gives.Attr, byKey)
}

// one returns the configuration of a single resource.
func (s sharedElements) one(parent int, extID string) acctest.Values {
	return with(s.parents[parent], s.whole.Single().Gives.Attr, extID)
}

// planned is one of two plans of a run.
type planned struct {
	i      *acctest.Instance
	config acctest.Values
}

// plans plans two changes in one run in both orders, and returns the diagnostics of each second one.
// The first one may be refused because the service has its element already.
func plans(t *testing.T, s *acctest.Service, one, other planned) (seconds []acctest.Diagnostics) {
	t.Helper()
	for _, order := range [][2]planned{{one, other}, {other, one}} {
		p := s.Protocol(t)
		if _, diags := order[0].i.Plan(t, p, order[0].config); diags.HasError() && !strings.Contains(diags.String(), " exists: ") {
			t.Errorf("the first plan is refused: %s", diags)
		}
		_, diags := order[1].i.Plan(t, p, order[1].config)
		seconds = append(seconds, diags)
	}
	return seconds
}

// A plan is refused if a single and an authoritative resource declare elements of one parent,
// whatever the two resources did before.
func TestSharing(t *testing.T) {
	t.Setenv("IDM_PLAN_CHECKS", "off")
	s := acctest.StartSimulator(t, "later-releases")
	for _, of := range shared(t, s) {
		whole, single := of.whole.TypeName(), of.whole.Single().TypeName()
		both, kept := &acctest.Instance{Type: whole}, &acctest.Instance{Type: single}
		both.Create(t, s.Protocol(t), of.all(0, of.left, of.other))
		kept.Create(t, s.Protocol(t), of.one(1, of.left))
		created := func(name string) *acctest.Instance { return &acctest.Instance{Type: name} }
		for name, test := range map[string]struct {
			one, other planned
			want       bool
		}{
			"a smaller one":       {planned{both, of.all(0, of.other)}, planned{created(single), of.one(0, of.left)}, true},
			"an empty one":        {planned{both, of.all(0)}, planned{created(single), of.one(0, of.left)}, true},
			"an unchanged one":    {planned{both, of.all(0, of.left, of.other)}, planned{created(single), of.one(0, "third")}, true},
			"two new ones":        {planned{created(whole), of.all(1, of.other)}, planned{created(single), of.one(1, of.left)}, true},
			"a new one of a kept": {planned{created(whole), of.all(1, of.other)}, planned{kept, of.one(1, of.left)}, true},
			"a listed one":        {planned{both, of.all(0, of.left, of.other)}, planned{created(single), of.one(0, of.left)}, true},
			"another parent":      {planned{both, of.all(0, of.other)}, planned{kept, of.one(1, of.left)}, false},
			"not yet known elements": {planned{both, with(of.parents[0], of.whole.Gives.Attr, tftypes.UnknownValue)},
				planned{created(single), of.one(0, "third")}, true},
		} {
			for order, diags := range plans(t, s, test.one, test.other) {
				if diags.HasError() != test.want || test.want && !strings.Contains(diags.String(), "Managed twice: Object: ") {
					t.Errorf("%s, %s, order %d: %s", whole, name, order, diags)
				}
			}
		}
	}
}

// A grant that leaves an authoritative resource, which gets another profile or is destroyed, is not
// created as a single one by the same plan.
func TestHandover_replacedAuthoritative(t *testing.T) {
	t.Setenv("IDM_PLAN_CHECKS", "off")
	s := acctest.StartSimulator(t, "later-releases")
	for _, of := range shared(t, s) {
		left, created := &acctest.Instance{Type: of.whole.TypeName()}, &acctest.Instance{Type: of.whole.Single().TypeName()}
		left.Create(t, s.Protocol(t), of.all(0, of.left))
		for name, config := range map[string]acctest.Values{"replaced": of.all(1, of.left), "destroyed": nil} {
			for order, diags := range plans(t, s, planned{left, config}, planned{created, of.one(0, of.left)}) {
				const summary, remedy = "Destroyed at one address and created at another", "under a new name"
				refused := diags.HasError() && strings.Contains(diags.String(), summary) &&
					strings.Contains(diags.String(), remedy) == (name == "replaced")
				if !refused {
					t.Errorf("%s %s, order %d: %s", of.whole.Name, name, order, diags)
				}
			}
		}
	}
}
