package sim

import "net/http"

// CodeInfo is an error code of the service with its usual status.
type CodeInfo struct {
	Code   string
	Status int
}

// Codes lists the error codes in the reference of the service.
func Codes() []CodeInfo {
	codes := []CodeInfo{
		{codeNoRecord, http.StatusNotFound},
		{codeLocking, http.StatusConflict},
		{"errors.pessimisticLockingFailure", http.StatusConflict},
		{codeInsufficientRights, http.StatusForbidden},
		{"errors.invalidConfig", http.StatusInternalServerError},
		{"errors.fatalError", http.StatusInternalServerError},
		{"errors.unknownReason", http.StatusInternalServerError},
	}
	for _, code := range refusals {
		codes = append(codes, CodeInfo{code, http.StatusUnprocessableEntity})
	}
	return codes
}

// refusals are the codes for values that violate a rule.
var refusals = []string{
	codeNotActive, codeInvalidParameter, codeInvalidData, codeInconsistentData, codeDuplicateName, codeDuplicateValue,
	"errors.duplicateEmail", "errors.duplicateMobile", codeDependencies, codeDefaultEntity, codeRecordDeleted, codeReadOnly,
	"errors.missingReferenceData", "errors.tooManySearchResults", codePolicyViolation, "errors.pwdPolicyViolated",
	"errors.certificatePolicyViolated", "errors.identifierPolicyViolated", "errors.mtanFormatViolated", "errors.mtanFormatE164Violated",
	codeNotUnique, codeStringMaxLen, codeStringRegex, "errors.property.regexinv", "errors.passwordExists",
	"errors.tempStrongPasswordExists", "errors.safewordExists", "errors.securidExists", "errors.ticketExists", codeKerberosExists,
	codeCertificateExists, "errors.vascoExists", "errors.PUKExists", "errors.URLTicketExists", "errors.mobileSignatureExists",
	"errors.securityQuestionsExists", "errors.recoveryCodeExists", "errors.tooManyOTPCards", "errors.securityQuestionsMaxReached",
	"errors.urlTicketMissingURLPrefix", "errors.emailChannel", "errors.noSmtpConnection", "errors.SmtpNotConfigured",
}

// statusOf returns the usual status of a code, or 0 if the reference does not list it.
func statusOf(code string) int {
	for _, known := range Codes() {
		if known.Code == code {
			return known.Status
		}
	}
	return 0
}
