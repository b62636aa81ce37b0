package export

import "slices"

// form is what a value of a YAML file looks like.
type form int

const (
	isText form = iota
	isFlag
	// isFixed is a mapping with keys of the provider, isFree one with keys of the tenant.
	isFixed
	isFree
	// isRef is the key of another object, whose external id the resource takes.
	isRef
	isNumber
	// isTexts is a list of texts.
	isTexts
)

// field is a key of an object in a YAML file. Its attribute is that of the resource, its name the
// key, which differs only where it names another object.
type field struct {
	attribute, name string
	form            form
	// to is the section that a key refers to, keys are those of a fixed mapping.
	to   string
	keys []string
}

// section is a kind of object in the YAML files of the layout data.
type section struct {
	name, kind, noun string
	fields           []field
	required         []string
	// unnamed objects have no external id that another one could refer to.
	unnamed bool
}

var (
	languages  = []string{"en", "de", "fr", "it"}
	moments    = []string{"from", "to"}
	roomFields = []field{flags("client_global"), flags("unit_global"), flags("app_global"), flags("enterprise_role_global"),
		within("validity", moments)}
)

func plain(attribute string) field { return field{attribute: attribute, name: attribute} }

func flags(attribute string) field { return field{attribute: attribute, name: attribute, form: isFlag} }

func within(attribute string, keys []string) field {
	return field{attribute: attribute, name: attribute, form: isFixed, keys: keys}
}

func refers(attribute, name, to string) field {
	return field{attribute: attribute, name: name, form: isRef, to: to}
}

// sections are all sections, in the order in which they stand in a file.
var sections = []section{
	{name: "clients", kind: "idm_client", noun: "client", required: []string{"name"}, fields: []field{
		plain("ext_id"), plain("name"), within("display_name", languages), plain("remarks"), flags("deletion_protection"),
	}},
	{name: "policies", kind: "idm_policy", noun: "policy", required: []string{"policy_type"}, fields: []field{
		plain("ext_id"), plain("policy_type"), plain("name"), plain("description"), flags("default_policy"),
		{attribute: "parameters", name: "parameters", form: isFree},
	}},
	{name: "terms", kind: "idm_terms", noun: "version of the terms", required: []string{"name"}, fields: []field{
		plain("name"), flags("active"), flags("silent_acceptance"), plain("terms_version"), {attribute: "urls", name: "urls", form: isFree},
	}},
	{name: "property_definitions", kind: kindDefinition, noun: "definition of a property", required: []string{"scope", "name", "type"},
		unnamed: true, fields: []field{
			plain("scope"), plain("name"), refers("application_ext_id", "application", "applications"), flags("all_clients"), plain("type"),
			plain("description"), flags("encrypted"), flags("propagated"), flags("mandatory_on_gui"),
			{attribute: "string_max_len", name: "string_max_len", form: isNumber}, plain("string_regex"), plain("access_create"),
			plain("access_modify"), plain("uniqueness_scope"), within("display_name", languages),
			{attribute: "allowed_values", name: "allowed_values", form: isTexts},
		}},
	{name: "applications", kind: "idm_application", noun: "application", required: []string{"name"}, fields: []field{
		plain("ext_id"), plain("name"), plain("description"), plain("url"), flags("displayed"), within("display_name", languages),
	}},
	{name: "roles", kind: "idm_role", noun: "role", required: []string{"name"}, fields: []field{
		plain("ext_id"), refers("application_ext_id", "application", "applications"), plain("name"), plain("description"),
	}},
	{name: "enterprise_roles", kind: "idm_enterprise_role", noun: "enterprise role", required: []string{"name"}, fields: []field{
		plain("ext_id"), plain("name"), plain("description"), within("display_name", languages),
	}},
	{name: "users", kind: "idm_user", noun: "user", fields: []field{
		plain("ext_id"), plain("login_id"), plain("user_state"), plain("language_code"), flags("is_technical_user"),
		within("name", []string{"title", "first_name", "family_name"}), plain("sex"), plain("gender"), plain("birth_date"),
		within("address", []string{"country_code", "city", "postal_code", "addressline1", "addressline2", "street", "house_number",
			"dwelling_number", "post_office_box_text", "post_office_box_number", "locality"}),
		within("contacts", []string{"telephone", "telefax", "mobile", "email"}), within("validity", moments), plain("remarks"),
		plain("modification_comment"), plain("on_destroy"),
	}},
	// What is below a unit takes the external id from the file, so it must stand there.
	{name: "units", kind: "idm_unit", noun: "unit", required: []string{"ext_id"}, fields: []field{
		plain("ext_id"), refers("parent_unit_ext_id", "parent", "units"), plain("name"), plain("description"), plain("location"),
		within("display_name", languages), within("abbreviation", languages), flags("profileless"), plain("state"),
		within("validity", moments), plain("modification_comment"),
	}},
	{name: "profiles", kind: "idm_profile", noun: "profile", fields: []field{
		plain("ext_id"), refers("user_ext_id", "user", "users"), refers("unit_ext_id", "unit", "units"), plain("name"),
		plain("profile_state"), flags("is_default_profile"), plain("remarks"), plain("modification_comment"), within("validity", moments),
	}},
}

// named are the sections of objects that others refer to by their external id.
func named() []section {
	return slices.DeleteFunc(slices.Clone(sections), func(s section) bool { return s.unnamed })
}

// holder is where a resource stands that is written inside another one.
type holder struct {
	// owner is the type of the object that it belongs to, key where it stands there.
	owner, key string
}

// inside are the types that are written inside their owner.
var inside = map[string]holder{
	"idm_enterprise_role_members":           {"idm_enterprise_role", "roles"},
	"idm_enterprise_role_properties":        {"idm_enterprise_role", "properties"},
	"idm_user_properties":                   {"idm_user", "properties"},
	"idm_unit_properties":                   {"idm_unit", "properties"},
	"idm_profile_properties":                {"idm_profile", "properties"},
	"idm_authorization":                     {"idm_profile", "authorizations"},
	"idm_profile_authorizations":            {"idm_profile", "authorizations"},
	"idm_enterprise_authorization":          {"idm_profile", "enterprise_authorizations"},
	"idm_profile_enterprise_authorizations": {"idm_profile", "enterprise_authorizations"},
	"idm_authorization_properties":          {"idm_authorization", "properties"},
}

// keysOf are the keys that an object of a section may have.
func (s section) keysOf() []string {
	var keys []string
	for _, f := range s.fields {
		keys = append(keys, f.name)
		if f.form == isRef {
			keys = append(keys, f.attribute)
		}
	}
	return append(keys, s.nestedKeys()...)
}

// nestedKeys are those of what is written inside.
func (s section) nestedKeys() []string {
	switch s.kind {
	case "idm_enterprise_role":
		return []string{"roles", "role_ext_ids", "properties"}
	case "idm_user", "idm_unit":
		return []string{"properties"}
	case "idm_profile":
		return []string{"properties", "authorizations", "enterprise_authorizations"}
	}
	return nil
}

// sectionOf is the section of a type.
func sectionOf(kind string) section {
	for _, s := range sections {
		if s.kind == kind {
			return s
		}
	}
	return section{}
}

// DataAttributes are the attributes that the layout data sets, by type.
func DataAttributes() map[string][]string {
	all := map[string][]string{}
	for _, s := range sections {
		for _, f := range s.fields {
			all[s.kind] = append(all[s.kind], f.attribute)
		}
	}
	return all
}
