package plancheck

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/suggest"
)

// inspectProperties compares planned properties with the definitions of the client. It checks
// nothing if the client is not known yet, or the definitions cannot be read.
func (p *Planned) inspectProperties() {
	if p.Text(clientPart) == "" {
		return
	}
	definitions := map[string][]idm.PropertyDefinition{}
	all, known := p.run.propertyDefinitions(p.ctx, p.Text(clientPart))
	for _, definition := range all {
		if slices.Contains(p.of.PropertyScopes, definition.Scope) {
			definitions[definition.Name] = append(definitions[definition.Name], definition)
		}
	}
	if !known {
		return
	}
	for _, attribute := range []string{"properties", "sensitive_properties"} {
		values, before := elementsOf(p.after(attribute)), elementsOf(p.before(attribute))
		for _, name := range slices.Sorted(maps.Keys(values)) {
			value, _ := values[name].(types.String)
			if had, ok := before[name]; !ok || !had.Equal(value) {
				p.inspectProperty(path.Root(attribute).AtMapKey(name), attribute == "sensitive_properties", name, value, definitions)
			}
		}
	}
}

func (p *Planned) inspectProperty(at path.Path, secret bool, name string, value types.String, all map[string][]idm.PropertyDefinition) {
	defined := all[name]
	switch {
	case len(defined) == 0:
		p.Warn(at, "No such property", fmt.Sprintf("The client %q has not defined the property %q for this kind of object. %s",
			p.Text(clientPart), name, suggest.Offer(name, slices.Sorted(maps.Keys(all)))))
		return
	case !slices.ContainsFunc(defined, writable):
		return // refuseProperties reports it.
	}
	// Several applications may define the same name: only a value that all of them refuse is wrong.
	reasons := make([]string, len(defined))
	for i, definition := range defined {
		if reasons[i] = refusal(definition, value, secret); reasons[i] == "" {
			return
		}
	}
	p.Warn(at, "Invalid property value", fmt.Sprintf("The property %q %s.", name, reasons[0]))
}

// refusal returns why a property does not accept a value, or "". It does not repeat a secret value.
func refusal(d idm.PropertyDefinition, value types.String, secret bool) string {
	text := value.ValueString()
	shown := fmt.Sprintf("%q", text)
	if secret || d.Encrypted != nil && *d.Encrypted {
		shown = "the value"
	}
	switch {
	case !writable(d):
		return "is read-only in the service for one of its applications"
	case value.IsUnknown() || value.IsNull():
		return ""
	case len(d.AllowedValues) > 0:
		return notAllowed(d.AllowedValues, text, shown)
	case d.StringMaxLen != nil && *d.StringMaxLen > 0 && int64(utf8.RuneCountInString(text)) > *d.StringMaxLen:
		return fmt.Sprintf("accepts a length of at most %d, and %s has the length %d", *d.StringMaxLen, shown, utf8.RuneCountInString(text))
	case d.StringRegex != "" && mismatch(d.StringRegex, text):
		return fmt.Sprintf("accepts only values that match the expression %s, and %s does not", d.StringRegex, shown)
	}
	return ""
}

func writable(d idm.PropertyDefinition) bool {
	return d.AccessModify == "" || d.AccessModify == "READ_WRITE"
}

func notAllowed(allowed []idm.AllowedValue, text, shown string) string {
	values := make([]string, len(allowed))
	for i, one := range allowed {
		if values[i] = one.Value; one.Value == text {
			return ""
		}
	}
	if offer := suggest.Offer(text, values); offer != "" {
		return fmt.Sprintf("does not accept %s. %s", shown, offer)
	}
	return fmt.Sprintf("does not accept %s, only one of %q", shown, values[:min(len(values), 20)])
}

// mismatch reports whether a text does not match an expression as a whole. An expression that Go
// cannot compile refuses nothing.
func mismatch(expression, text string) bool {
	compiled, err := regexp.Compile("^(?:" + expression + ")$")
	return err == nil && !compiled.MatchString(text)
}
