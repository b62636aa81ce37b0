package diagnostics

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// byCode holds the remedies by error code; byStatus applies to errors without one.
var byCode = map[string]string{
	"errors.credentialNotActive": "The credential is not in an active state. Activate it, or use another one.",
	"errors.insufficientRightsFunction": "The caller lacks the permission for this operation. Ask the administrator of the " +
		"service for it; " +
		"the Permissions guide lists the permissions of each operation.",
	"errors.optimisticLockingFailure": "Another writer changed the object after the plan, so nothing was changed now. Plan again, " +
		"review the " +
		"other change, and apply.",
	"errors.pessimisticLockingFailure": "Another transaction has locked the object. Try again in a moment.",
	"errors.duplicateName": "Another object in the same place already has this name. Choose another name, or import that " +
		"object.",
	"errors.duplicateValue": "Another object already has this external ID or value. Choose another one, or import that object.",
	"errors.undeletedDependencies": "Other objects still depend on this one, such as the subunits or profiles of a unit, or the " +
		"credentials that follow a policy. Move, replace or destroy them in an earlier apply.",
	"errors.deleteDefaultEntityFailure": "This is a default object of the client, which the service never deletes. To stop managing " +
		"it, use a `removed` block with `destroy = false`. To replace a default policy, give the new one another ext_id, and set " +
		"create_before_destroy = true in its lifecycle.",
	"errors.modifyReadonlyData": "This value is read-only in the service. Remove it from the configuration.",
	"errors.recordDeleted":      "The object has been archived or deleted, and can no longer be changed. Plan again.",
	"errors.noRecord": "The object, or one that the request names, does not exist in this client. Check the external IDs and " +
		"client_ext_id. Refer to objects in this configuration by attribute, such as idm_unit.sales.ext_id, so that Terraform creates " +
		"them first. The units of one for_each cannot do that: declare them as one idm_unit_tree. After a reference by text, apply again.",
	"errors.missingReferenceData": "An object that the request names does not exist. Check the external IDs.",
	"errors.policyViolation":      "A policy of the client rejects the value. Ask the administrator of the service for its rules.",
	"errors.identifierPolicyViolated": "The client's naming policy rejects the name or login ID. Ask the administrator of the service " +
		"for its rules.",
	"errors.pwdPolicyViolated": "The client's password policy rejects the password. Ask the administrator of the service for its " +
		"rules.",
	"errors.certificatePolicyViolated": "The client's certificate policy rejects the certificate. Ask the administrator of the service " +
		"for its rules.",
	"errors.invalidParameter": "A value or referenced object is not valid for this operation, such as a disabled unit for a profile. " +
		"The message below names it; correct the configuration.",
	"errors.inconsistentData": "Two values contradict each other. The message below names them; correct one of them in the " +
		"configuration.",
	"errors.kerberosExists": "A Kerberos credential of the client has this principal already, possibly of another user. Choose another " +
		"principal, or delete that credential first.",
	"errors.duplicateEmail":     "Another user already has this email address. Choose another one.",
	"errors.duplicateMobile":    "Another user already has this mobile number. Choose another one.",
	"errors.mtanFormatViolated": "The mobile number does not have the form that the service requires. Correct it in the configuration.",
	"errors.mtanFormatE164Violated": "The mobile number must have the international form, such as +41791234567. Correct it in the " +
		"configuration.",
	"errors.propertyUniquenessViolated": "Another object has this value of the property, which must be unique. Choose another value.",
	"errors.property.stringmaxlen": "The value of the property is longer than its definition allows; idm_property_definitions shows " +
		"the limit. Shorten it in the configuration.",
	"errors.property.stringregex": "The value of the property does not match the expression of its definition, which " +
		"idm_property_definitions shows. Correct it in the configuration.",
	"errors.property.regexinv": "The property definition has an invalid regular expression, so the service rejects every value. Ask an " +
		"administrator to correct the definition.",
	"errors.tooManySearchResults":        "The search matches too many objects. Add filters.",
	"errors.tooManyOTPCards":             "The user has the maximum number of these credentials. Delete one first.",
	"errors.securityQuestionsMaxReached": "The user has the maximum number of security questions. Delete one first.",
	"errors.urlTicketMissingURLPrefix":   "The policy for URL tickets has no URL prefix. Ask an administrator to add one in the service.",
	"errors.emailChannel":                "The service could not send the email. Ask its operator to check the mail settings.",
	"errors.noSmtpConnection":            "The service could not reach its mail server. Ask its operator to check the mail settings.",
	"errors.SmtpNotConfigured":           "The service has no mail server. Ask its operator to configure one.",
	"errors.invalidConfig":               "The service is misconfigured. Ask its operator to correct this; its log shows the reason.",
}

