package permissions

import "slices"

var (
	viewProperties   = []string{"PropertyView", "PropertyValueView", "PropertyAllowedValueView"}
	changeProperties = []string{"PropertyValueCreate", "PropertyValueDelete", "PropertyValueModify"}
)

// resources has a row for every resource of the provider. Rights that go with an object's
// properties are named last.
var resources = map[string]Needs{
	"idm_application": {
		Read:   {"ApplicationView"},
		Create: {"ApplicationCreate"},
		Update: {"ApplicationModify"},
		Delete: {"ApplicationDelete"},
	},
	"idm_authorization": {
		Read:   {"AuthorizationView"},
		Create: {"AuthorizationCreate"},
		Update: {"AuthorizationModify"},
		Delete: {"AuthorizationDelete"},
	},
	"idm_authorization_properties": properties("AuthorizationView", "AuthorizationModify"),
	"idm_client": {
		Read:   {"ClientView"},
		Create: {"ClientCreate"},
		Update: {"ClientModify"},
		Delete: {"ClientDelete"},
	},
	"idm_client_application": {
		Read:   {"ClientView", "ApplicationView"},
		Create: {"ClientApplAssign"},
		Delete: {"ClientApplAssign"},
	},
	"idm_client_applications": {
		Read:   {"ClientView", "ApplicationView"},
		Create: {"ClientApplAssign"},
		Update: {"ClientApplAssign"},
		Delete: {"ClientApplAssign"},
	},
	"idm_certificate":      stateful(credential(), "CredentialChangeState"),
	"idm_context_password": credential(),
	"idm_generic_credential": {
		Read:             slices.Concat([]string{"CredentialView"}, viewProperties),
		Create:           {"CredentialCreate"},
		Update:           {"CredentialModify"},
		ChangeProperties: changeProperties,
		Delete:           {"CredentialDelete"},
	},
	"idm_kerberos_credential": credential(),
	"idm_saml_credential":     stateful(credential("CredentialChangeState"), "CredentialModify"),
	"idm_device_password":     credential(),
	"idm_password":            credential("CredentialChangeState"),
	"idm_enterprise_authorization": {
		Read:   {"EnterpriseAuthorizationView|ProfileView"},
		Create: {"EnterpriseAuthorizationCreate|ProfileModify"},
		Update: {"EnterpriseAuthorizationModify"},
		Delete: {"EnterpriseAuthorizationDelete"},
	},
	"idm_enterprise_role": {
		Read:   {"EnterpriseRoleView"},
		Create: {"EnterpriseRoleCreate"},
		Update: {"EnterpriseRoleModify"},
		Delete: {"EnterpriseRoleDelete"},
	},
	"idm_enterprise_role_member": {
		Read:   {"EnterpriseRoleView"},
		Create: {"EnterpriseRoleMemberCreate"},
		Delete: {"EnterpriseRoleMemberDelete"},
	},
	"idm_enterprise_role_members": {
		Read:   {"EnterpriseRoleView"},
		Create: {"EnterpriseRoleMemberCreate"},
		Update: {"EnterpriseRoleMemberCreate", "EnterpriseRoleMemberDelete"},
		Delete: {"EnterpriseRoleMemberDelete"},
	},
	"idm_policy": {
		Read:   {"PolicyView"},
		Create: {"PolicyCreate"},
		Update: {"PolicyModify"},
		Delete: {"PolicyDelete"},
	},
	"idm_profile": {
		Read:   {"ProfileView"},
		Create: {"ProfileCreate", "AuthorizationCreate"},
		Update: {"ProfileModify"},
		Move:   {"ProfileModify", "UnitView"},
		Delete: {"ProfileDelete"},
	},
	"idm_profile_authorizations": {
		Read:   {"AuthorizationView"},
		Create: {"AuthorizationCreate"},
		Update: {"AuthorizationCreate", "AuthorizationDelete", "AuthorizationModify"},
		Delete: {"AuthorizationDelete"},
	},
	"idm_profile_enterprise_authorizations": {
		Read:   {"EnterpriseAuthorizationView|ProfileView"},
		Create: {"EnterpriseAuthorizationCreate|ProfileModify"},
		Update: {"EnterpriseAuthorizationCreate|ProfileModify", "EnterpriseAuthorizationDelete", "EnterpriseAuthorizationModify"},
		Delete: {"EnterpriseAuthorizationDelete"},
	},
	"idm_property_definition": {
		Read:   {"PropertyView"},
		Create: {"PropertyCreate"},
		Update: {"PropertyModify"},
		Delete: {"PropertyDelete"},
	},
	"idm_role": {
		Read:   {"RoleView"},
		Create: {"ApplicationView", "RoleCreate"},
		Update: {"RoleModify"},
		Delete: {"RoleDelete"},
	},
	"idm_terms": {
		Read:   {"TermsView"},
		Create: {"TermsCreate"},
		Update: {"TermsModify"},
		Delete: {"TermsModify"},
	},
	"idm_unit": {
		Read:       {"UnitView"},
		Create:     {"UnitCreate"},
		CreateRoot: {"UnitCreate", "UnitCreateTopUnit"},
		Update:     {"UnitModify"},
		Move:       {"UnitModify"},
		MoveToRoot: {"UnitModify", "UnitCreateTopUnit"},
		Delete:     {"UnitDelete"},
	},
	"idm_unit_properties":            properties("UnitView", "UnitModify"),
	"idm_user_properties":            properties("UserView", "UserModify"),
	"idm_profile_properties":         properties("ProfileView", "ProfileModify"),
	"idm_enterprise_role_properties": properties("EnterpriseRoleView", "EnterpriseRoleModify"),
	"idm_user": {
		Read:            slices.Concat([]string{"UserView"}, viewProperties),
		Create:          {"UserCreate"},
		CreateNamed:     {"LoginIdOverride"},
		CreateTechnical: {"UserCreateTechUser"},
		Update:          {"UserModify"},
		Delete:          {"UserDelete"},
		Archive:         {"UserView", "UserArchive", "UserArchiveTechUser"},
	},
}

// dataSources are the reads of a whole tenant that no resource makes.
var dataSources = map[string][]string{
	"idm_client":               {"ClientView"},
	"idm_consents":             {"ConsentView"},
	"idm_credentials":          {"CredentialView"},
	"idm_enterprise_roles":     {"ClientView", "EnterpriseRoleView"},
	"idm_policies":             {"ClientView", "PolicyConfigurationView"},
	"idm_roles":                {"ApplicationView", "RoleView"},
	"idm_terms":                {"TermsView"},
	"idm_property_definitions": {"PropertyView", "PropertyAllowedValueView"},
	"idm_user":                 slices.Concat([]string{"UserView"}, viewProperties),
	"idm_user_profiles":        {"UserView", "ProfileView"},
	"idm_users":                slices.Concat([]string{"ClientView", "UserView"}, viewProperties),
}

// properties are the needs of the properties of an object that itself needs a right to be read and
// one to be changed.
func properties(view, modify string) Needs {
	change := slices.Concat([]string{modify}, changeProperties)
	return Needs{Read: slices.Concat([]string{view}, viewProperties), Create: change, Update: change, Delete: change}
}

// credential are the needs of a credential; more are those of its create beside the usual right.
func credential(more ...string) Needs {
	return Needs{
		Read: {"CredentialView"}, Create: slices.Concat([]string{"CredentialCreate"}, more), Update: {"CredentialModify"},
		Delete: {"CredentialDelete"},
	}
}

// stateful adds the needs of a create that chooses a state.
func stateful(needs Needs, more ...string) Needs {
	needs[CreateWithState] = more
	return needs
}
