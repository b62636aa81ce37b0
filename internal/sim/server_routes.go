package sim

// RouteInfo describes an operation that the simulator serves.
type RouteInfo struct {
	Method string
	// Pattern is the path as the reference prints it, with its trailing slash
	// where it prints one; an element in braces is a variable.
	Pattern string
	// Rights are the permissions that a caller needs, without their prefix.
	Rights []string
	// LaterRights replace Rights in later releases; nil where they are the same.
	LaterRights []string
	// SelfAdmin reports whether self-admin callers may use it for their own data.
	SelfAdmin bool
}

// Routes lists the operations of the identity management service, and those of
// the cloud authentication service, which are /ping and all below /api/v1.
func Routes() []RouteInfo {
	var all []RouteInfo
	for _, r := range new(Server).routes() {
		all = append(all, RouteInfo{r.method, r.pattern, r.rights, r.laterRights, r.self})
	}
	for _, row := range cloudRows {
		all = append(all, RouteInfo{Method: row.method, Pattern: row.pattern})
	}
	return all
}
