package codehost

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

const testDigest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// team is a fake of a vendor's users: every user with a login can write.
type team map[string]string

func (m team) mayWrite(_ context.Context, a approval) (bool, error) {
	if a.login == "unreadable" {
		return true, errors.New("503")
	}
	return a.login != "", nil
}

func (m team) memberOf(_ context.Context, group string, a approval) (bool, error) {
	if group == "unreadable" {
		return true, errors.New("403")
	}
	return m[a.login] == group, nil
}

// Times are compared by meaning, an error is neither a permission nor a membership, and each user
// counts once.
func TestSubject_require(t *testing.T) {
	at := func(text string) time.Time {
		var parsed time.Time
		if err := json.Unmarshal([]byte(`"`+text+`"`), &parsed); err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	review := at("2027-01-01T00:00:00.500Z")
	given := func(id int64, login, time string) approval {
		return approval{id: id, login: login, text: "approve " + testDigest, time: at(time)}
	}
	edited := given(2, "rita", "2027-01-02T00:00:00Z")
	edited.edited = true
	for name, tc := range map[string]struct {
		count  int
		groups []string
		given  []approval
		since  time.Time
		want   string
	}{
		"newer":                 {1, nil, []approval{given(2, "rita", "2027-01-01T00:00:00.501Z")}, review, ""},
		"older in another zone": {1, nil, []approval{given(2, "rita", "2027-01-01T01:00:00+02:00")}, review, "0 of 1"},
		"newer in another zone": {1, nil, []approval{given(2, "rita", "2026-12-31T23:00:00-02:00")}, review, ""},
		"at the same time":      {1, nil, []approval{given(2, "rita", "2027-01-01T00:00:00.5Z")}, review, "0 of 1"},
		"twice the same person": {2, nil, []approval{given(2, "rita", "2027-01-02T00:00:00Z"), given(2, "rita", "2027-01-03T00:00:00Z")},
			review, "1 of 2"},
		"an edited one":       {1, nil, []approval{edited}, review, "rita gave one whose text was edited later"},
		"edited, and again":   {1, nil, []approval{edited, given(2, "rita", "2027-01-03T00:00:00Z")}, review, ""},
		"a deleted user":      {1, nil, []approval{given(0, "ghost", "2027-01-02T00:00:00Z")}, review, "0 of 1"},
		"the author":          {1, nil, []approval{given(1, "anna", "2027-01-02T00:00:00Z")}, review, "0 of 1"},
		"an error of the API": {1, nil, []approval{given(3, "unreadable", "2027-01-02T00:00:00Z")}, review, "The API refused: 503"},
		"a member":            {1, []string{"security"}, []approval{given(2, "rita", "2027-01-02T00:00:00Z")}, review, ""},
		"a group that is unread": {1, []string{"unreadable"}, []approval{given(2, "rita", "2027-01-02T00:00:00Z")}, review,
			"The API refused: 403"},
		"no time of the review":    {0, nil, nil, time.Time{}, "unknown"},
		"no approval is needed":    {0, nil, nil, review, ""},
		"a group and no approvals": {0, []string{"security"}, nil, review, "group security"},
	} {
		s := subject{Reviewed{testDigest, true, tc.groups}, "#1", tc.since, participants{1: "opened the request"}, "Plan again."}
		err := s.require(t.Context(), team{"rita": "security"}, tc.count, tc.given)
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
	if err := (subject{since: review}).require(t.Context(), team{}, 0, nil); err == nil {
		t.Error("a plan without an author is approved")
	}
}

// The name of a kept plan is parsed as it was written, and no other text is accepted.
func TestReviewed(t *testing.T) {
	isGroup := func(name string) bool { return name == "security" || name == "acme/it" }
	for _, r := range []Reviewed{{testDigest, false, nil}, {testDigest, true, nil}, {testDigest, true, []string{"security", "acme/it"}}} {
		if got, ok := parseReviewed(r.String(), isGroup); !ok || got.String() != r.String() || got.Access != r.Access {
			t.Errorf("%s becomes %v", r, got)
		}
	}
	for _, text := range []string{"", "plan-", "plan-" + testDigest + "+security", "access-" + testDigest + "+", "access-" + testDigest +
		"+other",
		"access-" + testDigest + "+security\n", "access-" + testDigest + "\nplan-" + testDigest, "x-plan-" + testDigest,
		"access-" + testDigest + "+../security", "plan-" + strings.ToUpper(testDigest)} {
		if r, ok := parseReviewed(text, isGroup); ok {
			t.Errorf("%q is %v", text, r)
		}
	}
}
