package client_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestClient_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("cl")
		return acctest.Resource{
			Type: "idm_client", ID: id, Identity: acctest.Values{"ext_id": id},
			Minimal:     acctest.Values{"ext_id": id, "name": s.ID("A"), "deletion_protection": false},
			Create:      fmt.Sprintf(`POST /core/v1/clients {"extId":%q,"name":%q}`, id, s.ID("A")),
			Path:        "/core/v1/clients/" + id,
			Theirs:      `{"remarks":"theirs"}`,
			Unversioned: true,
			Imported:    acctest.Values{"deletion_protection": true},
			Attributes: []acctest.Attribute{
				{Name: "remarks", From: "A", To: "B", Filled: `"remarks":"A"`, Sent: `"remarks":"B"`, Cleared: `"remarks":""`},
				{Name: "name", From: s.ID("A"), To: s.ID("B"), Sent: fmt.Sprintf(`"name":%q`, s.ID("B"))},
				{
					Name: "display_name", From: acctest.Values{"en": "A", "de": "A"}, To: acctest.Values{"en": "B", "it": "B"},
					Filled: `"displayName":{"EN":"A","DE":"A"}`, Sent: `"displayName":{"DE":"","EN":"B","IT":"B"}`,
					Cleared: `"displayName":{"EN":"","DE":""}`, Needs: []acctest.Need{acctest.Clearing},
				},
			},
		}
	}, acctest.Simulator, acctest.Quirks("later-releases"))
}

// A client is protected by default: the provider refuses to destroy or replace it, and a change of
// the protection sends nothing.
func TestClient_deletionProtection(t *testing.T) {
	acctest.Script(t, nil, acctest.Quirks("later-releases"))
}

// The apply refuses a destroy that no plan could refuse, such as the destroy of a tainted object.
func TestClient_deletionProtectionInTheApply(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "later-releases")
	p := s.Protocol(t)
	i := acctest.Instance{Type: "idm_client"}
	i.Create(t, p, acctest.Values{"ext_id": "new", "name": "New"})
	planned, _ := i.Plan(t, p, nil)
	if diags := i.Apply(t, p, planned); !strings.Contains(diags.String(), "deletion_protection") || i.Values == nil {
		t.Errorf("%v, %s", i.Values, diags)
	}
	if _, err := idm.ClientOps.Get(context.Background(), s.API, idm.Place{}, "new"); err != nil {
		t.Error(err)
	}
}

func TestClient_importIsProtected(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "later-releases")
	object, _, diags := s.Protocol(t).Import(t, "idm_client", acctest.Values{"ext_id": "globex"})
	if object["deletion_protection"] != true || object["name"] != "Globex" || diags.HasError() {
		t.Error(object, diags)
	}
}

// A client and the objects in it can be created in one plan.
func TestClient_withItsObjects(t *testing.T) {
	acctest.Script(t, nil, acctest.Quirks("later-releases"))
}

func TestClient_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Quirks("later-releases"))
}
