package export

import (
	"fmt"
	"strings"
)

// moduleProblems writes checks that report errors in a file, with the file and the key, before a
// resource is planned.
func moduleProblems() string {
	var b strings.Builder
	b.WriteString("# The problems of the file, each with the file and the key.\nlocals {\n")
	b.WriteString(sectionProblems())
	names := []string{}
	for _, s := range sections {
		if len(s.fields) > 0 {
			fmt.Fprintf(&b, "\n%s_problems = concat(\n%s)\n", s.name, strings.Join(objectProblems(s), ",\n")+",\n")
			names = append(names, "local."+s.name+"_problems")
		}
	}
	for _, kind := range []string{"authorization", "enterprise_authorization"} {
		fmt.Fprintf(&b, "\n%ss_problems = concat(\n%s)\n", kind, strings.Join(grantProblems(kind), ",\n")+",\n")
		names = append(names, "local."+kind+"s_problems")
	}
	fmt.Fprintf(&b, "\nproblems = concat(local.file_problems, %s)\n}\n\n", strings.Join(names, ", "))
	b.WriteString("output \"ids\" {\ndescription = \"External IDs by section and key.\"\nvalue = {\n")
	for _, s := range named() {
		fmt.Fprintf(&b, "%s = local.%s_ids\n", s.name, s.kind)
	}
	b.WriteString(`}
}

# Depends on no resource, so that problems are reported even if something else fails.
output "problems" {
description = "Number of problems in the file. The plan fails if there are any."
value = length(local.problems)

precondition {
condition = length(local.problems) == 0
error_message = join("\n", local.problems)
}
}

`)
	return b.String()
}

func sectionProblems() string {
	var names []string
	for _, s := range sections {
		names = append(names, s.name)
	}
	names = append(names, undeclaredApplications)
	return fmt.Sprintf(`file_problems = concat(
can(keys(local.file)) ? [] : ["${var.file}: must be a mapping of sections"],
length(local.%[3]s) == length(try(local.file.%[3]s[*], [])) ? [] : ["${var.file}: %[3]s: must be a list of external IDs"],
[for key in setsubtract(try(keys(local.file), []), %[1]s) : "${var.file}: ${key}: there is no such section; the sections are %[2]s"],
)
`, quoteAll(names), strings.Join(names, ", "), undeclaredApplications)
}

func quoteAll(all []string) string {
	quotes := make([]string, len(all))
	for i, one := range all {
		quotes[i] = quote(one)
	}
	return "[" + strings.Join(quotes, ", ") + "]"
}

// objectProblems returns the expressions that check the objects of a section.
func objectProblems(s section) []string {
	known := s.keysOf()
	at := "${var.file}: " + s.name + ".${key}"
	all := []string{
		fmt.Sprintf(`[for key, object in local.%s : "%s: must be a mapping" if !can(keys(object))]`, s.name, at),
		fmt.Sprintf(`flatten([for key, object in local.%s : [for name in setsubtract(try(keys(object), []), %s) :
"%s.${name}: there is no such key; the keys are %s"]])`, s.name, quoteAll(known), at, strings.Join(known, ", ")),
	}
	for _, name := range s.required {
		all = append(all, fmt.Sprintf(`[for key, object in local.%s : "%s.%s: is missing" if try(object.%s, null) == null]`,
			s.name, at, name, name))
	}
	for _, f := range s.fields {
		all = append(all, fieldProblems(s, f, at)...)
	}
	if s.kind == kindUnit {
		all = append(all, unitProblems(at)...)
	}
	if s.kind == kindEnterpriseRole {
		all = append(all, fmt.Sprintf(`flatten([for key, object in local.%s : [for role in try(object.roles, []) :
"%s.roles: there is no role ${jsonencode(role)}" if !can(local.names.roles[role])]])`, s.name, at))
	}
	return all
}

