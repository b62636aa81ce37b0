package codehost

import (
	"regexp"
	"strings"
)

// Reviewed is the result of a successful review. Its text is the name of the kept plan, so that the
// apply needs no other file: plan-DIGEST, or access-DIGEST followed by the groups, each after a +.
type Reviewed struct {
	// Digest is the SHA-256 of the plan in hexadecimal.
	Digest string
	// Access reports that the plan can give access, so that it needs approvals.
	Access bool
	// Groups are the groups that must each approve the plan.
	Groups []string
}

// String returns the name of the kept plan.
func (r Reviewed) String() string {
	if !r.Access {
		return "plan-" + r.Digest
	}
	return strings.Join(append([]string{"access-" + r.Digest}, r.Groups...), "+")
}

var (
	digestForm   = regexp.MustCompile(`^[0-9a-f]{64}$`)
	reviewedForm = regexp.MustCompile(`^(?:plan-([0-9a-f]{64})|access-([0-9a-f]{64})((?:\+[A-Za-z0-9_./-]+)*))$`)
)

// IsDigest reports whether a text is a SHA-256 in hexadecimal.
func IsDigest(text string) bool { return digestForm.MatchString(text) }

// parseReviewed parses the name of a kept plan.
func parseReviewed(name string, isGroup func(string) bool) (Reviewed, bool) {
	parts := reviewedForm.FindStringSubmatch(name)
	if parts == nil {
		return Reviewed{}, false
	}
	r := Reviewed{Digest: parts[1] + parts[2], Access: parts[2] != ""}
	if parts[3] != "" {
		r.Groups = strings.Split(parts[3][1:], "+")
	}
	for _, group := range r.Groups {
		if !isGroup(group) {
			return Reviewed{}, false
		}
	}
	return r, true
}
