package remedy

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// byCode holds the remedies by error code; byStatus applies to errors without one.
var byCode = map[string]string{
	"errors.credentialNotActive": "The credential is not in an active state. Activate it, or use another one.",
	"errors.insufficientRightsFunction": "The login lacks the permission for this operation. The permissions of each operation " +
		"are in the " +
		"provider's documentation; ask the administrator of the service for the missing one.",
	"errors.optimisticLockingFailure": "Another writer changed the object after the plan, so nothing was changed now. Make a new plan, " +
		"review the other change, and apply the new plan.",
	"errors.pessimisticLockingFailure": "Another transaction holds the object. Apply again in a moment.",
	"errors.duplicateName": "Another object in the same place already has this name. Choose another name, or import that " +
		"object.",
	"errors.duplicateValue": "Another object has this external ID or value already. Choose another one, or import that object.",
	"errors.undeletedDependencies": "Other objects still depend on this one, as the subunits of a unit and the profiles in it do. " +
		"Move or remove them in an apply before this one.",
	"errors.deleteDefaultEntityFailure": "This is a default object of the client, which the service does not delete. Take it out of the " +
		"configuration with a `removed` block to leave it in place.",
	"errors.modifyReadonlyData": "This value is read-only in the service. Take it out of the configuration.",
	"errors.recordDeleted":      "The object was archived or deleted in the meantime, and cannot be changed any more.",
	"errors.noRecord": "The object, or one that the request names, does not exist in this client. Check the external IDs. Refer to " +
		"an object of this configuration by its resource, so that Terraform creates it first.",
	"errors.missingReferenceData": "An object that the request names does not exist. Check the external IDs.",
	"errors.policyViolation":      "A policy of the client refuses the value. Ask the administrator of the service for its rules.",
	"errors.identifierPolicyViolated": "The client's naming policy refuses the name or login ID. Ask the administrator of the service " +
		"for its rules.",
	"errors.pwdPolicyViolated": "The client's password policy refuses the password. Ask the administrator of the service for its " +
		"rules.",
	"errors.certificatePolicyViolated": "The client's certificate policy refuses the certificate. Ask the administrator of the service " +
		"for its rules.",
	"errors.invalidParameter": "A value or an object that the request names does not fit this operation, such as a disabled unit " +
		"for a profile. The service's message below names it; correct it in the configuration.",
	"errors.inconsistentData": "Two of the values contradict each other. The service's message below names them; correct one of them in " +
		"the configuration.",
	"errors.duplicateEmail":     "Another user has this email address already. Choose another one.",
	"errors.duplicateMobile":    "Another user has this mobile number already. Choose another one.",
	"errors.mtanFormatViolated": "The mobile number does not have the form that the service requires. Correct it in the configuration.",
	"errors.mtanFormatE164Violated": "The mobile number must have the international form, such as +41791234567. Correct it in the " +
		"configuration.",
	"errors.propertyUniquenessViolated": "Another object has this value of the property, which must be unique. Choose another value.",
	"errors.property.stringmaxlen": "The value of the property is longer than its definition allows; idm_property_definitions shows " +
		"the limit. Shorten it: correct it in the configuration.",
	"errors.property.stringregex": "The value of the property does not match the expression of its definition, which " +
		"idm_property_definitions shows. Correct it in the configuration.",
	"errors.property.regexinv": "The definition of the property has an expression that is not valid, so it takes no value. Its " +
		"administrator has to correct it in the service.",
	"errors.tooManySearchResults":        "The search matches too much. Narrow it with more filters.",
	"errors.tooManyOTPCards":             "The user has as many of these credentials as the service allows. Remove one first.",
	"errors.securityQuestionsMaxReached": "The user has as many security questions as the service allows. Remove one first.",
	"errors.urlTicketMissingURLPrefix": "The policy for URL tickets names no address to begin them with. Its administrator has to add " +
		"one in the service.",
	"errors.emailChannel":      "The service could not send the email. Its operator has to check the mail settings.",
	"errors.noSmtpConnection":  "The service could not reach its mail server. Its operator has to check the mail settings.",
	"errors.SmtpNotConfigured": "The service has no mail server. Its operator has to set one up.",
	"errors.invalidConfig": "The service itself is set up wrongly. Its operator has to correct it; the log of the service " +
		"has the reason.",
}

// byStatus holds the remedies by status, for responses whose code has no remedy.
var byStatus = map[int]string{
	http.StatusBadRequest: "The service could not read the request. If the configuration looks right, please report this with the log of " +
		"TF_LOG=DEBUG.",
	http.StatusUnauthorized: "The service does not accept the login. Check the provider's login arguments or their environment " +
		"variables: a token may have expired.",
	http.StatusForbidden: "The login may not do this: it lacks the permission, or its data room does not cover the object. The " +
		"permissions " +
		"of each operation are in the provider's documentation.",
	http.StatusNotFound: "The service does not know this path. Check base_url (it is the address before /core/v1) and " +
		"client_ext_id.",
	http.StatusMethodNotAllowed:     "This release of the service does not offer the operation.",
	http.StatusConflict:             "The request conflicts with the present state of the object. Make a new plan and apply that one.",
	http.StatusUnsupportedMediaType: "The service refused the content type. Check that base_url leads to the service itself.",
	http.StatusUnprocessableEntity: "The service's rules refuse a value. The message below names it; correct it in the " +
		"configuration.",
	http.StatusTooManyRequests: "The service limits the rate of requests and also refused every repeat. Set requests_per_second " +
		"or a lower max_concurrent_requests in the provider block.",
	http.StatusInternalServerError: "The service failed. Apply again; if it stays, the operator's log has the reason.",
	http.StatusBadGateway:          "A gateway in front of the service failed. Apply again.",
	http.StatusServiceUnavailable:  "The service is not available. Apply again later.",
	http.StatusGatewayTimeout: "A gateway in front of the service got no response in time. Apply again; the next plan shows what was " +
		"done.",
	http.StatusRequestEntityTooLarge: "The request is larger than the service accepts.",
}

