package unit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// grow creates units below a unit, and one more below the first of them.
func grow(t *testing.T, s *acctest.Service, root string, count int) {
	t.Helper()
	profileless := false
	create := func(id, parent string) {
		unit := idm.UnitInput{ExtID: idm.Set(id), ParentUnitExtID: idm.Set(parent), Name: idm.Set("Name of " + id),
			Profileless: idm.Set(profileless)}
		if _, err := idm.UnitWrites.Create(context.Background(), s.API, idm.In(s.Client), unit); err != nil {
			t.Fatal(err)
		}
	}
	create(root, "")
	for i := range count {
		create(fmt.Sprintf("%s-%03d", root, i), root)
	}
	create(root+"-deep", root+"-000")
}

func TestUnitList(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	root := s.ID("root")
	grow(t, s, root, 3)
	p := s.Protocol(t)

	listed, diags := p.List(t, "idm_unit", acctest.Values{"unit_ext_id": root}, false, 0)
	if len(listed) != 3 || len(diags) > 0 {
		t.Fatalf("directly below: %v, %v", listed, diags)
	}
	first := acctest.Listed{DisplayName: "Name of " + root + "-000",
		Identity: acctest.Values{"client_ext_id": s.Client, "ext_id": root + "-000"}}
	if err := acctest.Equal(first, listed[0]); err != nil {
		t.Error(err)
	}

	listed, diags = p.List(t, "idm_unit", acctest.Values{"unit_ext_id": root, "recursive": true}, true, 0)
	if len(listed) != 4 || len(diags) > 0 {
		t.Fatalf("recursive: %v, %v", listed, diags)
	}
	deep := listed[3].Resource
	if deep["id"] != s.Client+"/"+root+"-deep" || deep["parent_unit_ext_id"] != root+"-000" || deep["profileless"] != false ||
		deep["description"] != nil {
		t.Errorf("the resource is not whole: %v", deep)
	}

	listed, diags = p.List(t, "idm_unit", acctest.Values{"unit_ext_id": root, "recursive": true}, false, 2)
	if len(listed) != 2 || len(diags) > 0 {
		t.Errorf("limit: %v, %v", listed, diags)
	}
	_, diags = p.List(t, "idm_unit", acctest.Values{"unit_ext_id": s.ID("nowhere")}, false, 0)
	if !strings.Contains(diags.String(), "Could not list unit") || !strings.Contains(diags.String(), "errors.noRecord") {
		t.Errorf("unknown unit: %v", diags)
	}
	_, diags = p.List(t, "idm_unit", acctest.Values{"unit_ext_id": ""}, false, 0)
	if !strings.Contains(diags.String(), "Empty string") {
		t.Errorf("empty unit: %v", diags)
	}
}

func TestUnitList_errorOnALaterPage(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "lower-limit")
	root := s.ID("root")
	grow(t, s, root, 120)
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: "GET", Path: "*/children*", Skip: 1}); err != nil {
		t.Fatal(err)
	}
	listed, diags := s.Protocol(t).List(t, "idm_unit", acctest.Values{"unit_ext_id": root}, false, 0)
	if len(listed) != 100 || !diags.HasError() || !strings.Contains(diags.String(), "500") {
		t.Errorf("%d listed, %v", len(listed), diags)
	}
}
