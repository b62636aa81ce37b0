package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const (
	bound = "2030-01-01T00:00:00Z"
	later = "2040-01-01T00:00:00Z"
)

// withValidity returns the resources with a validity, each with a configuration and the path of the
// validity.
func withValidity() map[string]struct {
	config func(validity any) acctest.Values
	at     string
} {
	type one = struct {
		config func(validity any) acctest.Values
		at     string
	}
	single := func(values acctest.Values) one {
		return one{func(validity any) acctest.Values {
			config := maps.Clone(values)
			config["validity"] = validity
			return config
		}, `AttributeName("validity")`}
	}
	all := func(attribute, role string) one {
		return one{func(validity any) acctest.Values {
			return acctest.Values{"profile_ext_id": "p", attribute: acctest.Values{role: acctest.Values{"validity": validity}}}
		}, fmt.Sprintf(`AttributeName(%q).ElementKeyString(%q).AttributeName("validity")`, attribute, role)}
	}
	elements := func(attribute, role string) one {
		return one{func(validity any) acctest.Values {
			return acctest.Values{"profiles": acctest.Values{"p2": acctest.Values{"user_ext_id": "u-ben",
				attribute: acctest.Values{role: acctest.Values{"validity": validity}}}}}
		}, ""}
	}
	return map[string]one{
		"idm_profiles authorizations":            elements("authorizations", "crm-reader"),
		"idm_profiles enterprise_authorizations": elements("enterprise_authorizations", "er-sales"),
		"idm_unit":                               single(acctest.Values{"ext_id": "u", "profileless": false}),
		"idm_profile":                            single(acctest.Values{"ext_id": "another", "user_ext_id": "u-ben"}),
		"idm_user":                               single(acctest.Values{"ext_id": "somebody"}),
		"idm_authorization":                      single(acctest.Values{"profile_ext_id": "p", "role_ext_id": "crm-admin"}),
		"idm_enterprise_authorization":           single(acctest.Values{"profile_ext_id": "p", "enterprise_role_ext_id": "er-sales"}),
		"idm_profile_authorizations":             all("authorizations", "crm-reader"),
		"idm_profile_enterprise_authorizations":  all("enterprise_authorizations", "er-sales"),
	}
}

// replacedByValidity holds the resources that a change of the validity replaces, so that a bound
// can be removed.
var replacedByValidity = []string{"idm_generic_credential"}

// The table contains every attribute that is a validity.
func TestRefusals_everyValidity(t *testing.T) {
	_, schemas := server(t)
	for name, schema := range schemas.ResourceSchemas {
		var found bool
		for _, attribute := range schema.Block.Attributes {
			found = found || attribute.Name == "validity" || attribute.NestedType != nil &&
				slices.ContainsFunc(attribute.NestedType.Attributes,
					func(a *tfprotov6.SchemaAttribute) bool { return a.Name == "validity" })
		}
		if _, listed := withValidity()[name]; found && !listed && !slices.Contains(replacedByValidity, name) {
			t.Errorf("%s has a validity and no row", name)
		}
	}
}

// The removal of a bound is a warning: the reference does not state what the service does. A grant is
// revoked and granted again, alone by a replacement, in a map within the update.
func TestRefusals_validityBound(t *testing.T) {
	t.Parallel()
	for name, row := range withValidity() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, "later-releases")
			if status, response := s.Send(t, http.MethodPost, "/core/v1/acme/users/u-ben/profiles",
				`{"extId":"p"}`); status != http.StatusCreated {
				t.Fatal(response)
			}
			p, object := s.Protocol(t), acctest.Instance{Type: strings.Fields(name)[0]}
			both := acctest.Values{"from": "2020-01-01T00:00:00Z", "to": bound}
			object.Create(t, p, row.config(both))
			for _, test := range []struct {
				what     string
				validity any
				lost     []string
			}{
				{"another bound", acctest.Values{"from": "2020-01-01T00:00:00Z", "to": later}, nil},
				{"another spelling", acctest.Values{"from": "2020-01-01T01:00:00+01:00", "to": bound}, nil},
				{"one taken away", acctest.Values{"from": "2020-01-01T00:00:00Z"}, []string{"to"}},
				{"one is null", acctest.Values{"from": nil, "to": bound}, []string{"from"}},
				{"all taken away", nil, []string{"from", "to"}},
			} {
				planned, diags := object.Plan(t, p, row.config(test.validity))
				if !strings.Contains(name, "authorization") {
					sameRefusals(t, test.what, row.at, test.lost, diags)
					continue
				}
				alone := row.at == `AttributeName("validity")`
				if again := test.lost != nil; refused(diags) || planned.Replaces != (again && alone) {
					t.Errorf("%s: replaces: %t, %s", test.what, planned.Replaces, diags)
				}
				regrants(t, s, test.what, &object, row.config(test.validity), test.lost != nil)
				regrants(t, s, "again", &object, row.config(both), false)
				p = s.Protocol(t)
			}
			without := acctest.Instance{Type: object.Type}
			if diags := object.ApplyConcurrently(t, p, nil, func() {}); diags.HasError() {
				t.Fatal(diags)
			}
			without.Create(t, p, row.config(nil))
			if _, diags := without.Plan(t, p, row.config(acctest.Values{"to": later})); len(diags) > 0 {
				t.Errorf("a first bound: %s", diags)
			}
		})
	}
}