// unitProblems returns the expressions that check the tree of units.
func unitProblems(at string) []string {
	return []string{
		`[for top in local.tops : "${var.file}: units.${top.key}.parent: is ${jsonencode(top.named)}, but that of ${local.top.key} is ` +
			`${jsonencode(local.top.named)}; the tops of a file are below the same unit of another file, or at the top"
if jsonencode(top.named) != jsonencode(local.top.named)]`,
		fmt.Sprintf(`flatten([for id, keys in local.unit_keys : [for key in slice(keys, 1, length(keys)) :
"%s.ext_id: is the external ID of ${keys[0]}, too"]])`, at),
	}
}

// fieldProblems returns the expressions that check one field.
func fieldProblems(s section, f field, at string) []string {
	switch f.form {
	case isRef:
		noun := strings.TrimPrefix(sectionKind(f.to), "idm_")
		return []string{fmt.Sprintf(`[for key, object in local.%[1]s : "%[2]s.%[3]s: there is no %[4]s ${jsonencode(object.%[3]s)}"
if try(object.%[3]s, null) != null && !can(local.names.%[5]s[object.%[3]s])]`,
			s.name, at, f.name, noun, f.to)}
	case isFixed:
		return []string{fmt.Sprintf(`flatten([for key, object in local.%[1]s : [for name in setsubtract(try(keys(object.%[3]s), []), %[4]s) :
"%[2]s.%[3]s.${name}: there is no such key; the keys are %[5]s"]])`, s.name, at, f.name, quoteAll(f.keys), strings.Join(f.keys, ", "))}
	case isFree:
		return nil
	}
	of := map[form]struct{ what, convert, otherwise string }{
		isText: {"a text", "tostring", "null"}, isFlag: {"true or false", "tobool", "null"}, isNumber: {"a number", "tonumber", "null"},
		isTexts: {"a list of texts", "toset", "[]"},
	}[f.form]
	return []string{fmt.Sprintf(`[for key, object in local.%s : "%s.%s: must be %s" if !can(%s(try(object.%s, %s)))]`,
		s.name, at, f.name, of.what, of.convert, f.name, of.otherwise)}
}

// grantProblems returns the expressions that check the grants of profiles.
func grantProblems(kind string) []string {
	role, to := "role", "roles"
	known := []string{"role", "role_ext_id", "ext_id", "properties"}
	for _, f := range roomFields {
		known = append(known, f.name)
	}
	if kind == "enterprise_authorization" {
		role, to = "enterprise_role", "enterprise_roles"
		known = []string{"enterprise_role", "enterprise_role_ext_id", "validity"}
	}
	at := "${var.file}: profiles.${object.profile}." + kind + "s.${object.key}"
	all := []string{
		fmt.Sprintf(`flatten([for object in values(local.%ss) : [for name in setsubtract(keys(object), %s) :
"%s.${name}: there is no such key; the keys are %s"]])`, kind, quoteAll(append([]string{"profile", "key"}, known...)), at,
			strings.Join(known, ", ")),
		fmt.Sprintf(`[for object in values(local.%[1]ss) : "%[2]s: there is no %[3]s ${jsonencode(try(object.%[3]s, object.key))}"
if try(object.%[3]s_ext_id, null) == null && !can(local.names.%[4]s[try(object.%[3]s, object.key)])]`,
			kind, at, role, to),
		fmt.Sprintf(`flatten([for object in values(local.%[1]ss) : [for name in setsubtract(try(keys(object.validity), []), ["from", "to"]) :
"%[2]s.validity.${name}: there is no such key; the keys are from, to"]])`, kind, at),
	}
	if kind == "authorization" {
		for _, f := range roomFields[:4] {
			all = append(all,
				fmt.Sprintf(`[for object in values(local.%ss) : "%s.%s: must be true or false" if !can(tobool(try(object.%s, null)))]`,
					kind, at, f.name, f.name))
		}
	}
	return all
}
