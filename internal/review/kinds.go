package review

import "slices"

// The resource types that have a part of their own in the review.
const (
	typeUnit                    = "idm_unit"
	typeUnitProperties          = "idm_unit_properties"
	typeProfile                 = "idm_profile"
	typeAuthorization           = "idm_authorization"
	typeAuthorizationProperties = "idm_authorization_properties"
	typeEnterpriseAuthorization = "idm_enterprise_authorization"
	typeProfileAuthorizations   = "idm_profile_authorizations"
	typeProfileEnterprise       = "idm_profile_enterprise_authorizations"
	typeApplication             = "idm_client_application"
	typeApplications            = "idm_client_applications"
	typeApplicationItself       = "idm_application"
	typeRole                    = "idm_role"
	typeEnterpriseRole          = "idm_enterprise_role"
	typeMember                  = "idm_enterprise_role_member"
	typeMembers                 = "idm_enterprise_role_members"
	typeUser                    = "idm_user"
	typeClient                  = "idm_client"
	typeTerms                   = "idm_terms"

	typeUserProperties           = "idm_user_properties"
	typeProfileProperties        = "idm_profile_properties"
	typeEnterpriseRoleProperties = "idm_enterprise_role_properties"
)

// kind is what the review knows of a resource type. A type without a row, and a change of an
// attribute that its row says nothing of, is reported as not understood.
type kind struct {
	// noun is what people call such an object.
	noun string
	// self is the kind of name that the object has; "" when it has none of its own.
	self Kind
	// id is the attribute that identifies the object within its client or, with of, beside the object
	// that it belongs to.
	id string
	// of is the attribute that refers to whose it is; "" for none.
	of string
	// created and deleted are the rules that a create and a delete fall under. Of an object that the
	// ledger knows they are empty.
	created, deleted []string
	// attributes say what the change of each means.
	attributes map[string]attribute
	// others are the rules that a change of an attribute without a row falls under; without them it is
	// not understood.
	others []string
	// ledger is how the object enters the ledger of who has what; nil when it grants nothing.
	ledger *entryShape
}

// attribute is what the change of an attribute means.
type attribute struct {
	// rules are all that a change may fall under. A value that is sensitive or not known falls under
	// all of them.
	rules []string
	// which picks the rules of a change whose values are known; nil picks all.
	which func(before, after any, now clock) []string
	// refers is the kind of the object whose external id it holds; "" for other values.
	refers Kind
	// key reports that the attribute is a part of what identifies the object, so that it never changes
	// in place.
	key bool
	// ledger reports that the ledger compares the attribute.
	ledger bool
}

// of are the rules that a change falls under. What is sensitive or not known may be any of them.
func (a attribute) of(before, after any, now clock) []string {
	if a.which == nil || changesUndetermined(before, after) {
		return a.rules
	}
	return a.which(before, after, now)
}

// entryShape says which attribute of a resource holds what it gives: one holds the external id of a
// single thing, all the map or set of many.
type entryShape struct {
	gives    Kind
	one, all string
}

// keys are the attributes that identify an object of any type.
var keys = map[string]attribute{"id": {key: true}, "client_ext_id": {key: true}, "ext_id": {key: true}}

// attribute is the row of an attribute, and reports whether there is one.
func (k kind) attribute(name string) (attribute, bool) {
	if row, known := k.attributes[name]; known {
		return row, true
	}
	if row, known := keys[name]; known {
		return row, true
	}
	return attribute{rules: k.others}, len(k.others) > 0
}

// plain are rows of attributes whose change gives and takes nothing, beside those that are given.
func plain(rows map[string]attribute, names ...string) map[string]attribute {
	for _, name := range names {
		rows[name] = attribute{rules: []string{ruleAttribute}}
	}
	return rows
}

// renamed is the row of the name of what policies name.
func renamed() map[string]attribute {
	return map[string]attribute{"name": {rules: []string{ruleRename}}}
}

