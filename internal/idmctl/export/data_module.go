package export

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const moduleHeader = `# Turns one YAML file into resources, with a block for each kind of object. idmctl export writes this
# module; edit the files in data.
#
# Objects refer to each other by their keys. The external IDs of a kind are collected in a local first: a block that
# referred to all instances of another block would make the CLI compare each with each.

terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}

variable "file" {
  description = "Path of the YAML file, from the root."
  type        = string
}

variable "zone" {
  description = "The time zone of the days in the file, such as Europe/Zurich. A day is the first or the last second of a validity."
  type        = string
  default     = "UTC"
}

variable "max_removals" {
  description = "How many units one plan may delete: 10 or 5 % of them, whichever is more, unless set."
  type        = number
  default     = null
}

`

// module returns the text of the module that turns a YAML file into resources.
func (e *exporter) module() []byte {
	var b strings.Builder
	b.WriteString(moduleHeader)
	b.WriteString(moduleKnown())
	b.WriteString(moduleLocals())
	b.WriteString(e.moduleKeys())
	b.WriteString(moduleProblems())
	for _, s := range sections {
		if s.kind == kindUnit {
			b.WriteString(moduleTree(s))
			continue
		}
		b.WriteString(moduleResource(s))
	}
	b.WriteString(moduleMembers)
	b.WriteString(e.moduleAssignments())
	b.WriteString(e.moduleGrants())
	b.WriteString(e.moduleProperties())
	return hclwrite.Format([]byte(b.String()))
}

// referable returns the sections whose objects are the target of references.
func referable() []string {
	all := map[string]bool{}
	for _, s := range append(slices.Clone(sections),
		section{fields: []field{refers("", "", "roles"), refers("", "", "enterprise_roles")}}) {
		for _, f := range s.fields {
			if f.form == isRef {
				all[f.to] = true
			}
		}
	}
	return sortedKeys(all)
}

// moduleKnown declares the variable with the external IDs of other files.
func moduleKnown() string {
	var b strings.Builder
	b.WriteString(`# One map for each kind, so that an ID that is known after apply does not make the others unknown.
variable "known" {
description = "External IDs of the objects of other files, by section and key."
default = {}
type = object({
`)
	for _, section := range referable() {
		fmt.Fprintf(&b, "%s = optional(map(string), {})\n", section)
	}
	b.WriteString("})\n}\n\n")
	return b.String()
}

// moduleLocals reads the file and collects external IDs.
func moduleLocals() string {
	var b strings.Builder
	b.WriteString("locals {\nfile = provider::idm::document(file(\"${path.root}/${var.file}\"))\n\n" +
		"# A part of another form is empty here, and one of the problems below.\n")
	for _, s := range sections {
		fmt.Fprintf(&b, "%[1]s = { for key, object in try(merge(local.file.%[1]s, {}), {}) : key => try(merge(object, {}), {}) }\n", s.name)
	}
	fmt.Fprintf(&b, "\n# Applications of the client that no file declares.\n"+
		"%[1]s = can(keys(local.file.%[1]s)) ? [] : try([for id in local.file.%[1]s : tostring(id) if id != null], [])\n",
		undeclaredApplications)
	b.WriteString("\n# A grant is below its profile, and its key is a part of its address.\n")
	for _, grant := range []string{"authorizations", "enterprise_authorizations"} {
		fmt.Fprintf(&b, `%s = merge(flatten([for p, profile in local.profiles : [
for g, grant in try(merge(profile.%s, {}), {}) : { "${p}/${g}" = merge(try(merge(grant, {}), {}), { profile = p, key = g }) }]])...)
`, grant, grant)
	}
	b.WriteString("\n# External IDs by key.\n")
	for _, s := range named() {
		ids := fmt.Sprintf("{ for key, object in %s.all : key => object.ext_id }", s.kind)
		if s.kind == kindUnit {
			ids = "one(idm_unit_tree.all[*].ext_ids)"
		}
		if slices.Contains(referable(), s.name) {
			ids = fmt.Sprintf("merge(var.known.%s, %s)", s.name, ids)
		}
		fmt.Fprintf(&b, "%s_ids = %s\n", s.kind, ids)
	}
	b.WriteString("}\n\n")
	return b.String()
}

