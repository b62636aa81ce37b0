package sim

import (
	"crypto/subtle"
	"net/http"
	"slices"
	"strings"
	"time"
)

// DefaultAccessKey is the access key of the cloud authentication service when the seed has no
// cloudAccessKeys.
const DefaultAccessKey = "demo-access-key"

// cloudLifetime is the lifetime of intent tokens and status tokens, and the waiting time of a user
// after too many wrong codes.
const cloudLifetime = 5 * time.Minute

// Operations of an intent.
const (
	intentEnroll  = "enroll"
	intentApprove = "approve"
)

var accessKeyFields = []field{{name: "accessKey", kind: kindName}}

// cloudRow is an operation of the cloud authentication service.
type cloudRow struct {
	method, pattern string
	handle          func(*cloudCall) reply
	// intents are the operations whose intent token is accepted instead of the access key.
	intents []string
	// open operations need no key.
	open bool
}

var cloudRows = []cloudRow{
	{method: "GET", pattern: "/ping", handle: pong},
	{method: "POST", pattern: "/api/v1/intent", handle: createIntent},
	{method: "POST", pattern: "/api/v1/users/enroll", handle: enroll, intents: []string{intentEnroll}},
	{method: "GET", pattern: "/api/v1/users/{userId}", handle: getCloudUser},
	{method: "DELETE", pattern: "/api/v1/users/{userId}", handle: deleteCloudUser},
	{
		method: "POST", pattern: "/api/v1/users/{userId}/verification", handle: verify,
		intents: []string{intentEnroll, intentApprove},
	},
	{method: "POST", pattern: "/api/v1/status", handle: pollStatus, open: true},
}

// Cloud returns the simulated cloud authentication service, which is separate from identity
// management. Serve it with TLS: it refuses plain calls. Its data are the arrays cloudAccessKeys,
// cloudUsers, cloudIntents and cloudTransactions of the seed.
func (s *Server) Cloud() http.Handler {
	routes := make([]route, len(cloudRows))
	for i, row := range cloudRows {
		routes[i] = route{method: row.method, pattern: row.pattern, handle: func(c *call, _ *record) reply { return row.handle(row.login(c)) }}
	}
	router := newRouter(routes)
	cloud := service{handle: func(c *call) reply { return c.handleCloud(router) }, failed: failedCloud}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.checkSite(w, r) {
			s.exchange(w, r, cloud)
		}
	})
}

func (c *call) handleCloud(router router) reply {
	if c.request.TLS == nil {
		panic(malformed("Calls must use HTTPS."))
	}
	if attempt(func() { c.route, c.vars = router.lookup(c.request, nil) }) == nil {
		return c.route.handle(c, nil)
	}
	cloudRow{}.login(c)
	panic(fail(http.StatusMethodNotAllowed, codeMethodNotAllowed, "The endpoint %s %s does not exist.", c.request.Method, c.request.URL.Path))
}

// cloudCall is a call of the cloud service. intent is the intent of the token, nil for an access
// key.
type cloudCall struct {
	*call
	intent *record
}

// login checks the access key, or the intent token where the operation accepts one. The call
// consumes the intent token.
func (row cloudRow) login(c *call) *cloudCall {
	header := c.request.Header.Get("Authorization")
	if header == "" && !row.open {
		panic(fail(http.StatusUnauthorized, codeUnauthorized, "The Authorization header is missing."))
	}
	scheme, token, _ := strings.Cut(header, " ")
	if row.open && header == "" || strings.EqualFold(scheme, "Bearer") && c.isAccessKey(token) {
		return &cloudCall{call: c}
	}
	intent := c.get("cloudIntents", token)
	if intent == nil || c.expired(intent) || !slices.Contains(row.intents, intent.text("operation")) {
		panic(forbidden())
	}
	c.drop(intent)
	return &cloudCall{c, intent}
}

// forbidden returns the error for an invalid key, which has no message.
func forbidden() *apiError { return fail(http.StatusForbidden, codeUnauthorized, "") }

func (c *call) isAccessKey(token string) bool {
	keys := c.data["cloudAccessKeys"].byKey
	if len(keys) == 0 {
		return subtle.ConstantTimeCompare([]byte(token), []byte(DefaultAccessKey)) == 1
	}
	return keys[key(token)] != nil
}

// expired reports whether an intent or a transaction has expired.
func (c *call) expired(rec *record) bool {
	at, err := time.Parse(timeLayout, rec.text("createdAt"))
	return err != nil || !c.now.Before(at.Add(cloudLifetime))
}

// failedCloud builds an error response of the cloud service. For an invalid access key it has no
// message and a time in milliseconds; otherwise the time is a string.
func failedCloud(c *call, f *apiError) reply {
	status := f.status
	if status == http.StatusUnprocessableEntity {
		status = http.StatusBadRequest
	}
	out := doc{"error": http.StatusText(status), "path": c.request.URL.Path, "status": status}
	if status == http.StatusForbidden {
		out["timestamp"] = c.now.UnixMilli()
	} else {
		out["message"], out["timestamp"] = f.problems[0].Message, c.now.UTC().Format("2006-01-02T15:04:05.000Z07:00")
	}
	return reply{status: status, body: out}
}

func pong(*cloudCall) reply {
	return reply{status: http.StatusOK, body: "PONG", header: http.Header{"Content-Type": {"text/plain;charset=UTF-8"}}}
}