// compared are rows of attributes that the ledger compares; those that identify the object come
// first.
func compared(of attribute, names ...string) map[string]attribute {
	rows := map[string]attribute{"profile_ext_id": of}
	for _, name := range names {
		rows[name] = attribute{ledger: true}
	}
	return rows
}

// properties are rows of an object that holds the properties of another.
func propertiesOf(noun, id, of string, references map[string]attribute) kind {
	references["properties"] = attribute{rules: []string{ruleProperties}}
	references["sensitive_properties"] = references["properties"]
	return kind{noun: noun, id: id, of: of, created: []string{ruleProperties}, deleted: []string{ruleProperties}, attributes: references}
}

var (
	ofProfile = attribute{key: true, refers: Profile}
	ofUnit    = attribute{key: true, refers: Unit}

	ofEnterpriseRole = attribute{key: true, refers: EnterpriseRole}
)

// kinds is the one table of resource types. A type that gives no access needs its row and nothing
// else:
//
//	"idm_thing": {
//		noun: "thing", id: "ext_id", created: []string{ruleCreate}, deleted: []string{ruleDelete},
//		others: []string{ruleAttribute},
//	},
//
// One that gives access names, in ledger, the attribute that holds what it gives.
var kinds = map[string]kind{
	typeUnit: {
		noun: "unit", self: Unit, id: "ext_id", created: []string{ruleCreateUnit}, deleted: []string{ruleDeleteUnit},
		attributes: plain(map[string]attribute{
			"name":               {rules: []string{ruleRenameUnit}},
			"parent_unit_ext_id": {rules: []string{ruleMoveUnit}, refers: Unit},
			"state":              {rules: []string{ruleEnableUnit, ruleDisableUnit}, which: stateRules(ruleEnableUnit, ruleDisableUnit)},
			"validity":           {rules: unitValidity.all(), which: unitValidity.which},
		}, "profileless", "description", "location", "display_name", "abbreviation", "modification_comment"),
	},
	typeProfile: {
		noun: "profile", self: Profile, id: "ext_id", of: "user_ext_id", created: []string{ruleCreateProfile},
		deleted: []string{ruleDeleteProfile},
		attributes: plain(map[string]attribute{
			"user_ext_id":        {key: true, refers: User},
			"unit_ext_id":        {rules: []string{ruleMoveProfile}, refers: Unit},
			"profile_state":      {rules: []string{ruleEnableProfile, ruleDisableProfile}, which: stateRules(ruleEnableProfile, ruleDisableProfile)},
			"is_default_profile": {rules: []string{ruleDefaultProfile}},
			"validity":           {rules: profileValidity.all(), which: profileValidity.which},
		}, "name", "remarks", "modification_comment"),
	},
	typeAuthorization: {
		noun: "authorization", id: "ext_id", of: "profile_ext_id", ledger: &entryShape{gives: Role, one: "role_ext_id"},
		attributes: compared(ofProfile, "role_ext_id", "client_global", "unit_global", "app_global", "enterprise_role_global", "validity"),
	},
	typeEnterpriseAuthorization: {
		noun: "enterprise authorization", id: "ext_id", of: "profile_ext_id",
		ledger:     &entryShape{gives: EnterpriseRole, one: "enterprise_role_ext_id"},
		attributes: compared(ofProfile, "enterprise_role_ext_id", "validity"),
	},
	typeProfileAuthorizations: {
		noun: "authorizations of a profile", id: "profile_ext_id", of: "profile_ext_id", ledger: &entryShape{gives: Role, all: "authorizations"},
		attributes: compared(ofProfile, "authorizations"),
	},
	typeProfileEnterprise: {
		noun: "enterprise authorizations of a profile", id: "profile_ext_id", of: "profile_ext_id",
		ledger:     &entryShape{gives: EnterpriseRole, all: "enterprise_authorizations"},
		attributes: compared(ofProfile, "enterprise_authorizations"),
	},
	typeApplication: {
		noun: "application of a client", id: "application_ext_id", ledger: &entryShape{gives: App, one: "application_ext_id"},
		attributes: map[string]attribute{"application_ext_id": {ledger: true, refers: App}},
	},
	typeApplications: {
		noun: "applications of a client", ledger: &entryShape{gives: App, all: "application_ext_ids"},
		attributes: map[string]attribute{"application_ext_ids": {ledger: true}},
	},
	typeApplicationItself: {
		noun: "application", self: App, id: "ext_id", created: []string{ruleCreate}, deleted: []string{ruleDelete},
		attributes: plain(renamed(), "description", "url", "displayed", "display_name"),
	},
	typeRole: {
		noun: "role", self: Role, id: "ext_id", created: []string{ruleCreate}, deleted: []string{ruleDelete},
		attributes: plain(map[string]attribute{
			"application_ext_id": {key: true, refers: App}, "name": {rules: []string{ruleRename}},
		}, "description"),
	},
	typeEnterpriseRole: {
		noun: "enterprise role", self: EnterpriseRole, id: "ext_id", created: []string{ruleCreate}, deleted: []string{ruleDelete},
		attributes: plain(renamed(), "description", "display_name"),
	},
	"idm_context_password": credentialOf("context password", "context", "password_wo", "password_wo_version", "state_name",
		"policy_ext_id"),
	"idm_certificate": credentialOf("certificate", "certificate", "subject", "issuer", "fingerprint", "serial_number", "key_id",
		"state_name", "policy_ext_id"),
	"idm_generic_credential": credentialOf("generic credential", "identification", "properties", "sensitive_properties", "validity",
		"state_name", "policy_ext_id"),
	"idm_kerberos_credential": credentialOf("Kerberos credential", "kerberos_id", "state_name"),
	"idm_saml_credential": credentialOf("SAML credential", "subject_name_id", "subject_name_id_format", "issuer_name_id",
		"issuer_name_id_format", "state_name", "policy_ext_id"),
	"idm_password":        credentialOf("password", "password_wo", "password_wo_version", "state_name", "policy_ext_id"),
	"idm_device_password": credentialOf("device password", "password_wo", "password_wo_version", "state_name", "policy_ext_id"),
	typeMember: {
		noun: "role of an enterprise role", id: "role_ext_id", of: "enterprise_role_ext_id",
		ledger:     &entryShape{gives: MemberRole, one: "role_ext_id"},
		attributes: map[string]attribute{"enterprise_role_ext_id": ofEnterpriseRole, "role_ext_id": {ledger: true, refers: Role}},
	},
	typeMembers: {
		noun: "roles of an enterprise role", id: "enterprise_role_ext_id", of: "enterprise_role_ext_id",
		ledger:     &entryShape{gives: MemberRole, all: "role_ext_ids"},
		attributes: map[string]attribute{"enterprise_role_ext_id": ofEnterpriseRole, "role_ext_ids": {ledger: true}},
	},
	typeUser: {
		noun: "user", self: User, id: "ext_id", created: []string{ruleCreate}, deleted: []string{ruleDelete, ruleDeleteProfile},
		attributes: plain(map[string]attribute{
			"is_technical_user": {key: true},
			"login_id":          {rules: []string{ruleLogin}},
			"contacts":          {rules: []string{ruleLogin}},
			"user_state":        {rules: []string{ruleEnableUser, ruleDisableUser}, which: stateRules(ruleEnableUser, ruleDisableUser)},
			"validity":          {rules: userValidity.all(), which: userValidity.which},
		}, "language_code", "name", "sex", "gender", "birth_date", "address", "remarks", "modification_comment", "on_destroy"),
	},
	typeClient: {
		noun: "client", self: Client, id: "ext_id", created: []string{ruleCreate},
		deleted:    []string{ruleDelete, ruleDeleteUnit, ruleDeleteProfile, ruleUnassign},
		attributes: plain(map[string]attribute{}, "name", "display_name", "remarks", "deletion_protection"),
	},
	"idm_policy": {
		noun: "policy", id: "ext_id", created: []string{ruleCreate, rulePolicy}, deleted: []string{ruleDelete, rulePolicy},
		attributes: plain(map[string]attribute{
			"policy_type": {key: true}, "default_policy": {rules: []string{rulePolicy}}, "parameters": {rules: []string{rulePolicy}},
		}, "name", "description"),
	},
	"idm_property_definition": {
		noun: "property definition", id: "name", of: "scope", created: []string{ruleCreate}, deleted: []string{ruleDelete, ruleDeleteValues},
		attributes: plain(map[string]attribute{
			"scope": {key: true}, "name": {key: true}, "application_ext_id": {key: true, refers: App}, "all_clients": {key: true},
			"type": {key: true}, "property_id": {key: true}, "allowed_values": {rules: []string{ruleAttribute, ruleDeleteValues}, which: valueRules},
			"encrypted": {rules: []string{ruleProperties}}, "propagated": {rules: []string{ruleProperties}},
			"access_create": {rules: []string{ruleProperties}}, "access_modify": {rules: []string{ruleProperties}},
		}, "description", "mandatory_on_gui", "string_max_len", "string_regex", "uniqueness_scope", "display_name"),
	},
	typeTerms: {
		noun: "terms", id: "ext_id", created: []string{ruleCreate, ruleTerms}, deleted: []string{ruleDelete, ruleTerms},
		attributes: plain(map[string]attribute{
			"silent_acceptance": {key: true}, "active": {rules: []string{ruleTerms}}, "terms_version": {rules: []string{ruleTerms}},
			"urls": {rules: []string{ruleTerms}},
		}, "name"),
	},
	typeUserProperties: propertiesOf("properties of a user", "user_ext_id", "",
		map[string]attribute{"user_ext_id": {key: true, refers: User}}),
	typeProfileProperties: propertiesOf("properties of a profile", "profile_ext_id", "",
		map[string]attribute{"profile_ext_id": ofProfile}),
	typeEnterpriseRoleProperties: propertiesOf("properties of an enterprise role", "enterprise_role_ext_id", "",
		map[string]attribute{"enterprise_role_ext_id": ofEnterpriseRole}),
	typeUnitProperties: propertiesOf("properties of a unit", "unit_ext_id", "", map[string]attribute{"unit_ext_id": ofUnit}),
	typeAuthorizationProperties: propertiesOf("properties of an authorization", "authorization_ext_id", "profile_ext_id",
		map[string]attribute{"profile_ext_id": ofProfile, "authorization_ext_id": {key: true}}),
}

