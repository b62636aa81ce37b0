package planchecks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// inspectProperty compares the value of a property with its definitions.
func (p *Planned) inspectProperty(at path.Path, secret bool, name string, value types.String, all map[string][]idm.PropertyDefinition) {
	defined := all[name]
	if len(defined) == 0 {
		p.Warn(at, "No such property", fmt.Sprintf("The client %q has not defined the property %q for this kind of object. %s",
			p.Text(clientPart), name, suggest.Offer(name, slices.Sorted(maps.Keys(all)))))
		return
	}
	// Several applications may define the same name: only a value that all of them refuse is wrong.
	var first string
	for _, definition := range defined {
		reason := refusal(definition, value, secret)
		if reason == "" {
			return
		}
		first = cmp.Or(first, reason)
	}
	p.Warn(at, "Invalid property value", fmt.Sprintf("The property %q %s.", name, first))
}

// refusal returns why a property does not accept a value, or "". It does not repeat a secret value.
func refusal(d idm.PropertyDefinition, value types.String, secret bool) string {
	text := value.ValueString()
	shown := fmt.Sprintf("%q", text)
	if secret || encrypted(d) {
		shown = "the value"
	}
	switch length := utf8.RuneCountInString(text); {
	case !writable(d):
		return "is read-only in the service for one of its applications"
	case value.IsUnknown() || value.IsNull():
		return ""
	case len(d.AllowedValues) > 0:
		return notAllowed(d.AllowedValues, text, shown)
	case d.StringMaxLen != nil && *d.StringMaxLen > 0 && int64(length) > *d.StringMaxLen:
		return fmt.Sprintf("accepts a length of at most %d, and %s has the length %d", *d.StringMaxLen, shown, length)
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
