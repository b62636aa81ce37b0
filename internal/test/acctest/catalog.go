package acctest

import (
	"fmt"
	"net/http"
	"path"
	"testing"
)

// MakeRoles creates roles in the simulator, for lists of more than one page, and returns their
// external IDs in the order of the service.
func (s *Service) MakeRoles(t testing.TB, count int) []string {
	t.Helper()
	return s.makeMany(t, "applications/crm/roles", "role", "", count)
}

// MakeApplications works like MakeRoles for applications. They are not assigned to a client.
func (s *Service) MakeApplications(t testing.TB, count int) []string {
	t.Helper()
	return s.makeMany(t, "applications", "application", `,"displayed":true`, count)
}

// makeMany sends the requests itself, because package idm has no common function to create these
// objects.
func (s *Service) makeMany(t testing.TB, at, prefix, fields string, count int) []string {
	t.Helper()
	ids := make([]string, count)
	for i := range ids {
		name := fmt.Sprintf("%s-%03d", prefix, i)
		body := fmt.Sprintf(`{"extId":%q,"name":%q%s}`, name, name, fields)
		status, header, response := s.send(t, http.MethodPost, "/core/v1/"+at, body)
		if status != http.StatusCreated {
			t.Fatalf("%s: %d %s", name, status, response)
		}
		ids[i] = path.Base(header.Get("Location"))
	}
	return ids
}
