package provider_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

var orders = flag.Int("orders", 20, "the number of orders in which TestOrders plans")

// ordered is an object of a run: a new one, or with an id one of the service. change returns its
// configuration, nil for a destroy.
type ordered struct {
	resource, id string
	change       func(acctest.Values) acctest.Values
}

// inOrder are objects with each kind of change: a new object of every type, and existing ones
// that are kept, changed, replaced and destroyed. Some of them conflict with others.
func inOrder() (all []ordered) {
	for _, resource := range slices.Sorted(maps.Keys(refusable())) {
		config := refusable()[resource][0]
		all = append(all, ordered{resource, "", func(acctest.Values) acctest.Values { return config }})
	}
	destroyed := func(acctest.Values) acctest.Values { return nil }
	changed := func(attribute string, value any) func(acctest.Values) acctest.Values {
		return func(config acctest.Values) acctest.Values { return with(config, attribute, value) }
	}
	return append(all,
		ordered{"idm_unit", "acme/acme-it", changed("ext_id", "moved")},
		ordered{"idm_user", "acme/u-dev-bot", changed("remarks", "x")},
		ordered{"idm_user", "acme/u-carla", changed("is_technical_user", true)},
		ordered{"idm_profile", "acme/p-anna-hq", destroyed},
		ordered{"idm_enterprise_role", "acme/er-sales", changed("ext_id", "er-sold")},
		ordered{"idm_authorization", "acme/p-anna-hq/a-anna-crm", changed("client_global", true)},
		ordered{"idm_application", "wiki", changed("name", "Wiki 2")},
		ordered{"idm_enterprise_role_member", "acme/er-manager/crm-admin", destroyed},
		ordered{"idm_enterprise_role_members", "acme/er-manager", func(config acctest.Values) acctest.Values { return config }},
		ordered{"idm_client_application", "acme/hr", destroyed},
		ordered{"idm_client_application", "", func(acctest.Values) acctest.Values {
			return acctest.Values{"client_ext_id": "acme", "application_ext_id": "hr"}
		}},
	)
}

// plan plans an object like a CLI, and returns its planned values, whether it is replaced, and the
// errors.
func (o ordered) plan(t *testing.T, p *acctest.Protocol) (planned string, errors []string) {
	i := acctest.Instance{Type: o.resource}
	var diags acctest.Diagnostics
	if o.id != "" {
		diags = append(i.Import(t, p, o.id), i.Refresh(t, p)...)
		i.Recall(t, p, false)
	}
	change, more := i.Plan(t, p, o.change(p.Configuration(o.resource, i.Values)))
	values, err := json.Marshal([]any{fmt.Sprint(change.Values), change.Replaces, fmt.Sprint(change.Successor)})
	if err != nil {
		t.Error(err)
	}
	for _, d := range append(diags, more...) {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			errors = append(errors, d.Summary+": "+d.Detail)
		}
	}
	// The planned values of a refused change are not shown.
	if len(errors) > 0 {
		return "", errors
	}
	return string(values), errors
}

// A plan does not depend on the order of its calls: neither the values nor the replacements nor the
// errors of the run, one after the other or in parallel, in the same process or after a new start.
func TestOrders(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "later-releases")
	s.Send(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
	s.Send(t, "POST", "/core/v1/acme/profiles/p/authorizations", `{"extId":"held","roleExtId":"hr-viewer"}`)
	objects := inOrder()
	var first map[string]string
	var verdict []string
	p := s.Protocol(t)
	for order := range *orders {
		p.NextRun(t)
		indexes := rand.New(rand.NewPCG(uint64(order), 1)).Perm(len(objects))
		var mu sync.Mutex
		var running sync.WaitGroup
		got, errors := map[string]string{}, map[string]bool{}
		for _, index := range indexes {
			o := objects[index]
			plan := func() {
				planned, refused := o.plan(t, p)
				mu.Lock()
				defer mu.Unlock()
				got[fmt.Sprintf("%s %s %d", o.resource, o.id, index)] = planned
				for _, text := range refused {
					errors[text] = true
				}
			}
			if order%2 == 1 {
				running.Go(plan)
			} else {
				plan()
			}
		}
		running.Wait()
		all := slices.Sorted(maps.Keys(errors))
		if first == nil {
			first, verdict = got, all
			if len(verdict) == 0 {
				t.Error("nothing is refused")
			}
			continue
		}
		for name, planned := range got {
			if planned != first[name] && planned != "" && first[name] != "" {
				t.Errorf("order %d: %s is %s, and was %s", order, name, planned, first[name])
			}
		}
		if !slices.Equal(all, verdict) {
			t.Errorf("order %d: the errors are\n%s\nand were\n%s", order, strings.Join(all, "\n--\n"), strings.Join(verdict, "\n--\n"))
		}
	}
}
