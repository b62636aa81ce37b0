package review

import (
	"reflect"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// A single created profile is named. For several, the alert shows their number.
func TestJoinCreatedProfiles(t *testing.T) {
	r := &Review{Findings: []Finding{
		{Rules: []string{rule.ProfileCreate}, Text: "profile a"}, {Rules: []string{rule.ProfileCreate}, Text: "profile b"},
		{Rules: []string{rule.ProfileCreate, rule.IncompleteUnproven}, Text: "profile c"},
	}}
	all := r.subjects(func(Finding) bool { return true })
	if got := r.joinCreatedProfiles(all); len(got) != 2 || got[0] != all[2] {
		t.Errorf("two joiners: %v", got)
	}
	if got := r.joinCreatedProfiles(all[1:]); !reflect.DeepEqual(got, all[1:]) {
		t.Errorf("one joiner: %v", got)
	}
}