// byKind holds the remedies for errors other than responses of the service.
var byKind = []struct {
	is   func(error) bool
	hint string
}{
	{is[*GeneratedSecretError], generatedHint},
	{conflicts, "Make a new plan: it starts from what was found. Review what the other change did, and apply that plan."},
	{is[*idm.ItemError],
		"The service returned an object in a form that the API does not have. Correct the object in the service."},
	{is[*idm.BadAnswerError],
		"Something between here and the service answered instead of it, such as a proxy or a login page. Check base_url and proxy_url."},
	{is[*idm.RedirectError],
		"The login is never sent to another address. Set base_url to the final address of the service."},
	{is[*idm.LoginError],
		"The provider could not sign in, so nothing was sent. Check the login arguments, the address of the token endpoint and its " +
			"certificate authority."},
	{is[*idm.NotSearchableError], "Ask the administrator of the service for the permission."},
	{is[*idm.PathError], "This external ID cannot be part of an address. Nothing was sent."},
	{is[*idm.LocationError], "The object exists. Find its external ID in the service, and import it."},
	{interrupted, "The run was interrupted before this was sent, or while it waited to be sent again. Nothing is lost: apply again."},
	{idm.Unsent, "The connection could not be made, so nothing was sent. Check base_url, the network and proxy_url, and run it again."},
	{onlyReads,
		"There was no complete response. The request only reads, so nothing was changed. Check base_url, the network and " +
			"request_timeout, and " +
			"run it again."},
	{func(err error) bool { return errors.Is(err, idm.ErrNoAnswer) },
		"There was no complete response. Check base_url, the network and request_timeout, and make a new plan: it shows what exists."},
}

// interrupted reports whether a call ended because the run was cancelled. The provider waits for the
// response to a write even then.
func interrupted(err error) bool { return errors.Is(err, context.Canceled) }

// onlyReads reports whether a request without a complete response changes nothing.
func onlyReads(err error) bool {
	request, ok := errors.AsType[*idm.NoAnswerError](err)
	return ok && (request.Method == http.MethodGet || request.Method == http.MethodHead)
}

// stopped returns the reason why a write stopped, or nil for any other error.
func stopped(err error) *write.Error {
	stop, _ := errors.AsType[*write.Error](err)
	return stop
}

// conflicts reports whether another writer changed an attribute of the update.
func conflicts(err error) bool {
	stop := stopped(err)
	return stop != nil && stop.Outcome == write.Conflict
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// outage is the remedy when the retry budget is spent.
const outage = "So many requests of this run have failed that the provider sends none again: each failure ends its operation at once, " +
	"so that a service in trouble is not hit harder. " +
	"Check that the service is up, and apply again then: the next plan shows what is left. If it works but often fails, lower " +
	"max_concurrent_requests or set requests_per_second."

// hint returns the remedy for the failure.
func (f Failure) hint() string {
	if stop := stopped(f.Err); stop != nil && stop.Refusal != nil {
		return ""
	}
	if missing := f.Release.missing(f.Noun); missing != "" && errors.Is(f.Err, idm.ErrNoOperation) {
		return missing
	}
	return f.inItsWords(hint(f.Err))
}

// queryWords and actionWords adapt a remedy that speaks of an apply to a query and an action.
var (
	queryWords = strings.NewReplacer("Apply again", "Run the query again", "Make a new plan and apply that one", "Run the query again",
		byCode["errors.noRecord"], "The client, or the object that the list belongs to, does not exist. Check the external IDs in the `list` block.")
	actionWords = strings.NewReplacer("Apply again", "Invoke the action again", "Make a new plan and apply that one",
		"Invoke the action again")
)

// inItsWords adapts a hint to the operation, because an apply repeats neither a query nor an action.
func (f Failure) inItsWords(hint string) string {
	switch {
	case f.Verb == listing:
		return queryWords.Replace(hint)
	case f.action && lost(f.Err):
		before, _, _ := strings.Cut(hint, "Apply again")
		return strings.TrimSpace(before) + " An action is never repeated by itself: look in the service before you invoke it again."
	case f.action:
		return actionWords.Replace(hint)
	}
	return hint
}

// hint returns the remedy for an error of the API client.
func hint(err error) string {
	switch {
	case is[*idm.NotSentError](err):
		return "This call changed nothing. Correct what the earlier failure shows, and apply again."
	case errors.Is(err, idm.ErrRetryBudget):
		return outage
	case errors.Is(err, idm.ErrUnauthorized):
		return byStatus[http.StatusUnauthorized]
	}
	answer, ok := errors.AsType[*idm.Error](err)
	if credentialExists(err) {
		return "The user has such a credential already. Remove it first, or leave it as it is."
	}
	if !ok || is[*GeneratedSecretError](err) {
		for _, kind := range byKind {
			if kind.is(err) {
				return kind.hint
			}
		}
		return ""
	}
	if way, ok := byCode[answer.Code()]; ok {
		return way
	}
	if way, ok := byStatus[answer.StatusCode]; ok {
		return way
	}
	return "The provider does not know this answer. If the configuration looks right, please report it with the log of TF_LOG=DEBUG."
}
