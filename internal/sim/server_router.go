package sim

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// route is one operation of the reference: its path, the required rights, and the handler.
type route struct {
	method string
	// pattern is the path as in the reference, including its trailing slash if any; an element in
	// braces is a variable.
	pattern string
	// rights are the permissions that a caller needs, without their prefix.
	rights []string
	// laterRights replace rights in later releases if they differ.
	laterRights []string
	// later marks an operation that only later releases have, while earlier ones document its
	// absence.
	later bool
	// alternative is a right that is accepted instead of rights.
	alternative string
	// self permits self-admin callers for their own data.
	self bool
	// hidden reports a missing right as the reference specifies for this route: 404, with the name of
	// another right.
	hidden bool
	// collections are the names with which the quirk without=NAME removes the operation.
	collections []string
	// cloud marks an operation of the cloud service.
	cloud bool
	// intents are the operations of the cloud service whose intent token is accepted instead of the
	// access key; open needs no key.
	intents []string
	open    bool
	handle  handler
}

// match is a route in the router.
type match struct {
	route
	// elements are those of the pattern; a variable is "{".
	elements []string
	// names are the variables in the order of the path, and tables those of their objects, or "".
	names, tables []string
}

// router holds the routes in the order of their elements, so that a literal precedes a variable.
type router []*match

func newRouter(routes []route) router {
	all := make(router, len(routes))
	for i, r := range routes {
		all[i] = newMatch(r)
	}
	slices.SortFunc(all, func(a, b *match) int {
		return cmp.Or(slices.Compare(a.elements, b.elements), strings.Compare(a.method, b.method))
	})
	return all
}

func newMatch(r route) *match {
	m := &match{route: r, elements: strings.Split(strings.Trim(r.pattern, "/"), "/")}
	for i, element := range m.elements {
		if name, ok := variable(element); ok {
			m.elements[i] = "{"
			m.names = append(m.names, name)
			m.tables = append(m.tables, tableOf(name))
		}
	}
	return m
}

// variable returns the name of a variable in a pattern, without its braces.
func variable(element string) (name string, ok bool) {
	name, ok = strings.CutPrefix(element, "{")
	return strings.TrimSuffix(name, "}"), ok
}

// tableOf returns the table whose objects a variable names, or "".
func tableOf(variable string) string {
	for _, t := range tables {
		if strings.HasSuffix(t.path, "/{"+variable+"}") {
			return t.name
		}
	}
	return ""
}

// fits reports whether a path has the elements of the route.
func (m *match) fits(path []string) bool {
	return slices.EqualFunc(m.elements, path, func(element, part string) bool {
		return element == part || element == "{" && part != ""
	})
}

// lookup finds the route of a request and the values of its variables. It unescapes each element
// separately, so that an ID may hold any character.
func (rt router) lookup(r *http.Request, q quirkSet) (*match, map[string]string) {
	path := r.URL.EscapedPath()
	unknown := fail(http.StatusNotFound, codeUnknownPath, "No operation has the path %s.", path)
	elements := strings.Split(strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/"), "/")
	for i, e := range elements {
		plain, err := url.PathUnescape(e)
		if err != nil {
			panic(malformed("The path element %q is not escaped correctly.", e))
		}
		elements[i] = plain
	}
	var found *match
	var allowed []string
	for _, m := range rt {
		if !m.fits(elements) || found != nil && !slices.Equal(m.elements, found.elements) {
			continue
		}
		if found == nil || m.method == r.Method {
			found = m
		}
		if !q.absent(m) {
			allowed = append(allowed, m.method)
		}
	}
	if len(allowed) == 0 {
		panic(unknown)
	}
	if !slices.Contains(allowed, r.Method) {
		f := fail(http.StatusMethodNotAllowed, codeMethodNotAllowed, "The path %s has no %s.", path, r.Method)
		f.header = http.Header{"Allow": {strings.Join(allowed, ", ")}}
		panic(f)
	}
	if q[quirkSlashStrict] && strings.HasSuffix(found.pattern, "/") != strings.HasSuffix(path, "/") {
		panic(unknown)
	}
	vars := map[string]string{}
	names := found.names
	for i, element := range found.elements {
		if element == "{" {
			vars[names[len(vars)]] = elements[i]
		}
	}
	return found, vars
}
