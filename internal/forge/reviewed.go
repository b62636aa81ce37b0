package forge

import (
	"regexp"
	"strings"
)

// Reviewed is the result of a review that succeeded. Its text names the kept plan, so that the apply
// knows both without another file: plan-DIGEST, or access-DIGEST with the groups, each after a +.
type Reviewed struct {
	// Digest is the SHA-256 of the plan in hexadecimal.
	Digest string
	// Access reports that the plan may give access, so that it needs approvals.
	Access bool
	// Groups have to approve the plan, each of them.
	Groups []string
}

// String is the name of the kept plan.
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

// parseReviewed reads the name of a kept plan.
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
