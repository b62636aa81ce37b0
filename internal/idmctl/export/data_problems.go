package export

import (
	"fmt"
	"slices"
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
	lists := append(slices.Clone(names), undeclaredApplications)
	return fmt.Sprintf(`file_problems = concat(
local.file == null || can(keys(local.file)) ? [] : ["${var.file}: must be a mapping of sections"],
[for name in %[4]s : "${var.file}: ${name}: must be a mapping, with a key for each object" if !can(merge(try(local.file[name], {}), {}))],
%[5]s ? ["${var.file}: %[3]s: must be a list of external IDs"] : [],
[for key in setsubtract(try(keys(local.file), []), %[1]s) : "${var.file}: ${key}: there is no such section; the sections are %[2]s"],
)
`, quoteAll(lists), strings.Join(lists, ", "), undeclaredApplications, quoteAll(names), notTexts("local.file."+undeclaredApplications))
}

// notTexts returns the condition that a value is neither absent nor a list of texts.
func notTexts(at string) string {
	return fmt.Sprintf("try(%[1]s, null) != null && "+
		"(can(keys(%[1]s)) || !can([for text in %[1]s : length(text) > 0 ? tostring(text) : keys(text)]))", at)
}

// notMapping returns the condition that a value is neither absent nor a mapping of texts.
func notMapping(at string) string {
	return fmt.Sprintf("try(%[1]s, null) != null && !can({ for name in keys(%[1]s) : name => tostring(%[1]s[name]) })", at)
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
		fmt.Sprintf(`[for key, object in try(merge(local.file.%s, {}), {}) : "%s: must be a mapping" if !can(merge(object, {}))]`, s.name, at),
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
	for _, key := range s.nestedKeys() {
		all = append(all, nestedProblems(s, key, at))
	}
	for mark := range s.marks {
		all = append(all, fieldProblems(s, isFlag.of(mark), at)...)
	}
	if s.kind == kindEnterpriseRole {
		all = append(all, fmt.Sprintf(`flatten([for key, object in local.%s : [for role in try([for role in object.roles : tostring(role)], []) :
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

// nestedProblems returns the expression that checks the form of the objects inside an object.
func nestedProblems(s section, key, at string) string {
	condition, what := fmt.Sprintf("!can(merge(try(object.%s, {}), {}))", key), "a mapping, with a key for each grant"
	switch key {
	case "properties":
		condition, what = notMapping("object.properties"), "a mapping of texts"
	case "roles", "role_ext_ids":
		condition, what = notTexts("object."+key), "a list of texts"
	}
	return fmt.Sprintf(`[for key, object in local.%s : "%s.%s: must be %s" if %s]`, s.name, at, key, what, condition)
}

// fieldProblems returns the expressions that check one field of a section.
func fieldProblems(s section, f field, at string) []string {
	return formProblems("key, object in local."+s.name, f, at)
}

// formProblems returns the expressions that check one field of the objects of a loop.
func formProblems(loop string, f field, at string) []string {
	wrong := func(what, condition string) string {
		return fmt.Sprintf(`[for %s : "%s.%s: must be %s" if %s]`, loop, at, f.name, what, condition)
	}
	object := "object." + f.name
	switch f.form {
	case isRef:
		noun := strings.TrimPrefix(sectionKind(f.to), "idm_")
		return []string{
			fmt.Sprintf(`[for %[1]s : "%[2]s.%[3]s: there is no %[4]s ${jsonencode(object.%[3]s)}; write a key of %[5]s, `+
				`or an external ID as %[6]s" if try(object.%[3]s, null) != null && !can(local.names.%[5]s[object.%[3]s])]`,
				loop, at, f.name, noun, f.to, f.attribute),
			formProblems(loop, isText.of(f.attribute), at)[0],
		}
	case isFixed:
		all := []string{wrong("a mapping of texts", notMapping(object)),
			fmt.Sprintf(`flatten([for %[1]s : [for name in setsubtract(try(keys(%[3]s), []), %[4]s) :
"%[2]s.%[6]s.${name}: there is no such key; the keys are %[5]s"]])`, loop, at, object, quoteAll(f.keys), strings.Join(f.keys, ", "), f.name)}
		if f.isValidity() {
			all = append(all, fmt.Sprintf(`flatten([for %[1]s : [for name, text in try({ for name in keys(%[3]s) : name => tostring(%[3]s[name]) }, {}) :
"%[2]s.%[4]s.${name}: ${text} is neither a day such as 2027-06-30 nor a moment such as 2027-06-30T12:00:00Z, or ${var.zone} is not a time zone"
if text != null && !can(provider::idm::day_end(text, var.zone)) && !can(timeadd(text, "0s"))]])`, loop, at, object, f.name))
		}
		return all
	case isFree:
		return []string{wrong("a mapping of texts", notMapping(object))}
	case isTexts:
		return []string{wrong("a list of texts", notTexts(object))}
	}
	of := map[form]struct{ what, convert string }{
		isText: {"a text", "tostring"}, isFlag: {"true or false", "tobool"}, isNumber: {"a number", "tonumber"},
	}[f.form]
	return []string{wrong(of.what, fmt.Sprintf("!can(%s(try(%s, null)))", of.convert, object))}
}

// grantProblems returns the expressions that check the grants of profiles.
func grantProblems(kind string) []string {
	role, to := "role", "roles"
	fields := append([]field{isText.of("role"), isText.of("role_ext_id"), isText.of("ext_id"), isFree.of("properties")}, roomFields...)
	if kind == "enterprise_authorization" {
		role, to = "enterprise_role", "enterprise_roles"
		fields = []field{isText.of("enterprise_role"), isText.of("enterprise_role_ext_id"), within("validity", moments)}
	}
	var known []string
	for _, f := range fields {
		known = append(known, f.name)
	}
	at := "${var.file}: profiles.${object.profile}." + kind + "s.${object.key}"
	all := []string{
		fmt.Sprintf(`flatten([for object in values(local.%ss) : [for name in setsubtract(keys(object), %s) :
"%s.${name}: there is no such key; the keys are %s"]])`, kind, quoteAll(append([]string{"profile", "key"}, known...)), at,
			strings.Join(known, ", ")),
		fmt.Sprintf(`[for object in values(local.%[1]ss) : "%[2]s: there is no %[3]s ${jsonencode(try(object.%[3]s, object.key))}; write a key of %[4]s, or an external ID as %[3]s_ext_id"
if try(object.%[3]s_ext_id, null) == null && !can(local.names.%[4]s[try(object.%[3]s, object.key)])]`,
			kind, at, role, to),
		fmt.Sprintf(`flatten([for p, profile in local.profiles : [for g, grant in try(merge(profile.%[1]ss, {}), {}) :
"${var.file}: profiles.${p}.%[1]ss.${g}: must be a mapping; write {} for a grant without more" if !can(merge(grant, {}))]])`, kind),
	}
	for _, f := range fields {
		all = append(all, formProblems("object in values(local."+kind+"s)", f, at)...)
	}
	return all
}
