package provider_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// configured tests a configuration. It returns the diagnostics, one per line: summary,
// path, detail.
func configured(t *testing.T, arguments acctest.Values) []string {
	t.Helper()
	s, schemas := server(t)
	config := acctest.EncodeAs(t, schemas.Provider, arguments)
	resp, err := s.ConfigureProvider(context.Background(), &tfprotov6.ConfigureProviderRequest{Config: config})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, d := range resp.Diagnostics {
		lines = append(lines, d.Summary+" | "+d.Attribute.String()+" | "+d.Detail)
	}
	return lines
}

// clearEnvironment removes the credentials of a real service from the environment.
func clearEnvironment(t *testing.T) {
	t.Helper()
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "IDM_") {
			t.Setenv(name, "")
		}
	}
}

// A configuration is refused with one error.
func TestConfig_refused(t *testing.T) { configurations(t, "refused") }

func TestConfig_accepted(t *testing.T) { configurations(t, "accepted") }

// configurations tests the rows of a kind.
func configurations(t *testing.T, kind string) {
	t.Helper()
	clearEnvironment(t)
	for _, row := range acctest.Table(t, "testdata/configurations.hcl") {
		if row.Type != kind {
			continue
		}
		t.Run(row.Name, func(t *testing.T) {
			for variable, value := range row.Config("environment") {
				t.Setenv(variable, value.(string))
			}
			lines := configured(t, row.Config("provider"))
			want, _ := row.Arguments["want"].([]any)
			if row.Type == "accepted" && len(lines) > 0 || row.Type == "refused" && (len(lines) != 1 || len(want) == 0) {
				t.Fatalf("%s, but there are %d errors:\n%s", row.Type, len(lines), strings.Join(lines, "\n"))
			}
			for _, text := range want {
				if !strings.Contains(lines[0], text.(string)) {
					t.Errorf("%q is missing in %s", text, lines[0])
				}
			}
		})
	}
}
