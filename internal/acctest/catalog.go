package acctest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
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
func (s *Service) makeMany(t testing.TB, path, prefix, fields string, count int) []string {
	t.Helper()
	ids := make([]string, count)
	for i := range ids {
		ids[i] = fmt.Sprintf("%s-%03d", prefix, i)
		body := fmt.Sprintf(`{"extId":%q,"name":%q%s}`, ids[i], ids[i], fields)
		req := httptest.NewRequest(http.MethodPost, "/core/v1/"+path, strings.NewReader(body))
		req.Header.Set("Authorization", "Bearer "+s.token)
		req.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		s.Sim.ServeHTTP(answer, req)
		if answer.Code != http.StatusCreated {
			t.Fatalf("%s: %d %s", ids[i], answer.Code, answer.Body)
		}
	}
	return ids
}
