package sim

import (
	"strings"
)

// scopeNames maps the scope names of later releases to the stored ones.
var scopeNames = map[string]string{
	"APPLICATION_GLOBAL":             "onApplicationGlobal",
	"UNIT_GLOBAL":                    "onUnitGlobal",
	"PROFILE_GLOBAL":                 "onProfileGlobal",
	"PROFILE_FOR_APPLICATION_GLOBAL": "onProfileForAppGlobal",
	"PROFILE_FOR_APPLICATION":        "onProfileForApp",
	"ROLE_FOR_APPLICATION":           "onRoleForApp",
	"USER_GLOBAL":                    "onUserGlobal",
	"ENTERPRISE_ROLE_GLOBAL":         "onEnterpriseRoleGlobal",

	"CREDENTIAL_CERTIFICATE_GLOBAL":        "onCredentialCertificateGlobal",
	"CREDENTIAL_GENERIC_GLOBAL":            "onCredentialGenericGlobal",
	"CREDENTIAL_MOBILE_SIGNATURE_GLOBAL":   "onCredentialMobileSignatureGlobal",
	"CREDENTIAL_SAML_FEDERATION_GLOBAL":    "onCredentialSamlFederationGlobal",
	"CREDENTIAL_SECURITY_QUESTIONS_GLOBAL": "onCredentialSecurityQuestionsGlobal",
}

// typeNames maps the type names of later releases to the stored ones.
var typeNames = map[string]string{"STRING": "String", "ENUM": "Enum"}

func fillDefinition(t *tx, d doc) {
	setDefault(d, "propertyId", int64(len(t.data["propertyDefinitions"].byKey)+1))
	if name, ok := scopeNames[text(d, "scope")]; ok {
		d["scope"] = name
	}
	setDefault(d, "type", "String")
	if name, ok := typeNames[text(d, "type")]; ok {
		d["type"] = name
	}
	setDefault(d, "accessCreate", "READ_WRITE")
	setDefault(d, "accessModify", "READ_WRITE")
	for _, name := range []string{"encrypted", "propagated", "mandatoryOnGui"} {
		setDefault(d, name, false)
	}
}

func (t *tx) checkDefinition(d doc) {
	if text(d, "name") == "" {
		panic(refuse(codeInvalidData, "name is mandatory."))
	}
	scope := text(d, "scope")
	known := false
	for _, name := range scopeNames {
		known = known || name == scope
	}
	if !known && !t.fromService {
		panic(refuse(codeInvalidData, "scope %q is unknown.", scope))
	}
	forApp := strings.HasSuffix(scope, "ForApp")
	if forApp != (text(d, "applicationExtId") != "") {
		panic(refuse(codeInvalidData, "applicationExtId belongs to the scopes for one application, and only to them."))
	}
	if err := checkExpression(text(d, "stringRegex")); err != nil {
		panic(err)
	}
}

// definition finds the definition of a property. The client's own definition takes precedence over
// one for all clients.
func (t *tx) definition(client string, scope propertyScope, name string) *record {
	for _, c := range []string{client, ""} {
		if found := t.list("propertyDefinitions", "name", c, scope.name, scope.application, name); len(found) > 0 {
			return found[0]
		}
	}
	return nil
}
