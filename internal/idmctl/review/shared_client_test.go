package review_test

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// configured returns a unit of a client with a provider configuration and its service.
func configured(address, client, config, service string, action plan.Action) plan.Change {
	of := object(address, action, unit("u", "U", nil), unit("u", "V", nil))
	of.Before["client_ext_id"], of.After["client_ext_id"] = client, client
	if action == plan.NoOp {
		of.After = of.Before
	}
	of.Type, of.Config, of.Service = "idm_unit", config, service
	return of
}

// A client that changes has one provider configuration; several of the same client may share a
// service, also if the plan does not show its address.
func TestSharedClients(t *testing.T) {
	const here, there, environment = "https://idm.example.com", "https://other.example.com", "the address in the environment"
	services := []plan.Service{{ID: here, Address: here}, {ID: there, Address: there}, {ID: environment},
		{ID: here + " by registry.example.com/x/idm", Address: here}}
	for name, test := range map[string]struct {
		other plan.Change
		want  []string
	}{
		"another one":              {configured("idm_unit.b", "acme", "idm.b", here, plan.Update), []string{"idm_unit.a"}},
		"unchanged objects":        {configured("idm_unit.b", "acme", "idm.b", here, plan.NoOp), []string{"idm_unit.a"}},
		"an instance":              {configured("module.m.idm_unit.b", "acme", `idm.by["x"]`, here, plan.Delete), []string{"idm_unit.a"}},
		"one of a module":          {configured("module.m.idm_unit.b", "acme", "module.m:idm", here, plan.Update), []string{"idm_unit.a"}},
		"an address not shown":     {configured("idm_unit.b", "acme", "idm.b", environment, plan.Update), []string{"idm_unit.a"}},
		"another source":           {configured("idm_unit.b", "acme", "jdm", services[3].ID, plan.Update), []string{"idm_unit.a"}},
		"the same one":             {configured("module.m.idm_unit.b", "acme", "idm", here, plan.Update), nil},
		"another client":           {configured("idm_unit.b", "globex", "idm.b", here, plan.Update), nil},
		"another service":          {configured("idm_unit.b", "acme", "idm.b", there, plan.Update), nil},
		"a forgotten object":       {configured("idm_unit.b", "acme", "idm.b", here, plan.Forget), nil},
		"one that is not shown":    {configured("idm_unit.b", "acme", "", here, plan.Update), nil},
		"objects without a client": {object("idm_application.b", plan.Update, plan.Values{"name": "a"}, plan.Values{"name": "b"}), nil},
	} {
		p := &plan.Plan{Services: services, Changes: []plan.Change{configured("idm_unit.a", "acme", "idm", here, plan.Update), test.other}}
		if name == "objects without a client" {
			p.Changes[1].Config = "idm.b"
		}
		if got := breaking(p, "client.shared"); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
	unchanged := &plan.Plan{Services: services, Changes: []plan.Change{configured("idm_unit.a", "acme", "idm", here, plan.NoOp),
		configured("idm_unit.b", "acme", "idm.b", here, plan.NoOp)}}
	if got := breaking(unchanged, "client.shared"); got != nil {
		t.Errorf("a plan without changes: %q", got)
	}
}

// breaking returns the addresses that break a rule.
func breaking(p *plan.Plan, rule string) (addresses []string) {
	r := review.New(p, review.NewDirectory(p))
	rules, _ := review.NamedRules([]string{rule})
	r.Check(rules)
	for _, failed := range r.FailedRules {
		for _, subject := range failed.Subjects {
			addresses = append(addresses, subject.Address)
		}
	}
	return addresses
}
