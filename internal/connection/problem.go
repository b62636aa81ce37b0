package connection

import "strings"

// Problem is a setting that cannot be used.
type Problem struct {
	// Path leads to the argument in the provider's block; it is empty when the problem is not about
	// one of them.
	Path            []string
	Summary, Detail string

	missing bool
}

// SettingsError holds all problems of the settings.
type SettingsError []Problem

// Error names every problem, in one line.
func (e SettingsError) Error() string {
	lines := make([]string, len(e))
	for i, problem := range e {
		lines[i] = problem.Summary + ": " + problem.Detail
	}
	return strings.Join(lines, " ")
}

// NothingSet reports whether all that is wrong is that the address or the login is given nowhere.
func (e SettingsError) NothingSet() bool {
	for _, problem := range e {
		if !problem.missing {
			return false
		}
	}
	return len(e) > 0
}
