package connection

import "strings"

// Problem describes an invalid setting.
type Problem struct {
	// Path is the path of the argument in the provider's block; it is empty when the problem does
	// not concern a single argument.
	Path            []string
	Summary, Detail string

	missing bool
}

// SettingsError contains all problems of the settings.
type SettingsError []Problem

// Error lists all problems in one line.
func (e SettingsError) Error() string {
	lines := make([]string, len(e))
	for i, problem := range e {
		lines[i] = problem.Summary + ": " + problem.Detail
	}
	return strings.Join(lines, " ")
}

// NothingSet reports whether the only problem is that neither the block nor the environment sets
// the address or the login.
func (e SettingsError) NothingSet() bool {
	for _, problem := range e {
		if !problem.missing {
			return false
		}
	}
	return len(e) > 0
}
