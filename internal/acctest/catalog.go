package acctest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"testing"
)

// MakeRoles adds roles to the simulator, for lists of more than one page, and returns their external ids in the order of the service.
func (s *Service) MakeRoles(t testing.TB, count int) []string {
	t.Helper()
	return s.makeMany(t, "applications/crm/roles", "role", "", count)
}

// MakeEnterpriseRoles is MakeRoles for enterprise roles.
func (s *Service) MakeEnterpriseRoles(t testing.TB, count int) []string {
	t.Helper()
	return s.makeMany(t, s.Client+"/eroles", "enterprise-role", "", count)
}

// MakeApplications is MakeRoles for applications. No client has them.
func (s *Service) MakeApplications(t testing.TB, count int) []string {
	t.Helper()
	return s.makeMany(t, "applications", "application", `,"displayed":true`, count)
}

// makeMany asks the simulator itself, because the provider's API does not offer what makes roles and applications.
func (s *Service) makeMany(t testing.TB, at, prefix, fields string, count int) []string {
	t.Helper()
	ids := make([]string, count)
	for i := range ids {
		name := fmt.Sprintf("%s-%03d", prefix, i)
		body := fmt.Sprintf(`{"extId":%q,"name":%q%s}`, name, name, fields)
		req := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/core/v1/"+at, strings.NewReader(body))
		req.Header.Set("Authorization", "Bearer "+s.token)
		req.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		s.Sim.ServeHTTP(answer, req)
		if answer.Code != http.StatusCreated {
			t.Fatalf("%s: %d %s", name, answer.Code, answer.Body)
		}
		ids[i] = path.Base(answer.Header().Get("Location"))
	}
	return ids
}
