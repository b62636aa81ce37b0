package sim

import (
	"crypto/rand"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
)

// States of a transaction.
const (
	transactionPending   = "pending"
	transactionSucceeded = "succeeded"
	transactionFailed    = "failed"
	transactionUnknown   = "unknown"
)

// maxWrongCodes is the number of wrong codes in a row after which a user must wait.
const maxWrongCodes = 5

// startEnrollment starts the transaction of an enrollment. The state contains the code that an SMS
// would carry.
func (c *call) startEnrollment(user *record, d doc) *record {
	t := doc{
		"transactionId": uuid.NewString(), "statusToken": uuid.NewString(), "status": transactionPending,
		"userId": user.text("userId"), "username": user.text("username"), "channel": text(d, "channel"),
		"createdAt": c.timestamp(), "lastUpdatedAt": c.timestamp(),
	}
	for _, name := range []string{"phone", "displayName"} {
		if d[name] != nil {
			t[name] = d[name]
		}
	}
	if t["channel"] == channelSMS {
		t["code"] = randomDigits(6)
	}
	return c.put("cloudTransactions", t)
}

func randomDigits(n int) string {
	digits := make([]byte, n)
	rand.Read(digits)
	for i, b := range digits {
		digits[i] = '0' + b%10
	}
	return string(digits)
}

func (t *tx) transaction(statusToken string) *record {
	return firstRecord(t.list("cloudTransactions", "token", statusToken))
}

// firstRecord returns the first record of a list, or nil.
func firstRecord(list []*record) *record {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// pollStatus returns the state of a transaction. Only channels with a device support it.
func pollStatus(c *call, _ *record, body doc) reply {
	rec := c.transaction(text(body, "statusToken"))
	if rec == nil || !slices.Contains([]string{channelApp, channelPush, channelFIDO2}, rec.text("channel")) {
		panic(fail(http.StatusPreconditionFailed, codeInvalidParameter, "The status token belongs to no transaction that has a status."))
	}
	out := view(fieldsOf("cloudTransactions"), rec.doc, nil)
	switch {
	case c.get("cloudUsers", rec.text("userId")) == nil:
		out["status"] = transactionUnknown
	case rec.text("status") == transactionPending && c.expired(rec):
		out["status"] = transactionFailed
	}
	setDefault(out, "token", "")
	return okReply(out)
}

// verify checks an SMS code or a recovery code.
func verify(c *call, _ *record, body doc) reply {
	user := c.cloudUser(c.vars["userId"])
	if c.intent != nil && !c.intentNamesUser(user) {
		panic(forbidden())
	}
	if c.isBlocked(user) {
		panic(fail(http.StatusTooManyRequests, codeInvalidParameter, "Too many wrong codes, try again later."))
	}
	setDefault(body, "channel", channelSMS)
	if text(body, "channel") == channelRecovery {
		return c.verifyRecovery(user, text(body, "code"))
	}
	transaction := c.transaction(text(body, "statusToken"))
	if transaction == nil || transaction.text("userId") != user.text("userId") || c.expired(transaction) ||
		transaction.text("status") != transactionPending {
		panic(malformed("The status token belongs to no SMS that waits for its code."))
	}
	if transaction.text("code") != text(body, "code") {
		return c.rejectCode(user)
	}
	c.finish(transaction, user, transactionSucceeded)
	return c.acceptCode(c.get("cloudUsers", user.text("userId")))
}

// isBlocked reports whether a user must still wait after too many wrong codes.
func (c *call) isBlocked(user *record) bool {
	last, err := time.Parse(timeLayout, user.text("lastLoginDateFailure"))
	return err == nil && number(user.doc, "failures") >= maxWrongCodes && c.now.Before(last.Add(cloudLifetime))
}

func (c *call) verifyRecovery(user *record, code string) reply {
	without, found := removeFrom(user.doc["recoveryCodes"], code)
	if !found {
		return c.rejectCode(user)
	}
	return c.acceptCode(c.put("cloudUsers", user.with(doc{"recoveryCodes": without})))
}

func (c *call) acceptCode(user *record) reply {
	c.put("cloudUsers", user.with(doc{"lastLoginDateSuccess": c.timestamp(), "failures": int64(0)}))
	return okReply(doc{})
}

// rejectCode returns a reply, because an error of the handler would undo the count.
func (c *call) rejectCode(user *record) reply {
	c.put("cloudUsers", user.with(doc{"lastLoginDateFailure": c.timestamp(), "failures": number(user.doc, "failures") + 1}))
	return failedCloud(c, malformed("The code is wrong."))
}

// finish ends a transaction. A confirmed authenticator activates its user.
func (t *tx) finish(transaction, user *record, status string) {
	next := transaction.with(doc{"status": status, "lastUpdatedAt": t.timestamp()})
	if status == transactionSucceeded {
		next["token"] = uuid.NewString()
		t.confirm(transaction, user)
	}
	t.put("cloudTransactions", next)
}

func (t *tx) confirm(transaction, user *record) {
	next := user.with(doc{"status": userActive, "updatedAt": t.timestamp()})
	kinds := map[string]string{channelApp: "app", channelPush: "app", channelFIDO2: "fido2"}
	if kind, ok := kinds[transaction.text("channel")]; ok {
		authenticators, _ := next["authenticators"].([]any)
		next["authenticators"] = append(authenticators, doc{
			"authenticatorId": uuid.NewString(), "name": transaction.text("displayName"), "type": authenticatorKind,
			"authenticatorType": kind, "state": "active", "enrolledAt": t.timestamp(), "updatedAt": t.timestamp(),
		})
	}
	t.put("cloudUsers", next)
}

// confirmation is the body of the control path for the user's action on the device.
type confirmation struct {
	StatusToken string `json:"statusToken"`
	Status      string `json:"status"`
}

// confirmTransaction acts as the device of a user: it ends a pending transaction with the status
// succeeded or failed.
func (s *Server) confirmTransaction(done confirmation) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &tx{data: s.data, now: s.options.Now()}
	rec := t.transaction(done.StatusToken)
	if rec == nil || rec.text("status") != transactionPending {
		return refuse(codeInvalidParameter, "The status token belongs to no transaction that is pending.")
	}
	user := t.get("cloudUsers", rec.text("userId"))
	if user == nil || done.Status != transactionSucceeded && done.Status != transactionFailed {
		return refuse(codeInvalidParameter, "The user is gone, or the status is neither succeeded nor failed.")
	}
	t.finish(rec, user, done.Status)
	s.flusher.changed()
	return nil
}
