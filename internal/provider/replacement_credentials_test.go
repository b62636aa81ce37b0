package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// secretive are the types of credentials with a password, and a valid one for each.
var secretive = map[string]string{
	"idm_password": acctest.FirstPassword, "idm_context_password": acctest.FirstPassword, "idm_device_password": acctest.FirstPassword,
}

// policies creates policies with external IDs and bodies.
func policies(t *testing.T, s *acctest.Service, bodies map[string]string) {
	t.Helper()
	for extID, body := range bodies {
		status, response := s.Send(t, http.MethodPost, "/core/v1/acme/policies", fmt.Sprintf(`{"extId":%q,%s}`, extID, body))
		if status != http.StatusCreated {
			t.Fatal(response)
		}
	}
}

// A credential that follows a policy of another type is an error in the plan of its replacement,
// and a warning in the plan of a create, for every type of credentials with a policy.
func TestReplacement_policyType(t *testing.T) {
	t.Parallel()
	for _, of := range objecttype.OfClass(objecttype.Credential) {
		if of.PolicyType == "" {
			continue
		}
		s, config := acctest.StartSimulator(t), refusable(t)[of.TypeName()][0]
		policies(t, s, map[string]string{"right": `"policyType":"` + of.PolicyType + `"`, "wrong": `"policyType":"TicketPolicy"`})
		_, diags := s.Protocol(t).Plan(t, of.TypeName(), with(config, "policy_ext_id", "wrong"))
		if diags.HasError() || !strings.Contains(diags.String(), "is a TicketPolicy") {
			t.Errorf("%s: the create is not warned of: %s", of.Name, diags)
		}
		i := acctest.Instance{Type: of.TypeName()}
		i.Create(t, s.Protocol(t), config)
		for policy, want := range map[string]bool{"right": false, "wrong": true} {
			_, diags := i.Plan(t, s.Protocol(t), with(config, "policy_ext_id", policy))
			if diags.HasError() != want || want && !strings.Contains(diags.String(), "The policy cannot be used here") {
				t.Errorf("%s with the %s policy: %s", of.Name, policy, diags)
			}
		}
	}
}

// passwordCase is a password with the parameters of its policy, and the error of the plan that
// replaces the credential, "" for none.
type passwordCase struct{ parameters, password, want string }

// passwordCases are the cases of a type.
func passwordCases(resource string) []passwordCase {
	cases := []passwordCase{
		{`"minLength":"40"`, strings.Repeat("a", 39), "fewer than 40 characters"},
		{`"minLength":"40"`, strings.Repeat("é", 40), ""},
		{`"maxLength":"50"`, strings.Repeat("a", 51), "more than 50 characters"},
		{`"maxLength":"50"`, strings.Repeat("é", 50), ""},
		{`"minLength":"many"`, strings.Repeat("a", 40), ""},
		{``, " " + strings.Repeat("a", 40), ""},
	}
	if resource == "idm_device_password" {
		return append(cases, passwordCase{``, strings.Repeat("a", 31), "fewer than 32 characters"},
			passwordCase{``, strings.Repeat("a", 101), "more than 100 characters"}, passwordCase{``, strings.Repeat("a", 100), ""},
			passwordCase{`"minLength":"8"`, "brief-10-c", ""}, passwordCase{`"resetCodeEnabled":"true"`, strings.Repeat("a", 40), ""})
	}
	return append(cases, passwordCase{``, "brief", ""},
		passwordCase{`"resetCodeEnabled":"true"`, strings.Repeat("a", 40), "The policy generates the password"})
}

// A password that its policy rejects is an error in the plan of a replacement for any reason: another
// version or external ID, -replace and a taint. The plan of a create and of an update in place warns.
// No message repeats the password.
func TestReplacement_password(t *testing.T) {
	t.Parallel()
	for resource, valid := range secretive {
		of := objecttype.ByName(strings.TrimPrefix(resource, "idm_"))
		s, i := acctest.StartSimulator(t), acctest.Instance{Type: resource}
		policies(t, s, map[string]string{"strict": `"policyType":"` + of.PolicyType + `"`})
		config := with(with(refusable(t)[resource][0], "password_wo", valid), "policy_ext_id", "strict")
		i.Create(t, s.Protocol(t), config)
		for number, test := range passwordCases(resource) {
			if status, response := s.Send(t, http.MethodPatch, "/core/v1/acme/policies/strict",
				`{"parameters":{`+test.parameters+`}}`); status != http.StatusOK {
				t.Fatal(response)
			}
			for way, diags := range passwordPlans(t, s, &i, with(config, "password_wo", test.password)) {
				fails := test.want != "" && way != "create" && (way != "version" || resource == "idm_password")
				if diags.HasError() != fails || !strings.Contains(diags.String(), test.want) || test.want == "" && len(diags) > 0 {
					t.Errorf("%s, case %d, %s: not %q, but %s", resource, number, way, test.want, diags)
				}
				if strings.Contains(diags.String(), test.password) {
					t.Errorf("%s, case %d, %s: the password is shown: %s", resource, number, way, diags)
				}
			}
		}
	}
}

// passwordPlans returns the diagnostics of the plans that set a new password.
func passwordPlans(t *testing.T, s *acctest.Service, i *acctest.Instance, config acctest.Values) map[string]acctest.Diagnostics {
	t.Helper()
	plans := map[string]acctest.Diagnostics{}
	_, plans["create"] = s.Protocol(t).Plan(t, i.Type, config)
	_, plans["version"] = i.Plan(t, s.Protocol(t), with(config, "password_wo_version", 2))
	_, plans["external ID"] = i.Plan(t, s.Protocol(t), with(config, "ext_id", "another"))
	p := s.Protocol(t)
	planned, diags := i.Plan(t, p, config)
	if len(diags) > 0 || !planned.Empty {
		t.Fatal(planned.Values, diags)
	}
	plans["-replace"] = i.PlanSuccessor(t, p, &planned)
	p = s.Protocol(t)
	_, plans["taint"] = i.Recall(t, p, true).Plan(t, p, config)
	return plans
}

