package export

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

const moduleHeader = `# Makes resources of one YAML file: a block for each kind of object. idmctl export writes this module; edit the files
# in data.
#
# Objects refer to each other by their keys. The external ids of a kind are collected in a local first: a block that
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

variable "known" {
  description = "External ids of the objects of other files, by section and key."
  type        = any
  default     = {}
}

`

// module is the text of the module that turns a YAML file into resources.
func (e *exporter) module() []byte {
	var b strings.Builder
	b.WriteString(moduleHeader)
	b.WriteString(moduleLocals())
	b.WriteString(moduleProblems())
	for _, s := range sections {
		b.WriteString(moduleResource(s))
	}
	b.WriteString(moduleMembers)
	b.WriteString(e.moduleAssignments())
	b.WriteString(e.moduleGrants())
	b.WriteString(e.moduleProperties())
	return hclwrite.Format([]byte(b.String()))
}

// moduleLocals read the file and collect external ids.
func moduleLocals() string {
	var b strings.Builder
	b.WriteString("locals {\nfile = yamldecode(file(\"${path.root}/${var.file}\"))\n\n")
	for _, s := range sections {
		fmt.Fprintf(&b, "%s = merge(try(local.file.%s, {}), {})\n", s.name, s.name)
	}
	b.WriteString("\n# A grant stands below its profile, and has its key in its address too.\n")
	for _, grant := range []string{"authorizations", "enterprise_authorizations"} {
		fmt.Fprintf(&b, `%s = merge(flatten([for p, profile in local.profiles : [
for g, grant in merge(try(profile.%s, {}), {}) : { "${p}/${g}" = merge(grant, { profile = p, key = g }) }]])...)
`, grant, grant)
	}
	b.WriteString("\n# External ids by key.\n")
	for _, s := range sections {
		fmt.Fprintf(&b, "%s_ids = merge(try(var.known.%s, {}), { for key, object in %s.all : key => object.ext_id })\n", s.kind, s.name, s.kind)
	}
	b.WriteString("}\n\n")
	return b.String()
}

// moduleResource is the block of a section.
func moduleResource(s section) string {
	var b strings.Builder
	fmt.Fprintf(&b, "resource %q \"all\" {\nfor_each = local.%s\n\n", s.kind, s.name)
	for _, f := range s.fields {
		fmt.Fprintf(&b, "%s = %s\n", f.attribute, fieldValue(f))
	}
	b.WriteString("}\n\n")
	return b.String()
}

// fieldValue is the expression for an attribute.
func fieldValue(f field) string {
	switch {
	case f.form == isRef && f.attribute == "parent_unit_ext_id":
		// A block cannot refer to itself, so a unit of the same file is looked up in the file.
		return "try(each.value.parent_unit_ext_id, local.units[each.value.parent].ext_id, var.known.units[each.value.parent], null)"
	case f.form == isRef:
		return fmt.Sprintf("try(each.value.%s, local.%s_ids[each.value.%s], null)", f.attribute, sectionKind(f.to), f.name)
	case f.attribute == "displayed" || f.attribute == "profileless":
		return fmt.Sprintf("try(each.value.%s, false)", f.name)
	}
	return fmt.Sprintf("try(each.value.%s, null)", f.name)
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
  for_each = { for key, object in local.enterprise_roles : key => object if can(object.roles) || can(object.role_ext_ids) }

  enterprise_role_ext_id = local.idm_enterprise_role_ids[each.key]
  role_ext_ids = concat([for key in try(each.value.roles, []) : try(local.idm_role_ids[key], null)], try(each.value.role_ext_ids, []))
}

`

// moduleAssignments are the applications of the client.
func (e *exporter) moduleAssignments() string {
	if e.o.Grants == Authoritative {
		return `resource "idm_client_applications" "all" {
  for_each = toset(can(local.file.applications) ? ["all"] : [])

  application_ext_ids = [for key, object in local.applications : local.idm_application_ids[key] if try(object.assigned, false)]
}

`
	}
	return `resource "idm_client_application" "all" {
  for_each = { for key, object in local.applications : key => object if try(object.assigned, false) }

  application_ext_id = local.idm_application_ids[each.key]
}

`
}

// moduleGrants are the grants of profiles.
func (e *exporter) moduleGrants() string {
	const authorization = `client_global = try(%[1]s.client_global, false)
