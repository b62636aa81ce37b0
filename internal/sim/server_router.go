package sim

import (
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
	// denied reports a missing right instead of the usual 403.
	denied func(c *call, right string) error
	handle handler
}

// serve declares the operation of a method and a path, such as "GET /core/v1/terms".
func serve(operation string, handle handler, rights ...string) route {
	method, pattern, _ := strings.Cut(operation, " ")
	return route{method: method, pattern: pattern, rights: rights, handle: handle}
}

// inLater sets the rights of an operation in later releases.
func (r route) inLater(rights ...string) route {
	r.laterRights = rights
	return r
}

// forSelf permits self-admin callers for their own data.
func (r route) forSelf() route {
	r.self = true
	return r
}

// node is one level of the tree of routes. A literal element takes precedence over a variable; the
// search backtracks to the variable.
type node struct {
	literals map[string]*node
	variable *node
	routes   map[string]*match
}

// match is a route with the names of its variables in the order of its path.
type match struct {
	route
	names []string
	// without are the quirks of releases that lack the operation.
	without []string
}

func newRouter(routes []route) *node {
	root := &node{}
	for _, r := range routes {
		root.add(r)
	}
	return root
}

func (n *node) add(r route) {
	m := &match{route: r, without: quirksWithout(r)}
	for element := range strings.SplitSeq(strings.Trim(r.pattern, "/"), "/") {
		if name, ok := variable(element); ok {
			m.names = append(m.names, name)
			if n.variable == nil {
				n.variable = &node{}
			}
			n = n.variable
			continue
		}
		if n.literals == nil {
			n.literals = map[string]*node{}
		}
		if n.literals[element] == nil {
			n.literals[element] = &node{}
		}
		n = n.literals[element]
	}
	if n.routes == nil {
		n.routes = map[string]*match{}
	}
	if n.routes[r.method] != nil {
		panic("sim: two routes for " + r.method + " " + r.pattern)
	}
	n.routes[r.method] = m
}

// variable returns the name of a variable in a pattern, without its braces.
func variable(element string) (name string, ok bool) {
	name, ok = strings.CutPrefix(element, "{")
	return strings.TrimSuffix(name, "}"), ok
}

// find returns the node of a path and the values of its variables.
func (n *node) find(elements, values []string) (*node, []string) {
	if len(elements) == 0 {
		if n.routes == nil {
			return nil, nil
		}
		return n, values
	}
	if next := n.literals[elements[0]]; next != nil {
		if found, v := next.find(elements[1:], values); found != nil {
			return found, v
		}
	}
	if n.variable == nil || elements[0] == "" {
		return nil, nil
	}
	return n.variable.find(elements[1:], append(slices.Clip(values), elements[0]))
}

// lookup finds the route of a request. It unescapes each element separately, so that an ID may hold
// any character.
func (n *node) lookup(r *http.Request, q quirkSet) (*match, map[string]string, error) {
	path := r.URL.EscapedPath()
	elements := strings.Split(strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/"), "/")
	for i, e := range elements {
		plain, err := url.PathUnescape(e)
		if err != nil {
			return nil, nil, malformed("The path element %q is not escaped correctly.", e)
		}
		elements[i] = plain
	}
	found, values := n.find(elements, nil)
	if found == nil {
		return nil, nil, fail(http.StatusNotFound, codeUnknownPath, "No operation has the path %s.", path)
	}
	m := found.routes[r.Method]
	if m == nil || q.absent(m) {
		return nil, nil, found.refusal(r.Method, path, q)
	}
	if q[quirkSlashStrict] && strings.HasSuffix(m.pattern, "/") != strings.HasSuffix(path, "/") {
		return nil, nil, fail(http.StatusNotFound, codeUnknownPath, "No operation has the path %s.", path)
	}
	vars := make(map[string]string, len(values))
	for i, name := range m.names {
		vars[name] = values[i]
	}
	return m, vars, nil
}

// refusal returns 405 for a path with other operations, and 404 for one without any in the release.
func (n *node) refusal(method, path string, q quirkSet) *apiError {
	allowed := n.allowed(q)
	if len(allowed) == 0 {
		return fail(http.StatusNotFound, codeUnknownPath, "No operation has the path %s.", path)
	}
	f := fail(http.StatusMethodNotAllowed, codeMethodNotAllowed, "The path %s has no %s.", path, method)
	f.header = http.Header{"Allow": {strings.Join(allowed, ", ")}}
	return f
}

func (n *node) allowed(q quirkSet) []string {
	methods := make([]string, 0, len(n.routes))
	for method, m := range n.routes {
		if !q.absent(m) {
			methods = append(methods, method)
		}
	}
	slices.Sort(methods)
	return methods
}
