package samlcredential_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const (
	at       = "/core/v1/acme/users/u-dev-bot/saml-credentials"
	credited = "idm_saml_credential.test"
	mail     = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
	entity   = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"
)

func values(extID string) acctest.Values {
	return acctest.Values{
		"user_ext_id": "u-dev-bot", "ext_id": extID, "subject_name_id": "bot@acme.example.com", "subject_name_id_format": mail,
		"issuer_name_id": "https://login.acme.example.com", "issuer_name_id_format": entity,
	}
}

func config(extID string, more ...string) string {
	v := values(extID)
	for i := 0; i < len(more); i += 2 {
		v[more[i]] = more[i+1]
	}
	if extID == "" {
		delete(v, "ext_id")
	}
	return acctest.HCL("idm_saml_credential", "test", v)
}

func body(extID string) string {
	return fmt.Sprintf(`{"extId":%q,"issuerNameId":"https://login.acme.example.com","issuerNameIdFormat":%q,`+
		`"subjectNameId":"bot@acme.example.com","subjectNameIdFormat":%q}`, extID, entity, mail)
}

func TestSAMLCredential_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("saml")
		users := "/core/v1/" + s.Client + "/users/u-dev-bot/saml-credentials"
		return acctest.Resource{
			Type: "idm_saml_credential", ID: s.Client + "/u-dev-bot/" + id,
			Identity: acctest.Values{"client_ext_id": s.Client, "user_ext_id": "u-dev-bot", "ext_id": id},
			Minimal:  values(id),
			Create:   "POST " + users + " " + body(id),
			Path:     users + "/" + id,
			Theirs:   `{"stateName":"INITIAL"}`,
			Attributes: []acctest.Attribute{
				{Name: "state_name", From: "active", To: "disabled", Sent: `"stateName":"disabled"`},
			},
		}
	}, acctest.ExtIDs, acctest.Simulator, acctest.FirstReleases)
}

// A create accepts no state, so another state is set right after it.
func TestSAMLCredential_createdDisabled(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	s.Test(t,
		s.Apply(config("saml", "state_name", "disabled"),
			s.Sent("POST "+at+" "+body("saml"), "PATCH "+at+`/saml {"stateName":"disabled","version":1}`),
			resource.TestCheckResourceAttr(credited, "state_name", "disabled")),
		s.Apply(config("saml", "state_name", "active"), s.Sent("PATCH "+at+`/saml {"stateName":"active","version":2}`)),
	)
}

// If the second call fails, the run fails, and the state holds the credential as it is: it can be
// used although it should not.
func TestSAMLCredential_stateNotSet(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: http.StatusForbidden, Method: "PATCH", Path: at + "/saml",
		Count: 1}); err != nil {
		t.Fatal(err)
	}
	s.Test(t,
		s.Fails(config("saml", "state_name", "disabled"), "Could not set the state of"),
		s.Apply(config("saml", "state_name", "disabled"), resource.TestCheckResourceAttr(credited, "state_name", "disabled")),
	)
}

// A lost response to either call leads to one credential in the planned state.
func TestSAMLCredential_lostResponses(t *testing.T) {
	t.Parallel()
	for _, way := range acctest.Lost {
		for _, method := range []string{http.MethodPost, http.MethodPatch} {
			t.Run(fmt.Sprint(method, way.Kind, way.Status), func(t *testing.T) {
				t.Parallel()
				s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
				p := s.Protocol(t)
				i := acctest.Instance{Type: "idm_saml_credential"}
				desired := values("saml")
				desired["state_name"] = "disabled"
				fault := way.Fault
				fault.Count, fault.Method, fault.Path = 1, method, at+"*"
				if err := s.Sim.SetFaults(fault); err != nil {
					t.Fatal(err)
				}
				planned, diags := i.Plan(t, p, desired)
				if diags.HasError() {
					t.Fatal(diags)
				}
				if diags := i.Apply(t, p, planned); diags.HasError() {
					t.Fatal(diags)
				}
				if _, all := s.Send(t, http.MethodGet, at, ""); strings.Count(all, `"subjectNameId"`) != 1 ||
					!strings.Contains(strings.ToLower(all), `"disabled"`) {
					t.Error(all)
				}
			})
		}
	}
}

func TestSAMLCredential_replaced(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"subject_name_id", "subject_name_id_format", "issuer_name_id", "issuer_name_id_format"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
			s.Test(t, s.Apply(config("saml")),
				s.Step(config("saml", name, "urn:another"), acctest.WantAction(credited, plancheck.ResourceActionReplace)))
		})
	}
}

func TestSAMLCredential_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Refused(config("saml", "subject_name_id", ""), "Empty string"),
		s.Fails(config("saml", "policy_ext_id", "none"), "errors.noRecord"),
		s.Fails(config("saml", "policy_ext_id", "policy-password"), "is not a SAMLFederationPolicy"),
	)
}
