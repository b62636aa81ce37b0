package review

import (
	"strings"
	"testing"
)

// People with equal changes are one entry with the changes once, as in a merge of two units, and
// each of them is named. Others keep an entry each.
func TestDocument_mergesEqualPeople(t *testing.T) {
	r := reviewOf(t, `acme
		fact unit old
		fact unit new
		times 40 fact user u#
		times 40 fact profile p-u# u# old
		times 40 fact authorization reader p-u# reader
		times 40 fact authorization crm p-u# crm
		times 40 fact authorization admin p-u# admin
		times 40 ~ idm_profile.u# {ext_id: p-u#, user_ext_id: u#}, {unit_ext_id: old} -> {unit_ext_id: new}
		+ idm_authorization.ben {profile_ext_id: p-ben, role_ext_id: admin}`)
	_, section, _ := strings.Cut(r.Document().Text(0), "WHO GAINS AND WHO LOSES ACCESS\n")
	section, _, _ = strings.Cut(section, "\n\n")
	// Each line, and the list of the people with it.
	if rows := strings.Count(section, "the profile moves to another unit"); rows != 6 {
		t.Errorf("%d rows for three roles:\n%s", rows, section)
	}
	for _, want := range []string{"each of 40 people", "ben", "u0,", "u39"} {
		if !strings.Contains(section, want) {
			t.Errorf("%q is missing:\n%s", want, section)
		}
	}
}
