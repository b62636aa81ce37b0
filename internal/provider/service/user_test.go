package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A new key of for_each destroys a user at one address and creates one at another. When the plan
// archives the first, the second cannot have its external ID.
func TestUser_archivedAtAnotherAddress(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	old := acctest.Instance{Type: "idm_user"}
	old.Create(t, s.Protocol(t), Values{"ext_id": "leaver", "login_id": "leaver", "on_destroy": "archive"})
	anew := Values{"ext_id": "leaver", "login_id": "leaver", "on_destroy": "archive"}
	for refusal, configs := range map[string][]Values{
		"The external ID is taken": {nil, anew}, "Replacing the user would archive it permanently": {anew, nil},
	} {
		p, all := s.Protocol(t), acctest.Diagnostics{}
		old.Refresh(t, p)
		for _, config := range configs {
			i := acctest.Instance{Type: "idm_user"}
			if config == nil {
				i = old
			}
			_, diags := i.Plan(t, p, config)
			all = append(all, diags...)
		}
		if !all.HasError() || !strings.Contains(all.String(), refusal) {
			t.Errorf("without %q: %s", refusal, all)
		}
	}
	_, diags := old.Plan(t, s.Protocol(t), nil)
	if diags.HasError() {
		t.Error(diags)
	}
}

// Values is a configuration.
type Values = acctest.Values

func TestUserList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	listed, diags := p.List(t, "idm_user", Values{}, true, 2)
	if len(listed) != 2 || len(diags) > 0 {
		t.Fatal(listed, diags)
	}
	anna := listed[0]
	if anna.DisplayName != "anna" || anna.Identity["ext_id"] != "u-anna" || anna.Resource["id"] != "acme/u-anna" ||
		anna.Resource["birth_date"] != "1988-03-21" {
		t.Errorf("%v", anna)
	}
	listed, diags = p.List(t, "idm_user", Values{"user_state": "disabled"}, false, 0)
	if len(listed) != 1 || listed[0].DisplayName != "carla" || len(diags) > 0 {
		t.Error(listed, diags)
	}
	_, diags = p.List(t, "idm_user", Values{"client_ext_id": "none"}, false, 0)
	if !strings.Contains(diags.String(), "Could not list user") {
		t.Error(diags)
	}
}

// A few users are read one by one, many from the list of their client.
func TestUser_manyShareAList(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	p := s.Protocol(t)
	users := make([]*acctest.Instance, 40)
	for n := range users {
		users[n] = &acctest.Instance{Type: "idm_user"}
		users[n].Create(t, p, Values{"ext_id": fmt.Sprintf("u-%02d", n)})
	}
	s.ClearRequests()
	p = s.Protocol(t)
	for n, user := range users {
		if diags := user.Refresh(t, p); diags.HasError() || user.Values["ext_id"] != fmt.Sprintf("u-%02d", n) {
			t.Fatal(user.Values, diags)
		}
	}
	reads := s.Reads()
	if len(reads) != 21 || reads[19] != "GET /core/v1/acme/users/u-19" || reads[20] != "GET /core/v1/clients/acme/users" {
		t.Error(reads)
	}
}
