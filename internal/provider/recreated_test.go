package provider_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// Terraform plans the removal of a resource with the recorded values, and refreshes it afterwards:
// the apply does not delete another object.
func TestRecreated_beforeThePlan(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	i := acctest.Instance{Type: "idm_profile"}
	i.Create(t, s.Protocol(t), acctest.Values{"ext_id": "p", "user_ext_id": "u-ben"})
	for _, call := range [][3]string{{"DELETE", "/acme/profiles/p"}, {"POST", "/acme/users/u-anna/profiles", `{"extId":"p"}`}} {
		s.Must(t, call[0], "/core/v1"+call[1], call[2])
	}
	recorded, p := i, s.Protocol(t)
	planned, _ := recorded.Plan(t, p, nil)
	sent := len(s.Writes())
	i.Refresh(t, p)
	refused := recorded.Apply(t, s.Protocol(t), planned).String()
	if !strings.Contains(refused, "ERROR") || !strings.Contains(refused, `- user_ext_id changed from "u-ben" to "u-anna"`) {
		t.Error(refused)
	}
	if len(s.Writes()) != sent {
		t.Error(s.Writes()[sent:])
	}
	p = s.Protocol(t)
	diags := i.Refresh(t, p)
	planned, more := i.Plan(t, p, nil)
	if diags = append(append(diags, more...), i.Apply(t, s.Protocol(t), planned)...); len(diags) > 0 {
		t.Error("the destroy with the current values: ", diags)
	}
}
