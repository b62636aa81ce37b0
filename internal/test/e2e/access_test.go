package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// asked is a tenant with people whose access is ineffective for different reasons.
func asked(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("testdata/asked.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// asks runs idmctl access at a fixed time on the tenant's simulator, or on a snapshot of it.
type asks struct {
	*exporting
	snapshot string
}

func newAsks(t *testing.T) *asks {
	t.Helper()
	a := &asks{exporting: exportingFrom(t, sim.Options{Seed: []byte(asked(t))}, "acme")}
	a.inProcess = true
	a.snapshot = filepath.Join(a.folder, "acme.json")
	if printed, complaints, code := a.idmctl(nil, "snapshot", "--out", a.snapshot); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, printed, complaints)
	}
	return a
}

func (a *asks) ask(code int, question ...string) string {
	a.t.Helper()
	arguments := append([]string{"access"}, question...)
	if question[0] == "check" {
		arguments[0] = "policy"
	}
	printed, complaints, got := a.idmctl(nil, append(arguments, "--at", "2026-06-15T00:00:00Z")...)
	if got != code {
		a.t.Errorf("%v: exit code %d\n%s%s", question, got, printed, complaints)
	}
	return printed + complaints
}
