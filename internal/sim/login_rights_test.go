package sim_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// seedWithCallers returns the demo tenant with additional callers, by their rights.
func seedWithCallers(t *testing.T, callers map[string][]string) []byte {
	t.Helper()
	var seed map[string][]any
	if err := json.Unmarshal(sim.DemoSeed(), &seed); err != nil {
		t.Fatal(err)
	}
	for token, rights := range callers {
		names := []string{}
		for _, r := range rights {
			names = append(names, "AccessControl."+r)
		}
		seed["callers"] = append(seed["callers"], map[string]any{"token": token, "permissions": names, "clients": []string{"acme"}})
	}
	out, err := json.Marshal(seed)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A caller with all rights of a route may use it; a caller that lacks any of them may not. The
// lines of testdata/rights.txt are operations of the core API with the rights that they require.
func TestRights_everyRow(t *testing.T) {
	table, err := os.ReadFile("testdata/rights.txt")
	if err != nil {
		t.Fatal(err)
	}
	callers, rows := map[string][]string{}, strings.Split(strings.TrimSpace(string(table)), "\n")
	for i, row := range rows {
		rights := strings.Fields(row)[2:]
		callers[fmt.Sprintf("%d-all", i)] = rights
		for _, missing := range rights {
			for _, r := range rights {
				if r != missing {
					token := fmt.Sprintf("%d-%s", i, missing)
					callers[token] = append(callers[token], r)
				}
			}
			if len(rights) == 1 {
				callers[fmt.Sprintf("%d-%s", i, missing)] = nil
			}
		}
	}
	s := startWith(t, sim.Options{Seed: seedWithCallers(t, callers)})
	for i, row := range rows {
		fields, body := strings.Fields(row), ""
		call := strings.Join(fields[:2], " ")
		if fields[0] != "GET" {
			body = `{"parentUnitExtId":"none"}`
		}
		if got := s.send(t, fmt.Sprintf("%d-all", i), call, body); got.status == 403 || got.status == 405 ||
			got.code() == "errors.unknownPath" {
			t.Errorf("%s with all rights: %d %s", call, got.status, got.raw)
		}
		for _, missing := range fields[2:] {
			got := s.send(t, fmt.Sprintf("%d-%s", i, missing), call, body)
			if got.status != 403 || got.code() != "errors.insufficientRightsFunction" ||
				!strings.Contains(got.raw, "AccessControl."+missing) {
				t.Errorf("%s without %s: %d %s", call, missing, got.status, got.raw)
			}
		}
	}
}

// Some rights depend on the body.
func TestRights_ofBody(t *testing.T) { play(t) }

func TestRights_dataRoom(t *testing.T) { play(t) }

func TestRights_selfAdmin(t *testing.T) {
	s := play(t)
	got := s.send(t, anna, "PATCH acme/users/u-anna", `{"userState":"disabled"}`)
	if got.header.Get("WWW-Authenticate") == "" {
		t.Error("no challenge")
	}
}

func TestRights_laterReleases(t *testing.T) { play(t) }