// moduleKeys writes the locals with the keys of each block and the keys that a reference can name.
func (e *exporter) moduleKeys() string {
	var b strings.Builder
	b.WriteString(`locals {
# The keys of each block. The CLI evaluates for_each again for each instance, so it holds no objects.
keys = {
`)
	for _, s := range sections {
		fmt.Fprintf(&b, "%s = { for key, object in local.%s : key => true }\n", s.kind, s.name)
	}
	where := func(kind, in, condition string) {
		fmt.Fprintf(&b, "%s = { for key, object in local.%s : key => true if %s }\n", kind, in, condition)
	}
	where(kindEnterpriseRoleMembers, "enterprise_roles", "can(object.roles) || can(object.role_ext_ids)")
	if e.o.Grants == Authoritative {
		where(kindProfileAuthorizations, "profiles", "can(object.authorizations)")
		where(kindProfileEnterpriseAuthorizations, "profiles", "can(object.enterprise_authorizations)")
	} else {
		b.WriteString("idm_client_application = merge({ for id in local.application_ext_ids : id => true },\n" +
			"{ for key, object in local.applications : key => true if try(tobool(object.assigned), false) })\n")
		b.WriteString("idm_authorization = { for key, object in local.authorizations : key => true }\n")
		b.WriteString("idm_enterprise_authorization = { for key, object in local.enterprise_authorizations : key => true }\n")
	}
	for _, owner := range owners {
		where(owner+"_properties", sectionOf(owner).name, "can(keys(object.properties))")
	}
	where(kindAuthorizationProperties, "authorizations", "can(keys(object.properties))")
	b.WriteString("}\n\n# The keys that a reference can use. They are known even if an ID is not.\nnames = {\n")
	for _, name := range referable() {
		fmt.Fprintf(&b, "%[1]s = merge({ for key, id in var.known.%[1]s : key => true }, local.keys.%[2]s)\n", name, sectionKind(name))
	}
	b.WriteString("}\n}\n\n")
	return b.String()
}

// moduleResource writes the resource block of a section.
func moduleResource(s section) string {
	var b strings.Builder
	fmt.Fprintf(&b, "resource %q \"all\" {\nfor_each = local.keys.%s\n\n", s.kind, s.kind)
	for _, f := range s.fields {
		fmt.Fprintf(&b, "%s = %s\n", f.attribute, fieldValue(s, f))
	}
	b.WriteString("}\n\n")
	return b.String()
}

// fieldValue returns the expression for an attribute.
func fieldValue(s section, f field) string {
	object := "local." + s.name + "[each.key]"
	switch {
	case f.form == isRef:
		return fmt.Sprintf("try(%[1]s.%[2]s, local.%[3]s_ids[%[1]s.%[4]s], null)", object, f.attribute, sectionKind(f.to), f.name)
	case f.attribute == "displayed" || f.attribute == "profileless":
		return fmt.Sprintf("try(tobool(%s.%s), false)", object, f.name)
	}
	return formValue(f, object)
}

// formValue returns the expression for a value of a form. A value of another form is absent, and one
// of the problems of the file.
func formValue(f field, object string) string {
	at := object + "." + f.name
	switch {
	case f.isValidity():
		return validityValue(at)
	case f.form == isFlag:
		return fmt.Sprintf("try(tobool(%s), null)", at)
	case f.form == isFixed || f.form == isFree:
		return fmt.Sprintf("try({ for name, text in %s : name => tostring(text) }, null)", at)
	case f.form == isTexts:
		return fmt.Sprintf("can(keys(%[1]s)) ? null : try([for text in %[1]s : tostring(text)], null)", at)
	case f.form == isNumber:
		return fmt.Sprintf("try(tonumber(%s), null)", at)
	}
	return fmt.Sprintf("try(tostring(%s), null)", at)
}

// validityValue returns the expression for a validity whose bounds are moments, or days with their
// first and last second.
func validityValue(at string) string {
	return fmt.Sprintf(`try({ for name, text in %s : name => !can(regex("^[0-9.-]+$", text)) ? tostring(text) :
name == "from" ? provider::idm::day_start(text, var.zone) : provider::idm::day_end(text, var.zone) }, null)`, at)
}

