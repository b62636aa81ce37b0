package sim

import (
	"slices"
	"strings"
)

// quirkWithout is the prefix of quirks that name operations missing in a release.
const quirkWithout = "without="

// Collections lists the names that the quirk without=NAME accepts. The simulator then returns 404
// or 405 for their operations, like an older release.
func Collections() []string {
	var names []string
	for _, r := range routes(false) {
		for _, name := range r.collections {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// absent reports whether the simulated release lacks an operation.
func (q quirkSet) absent(m *match) bool {
	return m.later && !q[quirkLater] || slices.ContainsFunc(m.collections, func(name string) bool { return q[quirkWithout+name] })
}

// splitQuirks converts each collection of a list such as without=roles,users to a separate quirk.
// The list may also come in pieces, since a command line separates quirks by commas too.
func splitQuirks(names []string) []string {
	var out []string
	listing, known := false, Collections()
	for piece := range strings.SplitSeq(strings.Join(names, ","), ",") {
		first, begins := strings.CutPrefix(piece, quirkWithout)
		isCollection := slices.Contains(known, first)
		switch {
		case begins || listing && isCollection:
			listing = true
			out = append(out, quirkWithout+first)
		case piece != "":
			listing = false
			out = append(out, piece)
		}
	}
	return out
}
