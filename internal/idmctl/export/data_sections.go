package export

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// form is the form of a value in a YAML file.
type form int

const (
	isText form = iota
	isFlag
	// isFixed is a mapping with the keys of the provider, isFree a mapping with keys of the tenant.
	isFixed
	isFree
	// isRef is the key of another object; the resource gets its external ID.
	isRef
	isNumber
	// isTexts is a list of strings.
	isTexts
)

// field is a field of an object in a YAML file: attribute is the attribute of the resource, name
// the YAML key. They differ only in references to other objects.
type field struct {
	attribute, name string
	form            form
	// to is the section that a reference leads to; keys are the keys of a fixed mapping.
	to   string
	keys []string
}

// section is a type of object in the YAML files of the layout data.
type section struct {
	name, kind, noun string
	fields           []field
	required         []string
	// marks describes the keys with true or false that are no attribute of the resource.
	marks map[string]string
	// unnamed is set if the objects have no external ID to refer to.
	unnamed bool
}

var (
	languages  = []string{"en", "de", "fr", "it"}
	moments    = []string{"from", "to"}
	roomFields = append(roomFlags(), within("validity", moments))
)

func roomFlags() []field {
	var fields []field
	for _, attribute := range grants.RoomAttributes() {
		fields = append(fields, isFlag.of(attribute))
	}
	return fields
}

// of returns a field whose YAML key is the name of the attribute.
func (f form) of(attribute string) field {
	return field{attribute: attribute, name: attribute, form: f}
}

func within(attribute string, keys []string) field {
	return field{attribute: attribute, name: attribute, form: isFixed, keys: keys}
}

// isValidity reports whether a field has moments, or days with their first and last second.
func (f field) isValidity() bool { return f.form == isFixed && f.name == "validity" }

func refers(attribute, name, to string) field {
	return field{attribute: attribute, name: name, form: isRef, to: to}
}

// withPlain adds the sections of the plain types, and sets names and order from the object types.
func withPlain(all []section) []section {
	for _, t := range plainTypes {
		all = append(all, t.section)
	}
	for i, s := range all {
		t := objecttype.ByTypeName(s.kind)
		all[i].name, all[i].noun = t.Export.Key, t.Title
	}
	slices.SortFunc(all, func(a, b section) int {
		return cmp.Compare(objecttype.ByTypeName(a.kind).Export.Order, objecttype.ByTypeName(b.kind).Export.Order)
	})
	return all
}

// sections are all sections, in the order of the file.
var sections = withPlain([]section{
	{kind: kindClient, required: []string{"name"}, fields: []field{
		isText.of("ext_id"), isText.of("name"), within("display_name", languages), isText.of("remarks"), isFlag.of("deletion_protection"),
	}},
	{kind: kindDefinition, required: []string{"scope", "name", "type"},
		unnamed: true, fields: []field{
			isText.of("scope"), isText.of("name"), refers("application_ext_id", "application", "applications"), isFlag.of("all_clients"),
			isText.of("type"),
			isText.of("description"), isFlag.of("encrypted"), isFlag.of("propagated"), isFlag.of("mandatory_on_gui"),
			isNumber.of("string_max_len"), isText.of("string_regex"), isText.of("access_create"),
			isText.of("access_modify"), isText.of("uniqueness_scope"), within("display_name", languages),
			isTexts.of("allowed_values"),
		}},
	{kind: kindApplication, required: []string{"name"}, marks: map[string]string{"assigned": "Whether the client has the application."},
		fields: []field{
			isText.of("ext_id"), isText.of("name"), isText.of("description"), isText.of("url"), isFlag.of("displayed"),
			within("display_name", languages),
		}},
	{kind: kindRole, required: []string{"name"}, fields: []field{
		isText.of("ext_id"), refers("application_ext_id", "application", "applications"), isText.of("name"), isText.of("description"),
	}},
	{kind: kindEnterpriseRole, required: []string{"name"}, fields: []field{
		isText.of("ext_id"), isText.of("name"), isText.of("description"), within("display_name", languages),
	}},
	{kind: kindUser, fields: []field{
		isText.of("ext_id"), isText.of("login_id"), isText.of("user_state"), isText.of("language_code"), isFlag.of("is_technical_user"),
		within("name", []string{"title", "first_name", "family_name"}), isText.of("sex"), isText.of("gender"), isText.of("birth_date"),
		within("address", []string{"country_code", "city", "postal_code", "addressline1", "addressline2", "street", "house_number",
			"dwelling_number", "post_office_box_text", "post_office_box_number", "locality"}),
		within("contacts", []string{"telephone", "telefax", "mobile", "email"}), within("validity", moments), isText.of("remarks"),
		isText.of("modification_comment"), isText.of("on_destroy"),
	}},
	{kind: kindUnit, marks: map[string]string{"adopt": "Whether the unit may exist already. It is then taken over."}, fields: []field{
		isText.of("ext_id"), refers("parent_unit_ext_id", "parent", "units"), isText.of("name"), isText.of("description"),
		isText.of("location"),
		within("display_name", languages), within("abbreviation", languages), isFlag.of("profileless"), isText.of("state"),
		within("validity", moments), isText.of("modification_comment"),
	}},
	{kind: kindProfile, fields: []field{
		isText.of("ext_id"), refers("user_ext_id", "user", "users"), refers("unit_ext_id", "unit", "units"), isText.of("name"),
		isText.of("profile_state"), isFlag.of("is_default_profile"), isText.of("remarks"), isText.of("modification_comment"),
		within("validity", moments),
	}},
})

// named returns the sections whose objects have an external ID to refer to.
func named() []section {
	return slices.DeleteFunc(slices.Clone(sections), func(s section) bool { return s.unnamed })
}

// keysOf returns the keys that an object of a section can have.
func (s section) keysOf() []string {
	var keys []string
	for _, f := range s.fields {
		keys = append(keys, f.name)
		if f.form == isRef {
			keys = append(keys, f.attribute)
		}
	}
	return append(append(keys, s.nestedKeys()...), sortedKeys(s.marks)...)
}

// nestedKeys returns the keys of the objects written inside an object of the section.
func (s section) nestedKeys() []string {
	var keys []string
	for _, t := range rows {
		if "idm_"+t.Owner != s.kind || sectionOf(t.TypeName()).kind != "" || slices.Contains(keys, t.Export.Key) {
			continue
		}
		keys = append(keys, t.Export.Key)
		if t.Class == objecttype.Set && t.Single().Export.Order == 0 {
			keys = append(keys, t.Gives.Attr)
		}
	}
	return keys
}

// sectionOf returns the section of a type; the zero value if the type has none.
func sectionOf(kind string) section {
	for _, s := range sections {
		if s.kind == kind {
			return s
		}
	}
	return section{}
}

// DataAttributes returns the attributes that the layout data sets, by type.
func DataAttributes() map[string][]string {
	all := map[string][]string{}
	for _, s := range sections {
		for _, f := range s.fields {
			all[s.kind] = append(all[s.kind], f.attribute)
		}
	}
	return all
}