// moduleTree writes the units as one tree, below the unit that is above all of them.
func moduleTree(s section) string {
	var b strings.Builder
	b.WriteString(`# The units are one tree. Those that are below no other unit of the file are its tops.
locals {
unit_keys = { for key, unit in local.units : try(tostring(unit.ext_id), key) => key... }
unit_parents = { for key, unit in local.units : key => try(
local.unit_keys[unit.parent_unit_ext_id][0], can(unit.parent_unit_ext_id) ? null : can(local.units[unit.parent]) ? unit.parent : null) }
tops = [for key, unit in local.units : {
key = key
named = try(unit.parent_unit_ext_id, unit.parent, null)
above = try(unit.parent_unit_ext_id, var.known.units[unit.parent], null)
} if local.unit_parents[key] == null]
top = try(local.tops[0], { key = null, named = null, above = null })
adopted = [for key, unit in local.units : key if try(tobool(unit.adopt), false)]
}

resource "idm_unit_tree" "all" {
count = length(local.units) > 0 ? 1 : 0

parent_unit_ext_id = local.top.above
adopt = length(local.adopted) > 0 ? local.adopted : null
max_removals = var.max_removals
units = { for key, unit in local.units : key => {
# The keys of the state after an import.
ext_id = try(tostring(unit.ext_id), key) == key ? null : unit.ext_id
parent = local.unit_parents[key]
`)
	for _, f := range s.fields {
		if f.attribute != "ext_id" && f.form != isRef {
			fmt.Fprintf(&b, "%s = %s\n", f.attribute, elementValue(f))
		}
	}
	b.WriteString("} }\n}\n\n")
	return b.String()
}

// elementValue returns the expression for an argument of an element, whose type the CLI does not
// convert.
func elementValue(f field) string {
	if f.attribute == "profileless" {
		return "try(tobool(unit.profileless), false)"
	}
	return formValue(f, "unit")
}

func sectionKind(name string) string {
	for _, s := range sections {
		if s.name == name {
			return s.kind
		}
	}
	return ""
}

const moduleMembers = `resource "idm_enterprise_role_members" "all" {
  for_each = local.keys.idm_enterprise_role_members

  enterprise_role_ext_id = local.idm_enterprise_role_ids[each.key]
  role_ext_ids = concat(try([for key in local.enterprise_roles[each.key].roles : try(local.idm_role_ids[key], null)], []),
    try([for id in local.enterprise_roles[each.key].role_ext_ids : tostring(id)], []))
}

`

// undeclaredApplications is the YAML key for the external IDs of assigned applications that no file
// declares.
const undeclaredApplications = "application_ext_ids"

// moduleAssignments writes the assignments of applications to the client.
func (e *exporter) moduleAssignments() string {
	if e.o.Grants == Authoritative {
		return `resource "idm_client_applications" "all" {
  for_each = toset(can(local.file.applications) || length(local.application_ext_ids) > 0 ? ["all"] : [])

  application_ext_ids = concat(local.application_ext_ids,
    [for key, object in local.applications : local.idm_application_ids[key] if try(tobool(object.assigned), false)])
}

`
	}
	return `resource "idm_client_application" "all" {
  for_each = local.keys.idm_client_application

  application_ext_id = try(local.idm_application_ids[each.key], each.key)
}

`
}

