package sim

import (
	"fmt"
	"net/http"
	"strings"
)

// Codes of the service's errors, as in an error body.
const (
	codeNoRecord           = "errors.noRecord"
	codeLocking            = "errors.optimisticLockingFailure"
	codeNotActive          = "errors.credentialNotActive"
	codeInvalidParameter   = "errors.invalidParameter"
	codeInvalidData        = "errors.invalidData"
	codeInconsistentData   = "errors.inconsistentData"
	codeDuplicateName      = "errors.duplicateName"
	codeDuplicateValue     = "errors.duplicateValue"
	codeDependencies       = "errors.undeletedDependencies"
	codeDefaultEntity      = "errors.deleteDefaultEntityFailure"
	codeRecordDeleted      = "errors.recordDeleted"
	codeReadOnly           = "errors.modifyReadonlyData"
	codePolicyViolation    = "errors.policyViolation"
	codeNotUnique          = "errors.propertyUniquenessViolated"
	codeStringMaxLen       = "errors.property.stringmaxlen"
	codeStringRegex        = "errors.property.stringregex"
	codeInsufficientRights = "errors.insufficientRightsFunction"
	codeDataRoom           = "errors.insufficientRightsDataroom"
	codeUnauthorized       = "errors.unauthorized"
	codeMalformed          = "errors.malformedRequest"
	codeUnknownPath        = "errors.unknownPath"
	codeMethodNotAllowed   = "errors.methodNotAllowed"
	codeMediaType          = "errors.unsupportedMediaType"
)

// problem is one element of an error body.
type problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// apiError is an error returned by a handler: a status and the problems of its body, `{"errors":
// [{"code", "message"}]}`.
type apiError struct {
	status   int
	problems []problem
	header   http.Header
	// body replaces the usual body, unless it is nil.
	body doc
}

func (f *apiError) Error() string {
	texts := make([]string, len(f.problems))
	for i, p := range f.problems {
		texts[i] = p.Code + ": " + p.Message
	}
	return fmt.Sprintf("%d %s", f.status, strings.Join(texts, "; "))
}

func fail(status int, code, format string, args ...any) *apiError {
	return &apiError{status: status, problems: []problem{{code, fmt.Sprintf(format, args...)}}}
}

// refuse returns 422: the request is well-formed, but a rule forbids it.
func refuse(code, format string, args ...any) *apiError {
	return fail(http.StatusUnprocessableEntity, code, format, args...)
}

// malformed returns 400.
func malformed(format string, args ...any) *apiError {
	return fail(http.StatusBadRequest, codeMalformed, format, args...)
}

// noRecord returns 404 for an object of a client.
func noRecord(noun, id, client string) *apiError {
	return fail(http.StatusNotFound, codeNoRecord, "The %s with external ID %q does not exist in client %q.", noun, id, client)
}

// noGlobalRecord returns 404 for an object that belongs to no client.
func noGlobalRecord(noun, id string) *apiError {
	return fail(http.StatusNotFound, codeNoRecord, "The %s with external ID %q does not exist.", noun, id)
}
