package sim

// RouteInfo describes an operation that the simulator serves.
type RouteInfo struct {
	Method string
	// Pattern is the path as in the reference, including its trailing slash if any; an element in
	// braces is a variable.
	Pattern string
	// Rights are the permissions that a caller needs, without their prefix.
	Rights []string
	// LaterRights replace Rights in later releases; nil means that they are the same.
	LaterRights []string
	// SelfAdmin reports whether self-admin callers may use it for their own data.
	SelfAdmin bool
}

// Routes lists the operations of the identity management service and of the cloud authentication
// service, which are /ping and all paths below /api/v1.
func Routes() []RouteInfo {
	var all []RouteInfo
	for _, r := range append(routes(false), routes(true)...) {
		all = append(all, RouteInfo{r.method, r.pattern, r.rights, r.laterRights, r.self})
	}
	return all
}