// moduleGrants writes the grants of profiles.
func (e *exporter) moduleGrants() string {
	var authorization strings.Builder
	for _, attribute := range grants.RoomAttributes() {
		fmt.Fprintf(&authorization, "%s = try(tobool(%%[1]s.%[1]s), false)\n", attribute)
	}
	authorization.WriteString("validity = " + validityValue("%[1]s.validity") + "\n")
	if e.o.Grants == Authoritative {
		return `resource "idm_profile_authorizations" "all" {
for_each = local.keys.idm_profile_authorizations

profile_ext_id = local.idm_profile_ids[each.key]
authorizations = { for key, grant in try(merge(local.profiles[each.key].authorizations, {}), {}) : try(tostring(grant.role_ext_id), local.idm_role_ids[try(grant.role, key)]) => {
` + fmt.Sprintf(authorization.String(), "grant") + `} if can(tostring(grant.role_ext_id)) || can(local.idm_role_ids[try(grant.role, key)]) }
}

resource "idm_profile_enterprise_authorizations" "all" {
for_each = local.keys.idm_profile_enterprise_authorizations

profile_ext_id = local.idm_profile_ids[each.key]
enterprise_authorizations = { for key, grant in try(merge(local.profiles[each.key].enterprise_authorizations, {}), {}) :
try(tostring(grant.enterprise_role_ext_id), local.idm_enterprise_role_ids[try(grant.enterprise_role, key)]) => {
validity = ` + validityValue("grant.validity") + `
} if can(tostring(grant.enterprise_role_ext_id)) || can(local.idm_enterprise_role_ids[try(grant.enterprise_role, key)]) }
}

`
	}
	return `resource "idm_authorization" "all" {
for_each = local.keys.idm_authorization

profile_ext_id = local.idm_profile_ids[local.authorizations[each.key].profile]
role_ext_id = try(local.authorizations[each.key].role_ext_id, local.idm_role_ids[try(local.authorizations[each.key].role, local.authorizations[each.key].key)], null)
` + fmt.Sprintf(authorization.String(), "local.authorizations[each.key]") + `}

resource "idm_enterprise_authorization" "all" {
for_each = local.keys.idm_enterprise_authorization

profile_ext_id = local.idm_profile_ids[local.enterprise_authorizations[each.key].profile]
enterprise_role_ext_id = try(local.enterprise_authorizations[each.key].enterprise_role_ext_id,
local.idm_enterprise_role_ids[try(local.enterprise_authorizations[each.key].enterprise_role, local.enterprise_authorizations[each.key].key)], null)
validity = ` + validityValue("local.enterprise_authorizations[each.key].validity") + `
}

`
}

// owners are the types of sections whose objects have properties.
var owners = slices.DeleteFunc(kindsOf(sections), func(kind string) bool { return objecttype.ByTypeName(kind+"_properties") == nil })

func kindsOf(all []section) []string {
	kinds := make([]string, len(all))
	for i, s := range all {
		kinds[i] = s.kind
	}
	return kinds
}

// moduleProperties writes the properties of each type of object. A property that the export leaves
// out for one object is ignored for all objects of the type, because its definition decides whether
// it is secret or read-only.
func (e *exporter) moduleProperties() string {
	paths := map[string]map[string]bool{}
	for _, r := range e.b.resources {
		for _, ignored := range r.ignored {
			if p, ok := ignored.(path); ok && p.key != "" {
				put(paths, r.kind, (&printer{}).value(p), true)
			}
		}
	}
	var b strings.Builder
	for _, owner := range owners {
		kind := owner + "_properties"
		fmt.Fprintf(&b, `resource %[1]q "all" {
for_each = local.keys.%[1]s

%[2]s_ext_id = local.%[3]s_ids[each.key]
properties = try({ for name, text in local.%[4]s[each.key].properties : name => tostring(text) }, {})

# Secrets have no place in a file of data.
lifecycle {
ignore_changes = [%[5]s]
}
}

`, kind, strings.TrimPrefix(owner, "idm_"), owner, sectionOf(owner).name,
			strings.Join(append([]string{"sensitive_properties"}, slices.Sorted(maps.Keys(paths[kind]))...), ", "))
	}
	b.WriteString(e.authorizationProperties(slices.Sorted(maps.Keys(paths[kindAuthorizationProperties]))))
	return b.String()
}

// authorizationProperties writes the properties of authorizations. In the authoritative form a
// grant has no resource of its own, so the file holds its external ID next to its properties.
func (e *exporter) authorizationProperties(ignored []string) string {
	extID := "local.idm_authorization_ids[each.key]"
	ids := "locals {\nidm_authorization_ids = { for key, object in idm_authorization.all : key => object.ext_id }\n}\n\n"
	if e.o.Grants == Authoritative {
		extID, ids = "local.authorizations[each.key].ext_id", ""
	}
	return ids + fmt.Sprintf(`resource "idm_authorization_properties" "all" {
for_each = local.keys.idm_authorization_properties

profile_ext_id = local.idm_profile_ids[local.authorizations[each.key].profile]
authorization_ext_id = %s
properties = try({ for name, text in local.authorizations[each.key].properties : name => tostring(text) }, {})

lifecycle {
ignore_changes = [%s]
}
}
`, extID, strings.Join(append([]string{"sensitive_properties"}, ignored...), ", "))
}
