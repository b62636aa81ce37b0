package sim

import (
	"slices"
	"strings"
)

// quirkWithout is the prefix of quirks that name operations missing in a release.
const quirkWithout = "without="

// collection names operations that a release may lack. A pattern that ends in … matches a prefix;
// one that begins with a method matches only that method.
type collection struct {
	name     string
	patterns []string
}

var collections = append([]collection{
	{"applications", []string{"/core/v1/applications…"}},
	{"roles", []string{"/core/v1/roles…", "/core/v1/applications/{applicationExtId}/roles"}},
	{"enterprise-roles", []string{"/core/v1/{clientExtId}/eroles…", "/core/v1/clients/{clientExtId}/eroles"}},
	{"users", []string{
		"POST /core/v1/{clientExtId}/users", "PATCH /core/v1/{clientExtId}/users/{userExtId}",
		"DELETE /core/v1/{clientExtId}/users/{userExtId}", "/core/v1/{clientExtId}/users/{userExtId}/archive",
		"/core/v1/{clientExtId}/users/{userExtId}/properties", "/core/v1/{clientExtId}/identity",
	}},
	{"profile-properties", []string{"PATCH /core/v1/{clientExtId}/profiles/{profileExtId}/properties"}},
	{"policies", []string{"/core/v1/{clientExtId}/policies…", "/core/v1/clients/{clientExtId}/policies"}},
	{"property-definitions", []string{"/core/v1/properties…"}},
	{"terms", []string{"/core/v1/terms…"}},
	{"consents", []string{"POST /core/v1/{clientExtId}/users/{userExtId}/consents"}},
	{"clients", []string{
		"POST /core/v1/clients", "PATCH /core/v1/clients/{clientExtId}", "DELETE /core/v1/clients/{clientExtId}",
	}},
}, credentialCollections()...)

// credentialCollections returns the operations of each kind of credentials, named as in their
// paths.
func credentialCollections() []collection {
	paths := []string{"recovery-codes", "dispatch-targets"}
	for _, k := range credentialKinds {
		if k.path != "" {
			paths = append(paths, k.path)
		}
	}
	var all []collection
	for _, path := range paths {
		all = append(all, collection{path, []string{userPath + "/" + path, userPath + "/" + path + "/…"}})
	}
	return all
}

// Collections lists the names that the quirk without=NAME accepts. The simulator then returns 404
// or 405 for their operations, like an older release.
func Collections() []string {
	names := make([]string, len(collections))
	for i, c := range collections {
		names[i] = c.name
	}
	return names
}

// has reports whether an operation belongs to the collection.
func (c collection) has(r route) bool {
	pattern := strings.TrimSuffix(r.pattern, "/")
	return slices.ContainsFunc(c.patterns, func(p string) bool {
		if method, path, limited := strings.Cut(p, " "); limited {
			return r.method == method && pattern == path
		}
		prefix, more := strings.CutSuffix(p, "…")
		return pattern == p || more && strings.HasPrefix(pattern, prefix)
	})
}

// quirksWithout returns the quirks that remove an operation.
func quirksWithout(r route) []string {
	var names []string
	for _, c := range collections {
		if c.has(r) {
			names = append(names, quirkWithout+c.name)
		}
	}
	return names
}

// absent reports whether the simulated release lacks an operation.
func (q quirkSet) absent(m *match) bool {
	return m.later && !q[quirkLater] || slices.ContainsFunc(m.without, func(name string) bool { return q[name] })
}

// splitQuirks converts each collection of a list such as without=roles,users to a separate quirk.
// The list may also come in pieces, since a command line separates quirks by commas too.
func splitQuirks(names []string) []string {
	var out []string
	listing := false
	for piece := range strings.SplitSeq(strings.Join(names, ","), ",") {
		first, begins := strings.CutPrefix(piece, quirkWithout)
		isCollection := slices.Contains(Collections(), first)
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
