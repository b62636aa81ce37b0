package policy_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestPolicy_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("po")
		return acctest.Resource{
			Type: "idm_policy", ID: s.Client + "/" + id, Identity: acctest.Values{"client_ext_id": s.Client, "ext_id": id},
			Minimal: acctest.Values{"ext_id": id, "policy_type": "CertificatePolicy"},
			Create: fmt.Sprintf(`POST /core/v1/%s/policies {"defaultPolicy":false,"extId":%q,"policyType":"CertificatePolicy"}`, s.Client,
				id),
			Path:   fmt.Sprintf("/core/v1/%s/policies/%s", s.Client, id),
			Theirs: `{"description":"theirs"}`,
			Attributes: []acctest.Attribute{
				{Name: "description", From: "A", To: "B", Filled: `"description":"A"`, Sent: `"description":"B"`,
					Cleared: `"description":""`},
				{Name: "name", From: "A", To: "B", Filled: `"name":"A"`, Sent: `"name":"B"`, Cleared: `"name":""`},
				{
					Name: "parameters", From: acctest.Values{"a": "1", "b": "2"}, To: acctest.Values{"b": "3", "c": "4"},
					Filled: `"parameters":{"a":"1","b":"2"}`, Sent: `"parameters":{"b":"3","c":"4"}`, Cleared: `"parameters":{}`,
				},
			},
		}
	}, acctest.ExtIDs)
}

// The parameters are replaced as a whole: the plan shows the removal of parameters that other
// writers added. The apply keeps a parameter that was added after the plan; the next plan removes
// it.
func TestPolicy_foreignParameter(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	p, path := s.Protocol(t), "/core/v1/acme/policies/po"
	theirs := func(parameters string) {
		if status, response := s.Send(t, http.MethodPatch, path, `{"parameters":`+parameters+`}`); status != http.StatusOK {
			t.Fatal(status, response)
		}
	}
	holds := func(want idm.Parameters) {
		t.Helper()
		policy, err := idm.PolicyOps.Get(context.Background(), s.API, idm.In("acme"), "po")
		if err = errors.Join(err, acctest.Equal(want, policy.Parameters)); err != nil {
			t.Error(err)
		}
	}
	i := acctest.Instance{Type: "idm_policy"}
	values := func(a string) acctest.Values {
		return acctest.Values{"ext_id": "po", "policy_type": "TANPolicy", "parameters": acctest.Values{"a": a, "b": "1"}}
	}
	i.Create(t, p, values("1"))

	theirs(`{"a":"1","b":"1","foreign":"1"}`)
	i.Refresh(t, p)
	planned, diags := i.Plan(t, p, values("1"))
	if planned.Empty || diags.HasError() {
		t.Fatal("the plan does not show the removal", diags)
	}
	if diags := i.Apply(t, p, planned); diags.HasError() {
		t.Fatal(diags)
	}
	holds(idm.Parameters{"a": "1", "b": "1"})

	diags = i.ApplyConcurrently(t, p, values("2"), func() { theirs(`{"a":"1","b":"1","late":"1"}`) })
	if diags.HasError() || !strings.Contains(diags.String(), `parameters["late"]`) {
		t.Error("the foreign parameter is not named:", diags)
	}
	holds(idm.Parameters{"a": "2", "b": "1", "late": "1"})

	p = s.Protocol(t)
	i.Refresh(t, p)
	diags = i.ApplyConcurrently(t, p, values("3"), func() { theirs(`{"a":"theirs","b":"1"}`) })
	if !strings.Contains(diags.String(), "Another writer changed") {
		t.Error("not a conflict:", diags)
	}
	holds(idm.Parameters{"a": "theirs", "b": "1"})
}

// Only documented contradictions are refused: parameters that begin with min need not count
// characters.
func TestPolicy_undocumentedParameters(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	i := acctest.Instance{Type: "idm_policy"}
	i.Create(t, s.Protocol(t), acctest.Values{"policy_type": "PwdPolicy", "parameters": acctest.Values{
		"minLength": "12", "maxLength": "64", "minAgeHours": "24", "minHistory": "48",
	}})
}

// A client has one default policy per type: another default clears the flag, and the service does
// not delete a default.
func TestPolicy_default(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

func TestPolicy_defaultDestroyWarns(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	i := acctest.Instance{Type: "idm_policy"}
	i.Create(t, p, acctest.Values{"policy_type": "TANPolicy", "default_policy": true})
	p = s.Protocol(t)
	i.Refresh(t, p)
	_, diags := i.Plan(t, p, nil)
	if text := diags.String(); diags.HasError() || !strings.Contains(text, "First make another policy the default") {
		t.Errorf("%q", text)
	}
}

func TestPolicy_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// The plan refuses replacements that the service is certain to refuse: into a second ClientPolicy,
// and of a default policy under the same external ID. It warns if the order decides.
func TestPolicy_unreplaceable(t *testing.T) {
	t.Parallel()
	plain := acctest.Values{"ext_id": "po", "policy_type": "TANPolicy"}
	standard := acctest.Values{"ext_id": "po", "policy_type": "TANPolicy", "default_policy": true}
	with := func(values acctest.Values, name string, value any) acctest.Values {
		changed := maps.Clone(values)
		changed[name] = value
		return changed
	}
	const order = "If it is destroyed first"
	for name, test := range map[string]struct {
		before, after acctest.Values
		fails, warns  string
		tainted       bool
	}{
		"a second ClientPolicy":          {plain, with(plain, "policy_type", "ClientPolicy"), "a client has at most one", "", false},
		"another type":                   {plain, with(plain, "policy_type", "PUKPolicy"), "", "", false},
		"the default policy":             {standard, with(standard, "policy_type", "PUKPolicy"), "does not delete default", order, false},
		"a tainted default policy":       {standard, standard, "does not delete default policies", "", true},
		"a tainted policy":               {plain, plain, "", "", true},
		"the default under another ID":   {standard, with(standard, "ext_id", "other"), "", order, false},
		"the default, no longer default": {standard, acctest.Values{"ext_id": "other", "policy_type": "TANPolicy"}, "", order, false},
		"under another ID":               {plain, with(standard, "ext_id", "other"), "", "", false},
	} {
		s, i := acctest.Start(t, acctest.Simulator, acctest.ExtIDs), acctest.Instance{Type: "idm_policy"}
		i.Create(t, s.Protocol(t), test.before)
		p := s.Protocol(t)
		i.Refresh(t, p)
		plan := i.Plan
		if test.tainted {
			plan = i.PlanTainted
		}
		_, diags := plan(t, p, test.after)
		text := diags.String()
		if diags.HasError() != (test.fails != "") || !strings.Contains(text, test.fails) || !strings.Contains(text, test.warns) ||
			test.warns == "" && strings.Contains(text, order) {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// The replacement of a default policy under another external ID needs create_before_destroy, unless
// another policy of the plan becomes the default.
func TestPolicy_defaultReplaced(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A default policy is destroyed in the apply that makes another policy the default: its delete
// follows the create or the update of that one.
func TestPolicy_newDefault(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}
