package rehearsal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
)

// sentences returns a short form of a result's changes of access.
func sentences(r *rehearsal.Result) []string {
	found := []string{}
	for _, a := range r.Access {
		text := fmt.Sprintf("%s %s %s", a.UserExtID, a.Change, a.RoleExtID)
		if a.Through != "" {
			text += " through " + a.Through
		}
		if len(a.Reasons) > 0 {
			text += ": " + strings.Join(a.Reasons, ", ")
		}
		found = append(found, text)
	}
	return found
}

// The result contains effective access: the grant, its profile, its user and the units of the
// profile at a time, as in the review.
func TestRun_access(t *testing.T) {
	for name, c := range cases[struct {
		Quirks []string
		Apply  [][3]string
		Want   string
	}](t, "access") {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.quirks, s.script.Apply = c.Quirks, c.Apply
			result := s.must()
			if got := strings.Join(sentences(result), "\n"); got != c.Want {
				t.Errorf("access:\n%s\nwant:\n%s", got, c.Want)
			}
		})
	}
}