// refused reports whether diagnostics are more than the warning that a replacement deletes more.
func refused(diags acctest.Diagnostics) bool {
	return slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Summary != "More is deleted than the plan shows" })
}

// regrants checks how an existing grant gets a configuration.
func regrants(t *testing.T, s *acctest.Service, what string, object *acctest.Instance, config acctest.Values, again bool) {
	t.Helper()
	p, sent := s.Protocol(t), len(s.Writes())
	planned, diags := object.Plan(t, p, config)
	if planned.Replaces {
		diags = append(diags, object.Apply(t, p, planned.Destroy())...)
		planned, _ = object.Plan(t, p, config)
	}
	if !planned.Empty {
		diags = append(diags, object.Apply(t, p, planned)...)
	}
	writes := strings.Join(s.Writes()[sent:], "\n")
	if refused(diags) || strings.Contains(writes, http.MethodDelete) != again || again && strings.Contains(writes, http.MethodPatch) {
		t.Errorf("%s: %s, sent %s", what, diags, writes)
	}
	p = s.Protocol(t)
	object.Refresh(t, p)
	if planned, diags := object.Plan(t, p, config); len(diags) > 0 || !planned.Empty {
		t.Errorf("%s: the next plan is %v, %s", what, planned.Values, diags)
	}
}

func sameRefusals(t *testing.T, what, at string, lost []string, diags acctest.Diagnostics) {
	t.Helper()
	var got, want []string
	for _, d := range diags {
		got = append(got, d.Summary+" "+d.Attribute.String())
		if !strings.Contains(d.Detail, "You can:") || d.Severity != tfprotov6.DiagnosticSeverityWarning {
			t.Errorf("%s: %s", what, d.Detail)
		}
	}
	for _, key := range lost {
		want = append(want, fmt.Sprintf("The service might not clear validity.%[2]s %[1]s.ElementKeyString(%[2]q)", at, key))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, not %q", what, got, want)
	}
}

// An update that a sentence of the reference refuses is an error in the plan, or a warning with
// plan_checks = "warn"; one that the reference leaves open is a warning. Neither sends requests. A
// replacement may contain the same change.
func TestRefusals(t *testing.T) {
	for _, check := range []string{"warn", "error"} {
		t.Setenv("IDM_PLAN_CHECKS", check)
		s := acctest.StartSimulator(t)
		p := s.Protocol(t)
		for _, row := range acctest.Table(t, "testdata/refused.hcl") {
			object := acctest.Instance{Type: row.Type}
			object.Create(t, p, row.Config("config"))
			s.ClearRequests()
			_, diags := object.Plan(t, p, row.Changed("change"))
			at, open := fmt.Sprintf("AttributeName(%q)", row.Text("at")), row.Arguments["open"] != nil
			if len(diags) != 1 || diags.HasError() != (check == "error" && !open) || diags[0].Summary != row.Name ||
				!strings.HasPrefix(diags[0].Attribute.String(), at) {
				t.Errorf("%s: not %s at %s: %s", check, row.Name, at, diags)
			}
			if requests := s.Requests(); len(requests) > 0 {
				t.Errorf("%s: %s asked %q", check, row.Name, requests)
			}
			if planned, diags := object.Plan(t, p, with(row.Changed("change"), "ext_id", "new")); diags.HasError() || !planned.Replaces {
				t.Errorf("%s: replaced: %s", check, diags)
			}
		}
	}
}
