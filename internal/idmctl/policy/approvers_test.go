package policy_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
)

func TestCheckApprovers(t *testing.T) {
	for name, tc := range map[string]struct {
		groups []string
		ok     bool
	}{
		"none":            {nil, true},
		"a team":          {[]string{"security-team_1"}, true},
		"two":             {[]string{"security", "owners"}, true},
		"a path":          {[]string{"acme/it.security/approvers"}, true},
		"an empty list":   {[]string{}, false},
		"an empty name":   {[]string{"security", ""}, false},
		"a space":         {[]string{"it security"}, false},
		"twice":           {[]string{"security", "security"}, false},
		"a plus":          {[]string{"security+owners"}, false},
		"a way up":        {[]string{"acme/../security"}, false},
		"a slash at last": {[]string{"acme/"}, false},
		"a query":         {[]string{"acme?x=1"}, false},
		"an escape":       {[]string{"acme%2Fsecurity"}, false},
		"two lines":       {[]string{"acme\nsecurity"}, false},
	} {
		if err := policy.CheckApprovers(tc.groups); (err == nil) != tc.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