// A password is not compared with a policy that the same plan creates. A
// password or a policy that is not known yet, or that the caller may not read, is no error.
func TestReplacement_passwordUnknown(t *testing.T) {
	t.Parallel()
	long := acctest.Values{"minLength": "60"}
	policy := acctest.Values{"ext_id": "po", "policy_type": "PwdPolicy"}
	cases := map[string]struct {
		policy acctest.Values
		change func(config acctest.Values) acctest.Values
		want   bool
	}{
		"stricter by the plan":  {with(policy, "parameters", long), named, false},
		"unknown parameters":    {with(policy, "parameters", tftypes.UnknownValue), named, false},
		"unknown policy":        {with(policy, "parameters", long), unknown("policy_ext_id"), false},
		"unknown password":      {with(policy, "parameters", long), unknown("password_wo"), false},
		"default by the plan":   {with(with(policy, "parameters", long), "default_policy", true), unchanged, false},
		"default without an ID": {acctest.Values{"policy_type": "PwdPolicy", "default_policy": true, "parameters": long}, unchanged, false},
		"not the default":       {with(policy, "parameters", long), unchanged, false},
	}
	for _, resource := range []string{"idm_password", "idm_context_password"} {
		s, i, config := acctest.StartSimulator(t), acctest.Instance{Type: resource}, refusable(t)[resource][0]
		i.Create(t, s.Protocol(t), config)
		for name, test := range cases {
			p := s.Protocol(t)
			if _, diags := p.Plan(t, "idm_policy", test.policy); diags.HasError() {
				t.Fatal(diags)
			}
			_, diags := i.Plan(t, p, test.change(with(config, "ext_id", "another")))
			if diags.HasError() != test.want || test.want && !strings.Contains(diags.String(), "fewer than 60 characters") {
				t.Errorf("%s, %s: %s", resource, name, diags)
			}
		}
		s.SetFaults(t, sim.Fault{Kind: "status", Status: http.StatusForbidden, Path: "/core/v1/*policies*"})
		other := with(with(config, "ext_id", "another"), "password_wo", "brief")
		if _, diags := i.Plan(t, s.Protocol(t), other); diags.HasError() {
			t.Errorf("%s, a policy that the caller may not read: %s", resource, diags)
		}
	}
}

func named(config acctest.Values) acctest.Values     { return with(config, "policy_ext_id", "po") }
func unchanged(config acctest.Values) acctest.Values { return config }

// unknown makes an attribute of a configuration that follows the policy unknown.
func unknown(attribute string) func(acctest.Values) acctest.Values {
	return func(config acctest.Values) acctest.Values {
		return with(named(config), attribute, tftypes.UnknownValue)
	}
}

// An external ID that a credential of another kind or user has is an error in the plan of a
// replacement, for every type of credentials. Another user and a free external ID are permitted.
func TestReplacement_credentialID(t *testing.T) {
	t.Parallel()
	for _, of := range objecttype.OfClass(objecttype.Credential) {
		t.Run(of.Name, func(t *testing.T) {
			t.Parallel()
			s, i, config := acctest.StartSimulator(t), acctest.Instance{Type: of.TypeName()}, refusable(t)[of.TypeName()][0]
			i.Create(t, s.Protocol(t), config)
			if _, err := idm.UserWrites.Create(t.Context(), s.API, idm.In("acme"), idm.UserInput{ExtID: idm.Set("u-new")}); err != nil {
				t.Fatal(err)
			}
			for _, test := range []struct{ attribute, value, want string }{
				{"ext_id", "cred-ben-vasco", "Another credential has this external ID"},
				{"ext_id", "cred-anna-fido2", "Another credential has this external ID"},
				{"ext_id", "free", ""}, {"user_ext_id", "u-new", ""},
			} {
				planned, diags := i.Plan(t, s.Protocol(t), with(config, test.attribute, test.value))
				if !planned.Replaces || diags.HasError() != (test.want != "") || !strings.Contains(diags.String(), test.want) {
					t.Errorf("%s = %q: not %q, but %s", test.attribute, test.value, test.want, diags)
				}
			}
		})
	}
}

// A credential at another address without a moved block is an error if its unique value shows that
// it is the same one, although its external ID is not known yet.
func TestReplacement_credentialAddress(t *testing.T) {
	t.Parallel()
	const summary = "Destroyed at one address and created at another"
	for _, of := range objecttype.OfClass(objecttype.Credential) {
		if of.Unique.Attr == "" {
			continue
		}
		s, i, config := acctest.StartSimulator(t), acctest.Instance{Type: of.TypeName()}, maps.Clone(refusable(t)[of.TypeName()][0])
		delete(config, "ext_id")
		i.Create(t, s.Protocol(t), config)
		for unique, want := range map[any]bool{config[of.Unique.Attr]: true, "another": of.Name == "certificate"} {
			p := s.Protocol(t)
			i.Refresh(t, p)
			if _, diags := i.Plan(t, p, nil); diags.HasError() {
				t.Fatal(diags)
			}
			_, diags := p.Plan(t, of.TypeName(), with(config, of.Unique.Attr, unique))
			if diags.HasError() != want || unique != "another" && !strings.Contains(diags.String(), summary) {
				t.Errorf("%s: %s", of.Name, diags)
			}
		}
	}
}