unit_global = try(%[1]s.unit_global, false)
app_global = try(%[1]s.app_global, false)
enterprise_role_global = try(%[1]s.enterprise_role_global, false)
validity = try(%[1]s.validity, null)
`
	if e.o.Grants == Authoritative {
		return `resource "idm_profile_authorizations" "all" {
for_each = { for key, object in local.profiles : key => object.authorizations if can(object.authorizations) }

profile_ext_id = local.idm_profile_ids[each.key]
authorizations = { for key, grant in merge(each.value, {}) : try(grant.role_ext_id, local.idm_role_ids[try(grant.role, key)], "?") => {
` + fmt.Sprintf(authorization, "grant") + `} }
}

resource "idm_profile_enterprise_authorizations" "all" {
for_each = { for key, object in local.profiles : key => object.enterprise_authorizations if can(object.enterprise_authorizations) }

profile_ext_id = local.idm_profile_ids[each.key]
enterprise_authorizations = { for key, grant in merge(each.value, {}) :
try(grant.enterprise_role_ext_id, local.idm_enterprise_role_ids[try(grant.enterprise_role, key)], "?") => {
validity = try(grant.validity, null)
} }
}

`
	}
	return `resource "idm_authorization" "all" {
for_each = local.authorizations

profile_ext_id = local.idm_profile_ids[each.value.profile]
role_ext_id = try(each.value.role_ext_id, local.idm_role_ids[try(each.value.role, each.value.key)], null)
` + fmt.Sprintf(authorization, "each.value") + `}

resource "idm_enterprise_authorization" "all" {
for_each = local.enterprise_authorizations

profile_ext_id = local.idm_profile_ids[each.value.profile]
enterprise_role_ext_id = try(each.value.enterprise_role_ext_id,
local.idm_enterprise_role_ids[try(each.value.enterprise_role, each.value.key)], null)
validity = try(each.value.validity, null)
}

`
}

// moduleProperties are the properties of each kind of object. What an export does not write is
// ignored for all objects of the kind: whether a value is a secret, or read-only, is a matter of
// its definition.
func (e *exporter) moduleProperties() string {
	paths := map[string]map[string]bool{}
	for _, r := range e.b.resources {
		for _, ignored := range r.ignored {
			if p, ok := ignored.(path); ok && p.key != "" {
				if paths[r.kind] == nil {
					paths[r.kind] = map[string]bool{}
				}
				paths[r.kind][(&printer{}).value(p)] = true
			}
		}
	}
	var b strings.Builder
	for _, owner := range []string{"idm_enterprise_role", "idm_user", "idm_unit", "idm_profile"} {
		kind := owner + "_properties"
		fmt.Fprintf(&b, `resource %q "all" {
for_each = { for key, object in local.%s : key => object.properties if try(object.properties, null) != null }

%s_ext_id = local.%s_ids[each.key]
properties = each.value

# Secrets have no place in a file of data.
lifecycle {
ignore_changes = [%s]
}
}

`, kind, sectionOf(owner).name, strings.TrimPrefix(owner, "idm_"), owner,
			strings.Join(append([]string{"sensitive_properties"}, slices.Sorted(maps.Keys(paths[kind]))...), ", "))
	}
	b.WriteString(e.authorizationProperties(slices.Sorted(maps.Keys(paths["idm_authorization_properties"]))))
	return b.String()
}

// authorizationProperties are those of authorizations; in an authoritative list a grant has no
// resource, so the file holds its external id beside them.
func (e *exporter) authorizationProperties(ignored []string) string {
	extID := "local.idm_authorization_ids[each.key]"
	ids := "locals {\nidm_authorization_ids = { for key, object in idm_authorization.all : key => object.ext_id }\n}\n\n"
	if e.o.Grants == Authoritative {
		extID, ids = "each.value.ext_id", ""
	}
	return ids + fmt.Sprintf(`resource "idm_authorization_properties" "all" {
for_each = { for key, object in local.authorizations : key => object if try(object.properties, null) != null }

profile_ext_id = local.idm_profile_ids[each.value.profile]
authorization_ext_id = %s
properties = each.value.properties

lifecycle {
ignore_changes = [%s]
}
}
`, extID, strings.Join(append([]string{"sensitive_properties"}, ignored...), ", "))
}
