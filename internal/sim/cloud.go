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

// Cloud returns the simulated cloud authentication service, which is separate from identity
// management. Serve it with TLS: it refuses plain calls. Its data are the arrays cloudAccessKeys,
// cloudUsers, cloudIntents and cloudTransactions of the seed.
func (s *Server) Cloud() http.Handler {
	router := newRouter(routes(true))
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
	c.route = &match{}
	unknown := attempt(func() { c.route, c.vars = router.lookup(c.request, nil) })
	c.loginToCloud()
	if unknown != nil {
		panic(fail(http.StatusMethodNotAllowed, codeMethodNotAllowed, "The endpoint %s %s does not exist.", c.request.Method,
			c.request.URL.Path))
	}
	return c.route.handle(c, nil)
}

// loginToCloud checks the access key, or the intent token where the operation accepts one. The call
// consumes the intent token.
func (c *call) loginToCloud() {
	header := c.request.Header.Get("Authorization")
	if header == "" && !c.route.open {
		panic(fail(http.StatusUnauthorized, codeUnauthorized, "The Authorization header is missing."))
	}
	scheme, token, _ := strings.Cut(header, " ")
	if header == "" || strings.EqualFold(scheme, "Bearer") && c.isAccessKey(token) {
		return
	}
	intent := c.get("cloudIntents", token)
	if intent == nil || c.expired(intent) || !slices.Contains(c.route.intents, intent.text("operation")) {
		panic(forbidden())
	}
	c.drop(intent)
	c.intent = intent
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

func pong(*call, *record) reply {
	return reply{status: http.StatusOK, body: "PONG", header: http.Header{"Content-Type": {"text/plain;charset=UTF-8"}}}
}