// credentialOf is the row of a type of credential: whoever knows its secret can log in as the user.
// Its attributes are those that differ without making it another one.
func credentialOf(noun string, names ...string) kind {
	rows := map[string]attribute{"user_ext_id": {key: true, refers: User}}
	for _, name := range names {
		rows[name] = attribute{rules: []string{ruleCredential}}
	}
	return kind{noun: noun, id: "ext_id", of: "user_ext_id", created: []string{ruleCredential}, deleted: []string{ruleCredential, ruleDelete},
		attributes: rows}
}

// valueRules are the rules of a change of the values that a property takes: what is no longer
// allowed is lost where an object holds it.
func valueRules(before, after any, _ clock) []string {
	was, _ := before.([]any)
	is, _ := after.([]any)
	if slices.ContainsFunc(was, func(value any) bool { return !slices.Contains(is, value) }) {
		return []string{ruleDeleteValues}
	}
	return []string{ruleAttribute}
}

// Types lists the resource types that the review knows.
func Types() []string { return sortedKeys(kinds) }

// Understands reports whether the review knows what a change of an attribute means.
func Understands(resourceType, attribute string) bool {
	_, known := kinds[resourceType].attribute(attribute)
	return known
}

// Keys reports whether an attribute is a part of what identifies an object, so that it never
// changes in place.
func Keys(resourceType, attribute string) bool {
	row, known := kinds[resourceType].attribute(attribute)
	return known && row.key
}
