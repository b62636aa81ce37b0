package unit_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The error for a duplicate names the existing object, in any order of the service's checks and for
// any status.
func TestUnit_createDuplicate(t *testing.T) {
	for _, quirks := range []string{"", "names-first", "duplicate-409", "names-first,duplicate-409"} {
		t.Run(quirks, func(t *testing.T) {
			t.Parallel()
			acctest.InVirtualTime(t, createsDuplicates, acctest.ExtIDs,
				acctest.Quirks(strings.FieldsFunc(quirks, func(r rune) bool { return r == ',' })...))
		})
	}
}

func createsDuplicates(t *testing.T, s *acctest.Service) {
	t.Helper()
	const adopts = `import { to = idm_unit.example # use the address shown after "with" id = "%s/%s" }`
	p, there := s.Protocol(t), s.ID("there")
	for _, parent := range []any{nil, "acme-hq"} {
		extID := fmt.Sprintf("%s-%v", there, parent)
		new(acctest.Instance{Type: "idm_unit"}).Create(t, p,
			acctest.Values{"ext_id": extID, "profileless": false, "name": "A \"good\" name", "parent_unit_ext_id": parent})
		for name, config := range map[string]acctest.Values{
			"same id and name": {"ext_id": extID, "name": "A \"good\" name"},
			"same id":          {"ext_id": extID, "name": "another"},
			"same name":        {"ext_id": s.ID("another"), "name": "A \"good\" name"},
			"generated id":     {"name": "A \"good\" name"},
		} {
			config["profileless"], config["parent_unit_ext_id"] = false, parent
			diags := new(acctest.Instance{Type: "idm_unit"}).ApplyConcurrently(t, p, config, func() {})
			if want := acctest.Message(fmt.Sprintf(adopts, s.Client, extID)); !want.MatchString(diags.String()) {
				t.Errorf("%s below %v: %s", name, parent, diags)
			}
		}
	}
}

// If the object cannot be looked up, the error reports that, and still shows how to import it.
func TestUnit_createDuplicateUnreadable(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Method: http.MethodGet, Path: "*/units/acme-hq",
		Code: "errors.insufficientRightsFunction"}); err != nil {
		t.Fatal(err)
	}
	diags := new(acctest.Instance{Type: "idm_unit"}).ApplyConcurrently(t, s.Protocol(t),
		acctest.Values{"ext_id": "acme-hq", "profileless": false}, func() {})
	if want := acctest.Message(`The unit acme/acme-hq may already exist; looking it up failed: GET /core/v1/acme/units/acme-hq: 403`); !want.MatchString(diags.String()) {
		t.Error(diags)
	}
}

// If the service refuses a delete, the error names the dependents of the unit, and shows how to
// keep a unit that was only renamed.
func TestUnit_deleteNamesDependents(t *testing.T) {
	t.Parallel()
	acctest.InVirtualTime(t, func(t *testing.T, s *acctest.Service) {
		p, top, below, profile := s.Protocol(t), acctest.Instance{Type: "idm_unit"}, acctest.Instance{Type: "idm_unit"},
			acctest.Instance{Type: "idm_profile"}
		top.Create(t, p, acctest.Values{"ext_id": "top", "profileless": false})
		below.Create(t, p, acctest.Values{"ext_id": "below", "name": "Below", "profileless": false, "parent_unit_ext_id": "top"})
		profile.Create(t, p, acctest.Values{"ext_id": "inside", "user_ext_id": s.User, "unit_ext_id": "top"})
		diags := top.ApplyConcurrently(t, p, nil, func() {})
		want := acctest.Message(fmt.Sprintf(`These depend on the unit: - unit acme/below ("Below") - profile acme/inside of user %s If a for_each key, its address or its ext_id was only renamed`, s.User))
		if !strings.Contains(diags.String(), "This step changed nothing.") ||
			!strings.Contains(diags.String(), `set its ext_id to "top" again`) ||
			!want.MatchString(diags.String()) {
			t.Error(diags)
		}
	}, acctest.ExtIDs)
}
