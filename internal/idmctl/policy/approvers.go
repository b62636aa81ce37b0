package policy

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// group is the name of a team of GitHub, or the path of a group of GitLab.
var group = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$`)

// CheckApprovers returns an error for a list of groups that cannot approve. A rule without the
// argument has a nil list, and no approval overrides it.
func CheckApprovers(groups []string) error {
	if groups != nil && len(groups) == 0 {
		return errors.New("has an empty list of approvers: name a group, or leave the list out")
	}
	for at, name := range groups {
		switch {
		case !group.MatchString(name):
			return fmt.Errorf("has the approver %q, which is not the name of a team or the path of a group", name)
		case slices.Contains(groups[:at], name):
			return fmt.Errorf("has the approver %q twice: remove one", name)
		}
	}
	return nil
}