// byStatus holds the remedies by status, for responses whose code has no remedy.
var byStatus = map[int]string{
	http.StatusBadRequest: "The service could not parse the request. If the configuration is correct, report this with the " +
		"TF_LOG=DEBUG log.",
	http.StatusUnauthorized: "The service does not accept the login. Check the provider's login arguments or their environment " +
		"variables: a token may have expired.",
	http.StatusForbidden: "The caller lacks the permission, or its data room does not include the object. Ask your administrator; " +
		"the Permissions guide lists the permissions of each operation.",
	http.StatusNotFound: "The service does not know this path. Check base_url (it is the address before /core/v1) and " +
		"client_ext_id.",
	http.StatusMethodNotAllowed: "This address does not have the operation. Check base_url. If it is correct, the service is too old: " +
		"upgrade it.",
	http.StatusConflict:             "The request conflicts with the current state of the object. Plan and apply again.",
	http.StatusUnsupportedMediaType: "The service rejected the content type. Check that base_url is the address of the service itself.",
	http.StatusUnprocessableEntity:  "The service rejected a value. The message below names it; correct it in the configuration.",
	http.StatusTooManyRequests: "The service limits the rate of requests. Set requests_per_second or a lower max_concurrent_requests in " +
		"the provider block. Try again later.",
	http.StatusInternalServerError: "The service failed. Try again. If the error persists, ask its operator to check the log.",
	http.StatusBadGateway:          "A gateway in front of the service failed. Try again.",
	http.StatusServiceUnavailable:  "The service is not available. Try again later.",
	http.StatusGatewayTimeout: "A gateway in front of the service timed out. Try again; the next plan shows the " +
		"remaining changes.",
	http.StatusRequestEntityTooLarge: "The request is too large for the service, or a gateway. Shorten its values.",
}

// byKind holds the remedies for errors other than responses of the service, and for responses that
// their code does not explain.
var byKind = []struct {
	is   func(error) bool
	hint string
}{
	{is[*idm.NotSentError], "This call changed nothing. Correct what the earlier failure shows, and try again."},
	{isA(idm.ErrUnauthorized), byStatus[http.StatusUnauthorized]},
	{connection.FromProxy, connection.ProxyRemedy},
	{foreignPage,
		"The refusal is a page, and not a response of the service: a proxy, a gateway or a login page in between answered. Check " +
			"base_url, and the proxy in proxy_url or HTTPS_PROXY."},
	{credentialExists, "The user already has a credential of this type. Delete it first, or import it."},
	{is[*GeneratedSecretError], GeneratedHint},
	{conflicts, "Plan again, review the other change, and apply."},
	{is[*idm.ItemError],
		"The service returned an object in a form that the API does not have. Correct the object in the service."},
	{is[*idm.BadResponseError],
		"The response is not from the service, but from a proxy or a login page, for example. Check base_url and proxy_url."},
	{is[*idm.RedirectError],
		"The login is never sent to another address. Set base_url to the final address of the service."},
	{is[*idm.LoginError],
		"The provider could not sign in, so nothing was sent. Check the login arguments, the address of the token endpoint and its " +
			"certificate authority."},
	{is[*idm.NotSearchableError], "Ask the administrator of the service for the permission."},
	{is[*idm.PathError], "This external ID cannot be part of an address. Nothing was sent."},
	{is[*idm.LocationError], "The object exists. Find its external ID in the service, and import it."},
	{interrupted, "The run was interrupted before the request was sent, or before a retry. Nothing is lost: try again."},
	{idm.Unsent, "The provider could not connect, so nothing was sent. Check base_url, the network and proxy_url, and run it again."},
	{onlyReads,
		"There was no complete response. The request only reads, so nothing was changed. Check base_url, the network and " +
			"request_timeout, and run it again."},
	{isA(idm.ErrNoResponse),
		"There was no complete response. Check base_url, the network and request_timeout, and make a new plan: it shows what exists."},
}

// interrupted reports whether a call ended because the run was cancelled. The provider waits for
// the response to a write even then.
func interrupted(err error) bool { return errors.Is(err, context.Canceled) }

// onlyReads reports whether a request without a complete response changes nothing.
func onlyReads(err error) bool {
	request, ok := errors.AsType[*idm.NoResponseError](err)
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

// isA returns a function that reports whether an error is another one.
func isA(other error) func(error) bool {
	return func(err error) bool { return errors.Is(err, other) }
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// hint returns the remedy for the failure.
func (f Failure) hint() string {
	if stop := stopped(f.Err); stop != nil && stop.Refusal != nil {
		return ""
	}
	if missing := f.Release.missing(f.Noun); missing != "" && errors.Is(f.Err, idm.ErrNoOperation) {
		return missing
	}
	switch {
	case f.Verb == listing && errors.Is(f.Err, idm.ErrNoRecord):
		return "The client, or the object that the list belongs to, does not exist. Check the external IDs in the `list` block."
	case f.Action && Lost(f.Err) && !interrupted(f.Err):
		return "The provider never retries an action: check the service before you invoke it again."
	}
	return hint(f.Err)
}

// hint returns the remedy for an error of the API client.
func hint(err error) string {
	for _, kind := range byKind {
		if kind.is(err) {
			return kind.hint
		}
	}
	response, ok := errors.AsType[*idm.Error](err)
	if !ok {
		return ""
	}
	return cmp.Or(byCode[response.Code()], byStatus[response.StatusCode],
		"The provider does not know this response. If the configuration is correct, report it with the TF_LOG=DEBUG log.")
}
