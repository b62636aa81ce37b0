package planchecks

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
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
	case matchesNothing(d.StringRegex, text):
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

var (
	// commonExpression matches expressions that every dialect reads in the same way: without classes in
	// classes, flags, lookarounds, named groups, references, and escapes other than of punctuation and
	// common classes. Go does not compile possessive quantifiers.
	commonExpression = regexp.MustCompile(`^(?:[\w #/:;,@%=!"'<>.|^$-]|\\[dDwWsS.\\/()\[\]{}^$|?*+-]|\(\?:|[()]|[*+?]\??|` +
		`\{[0-9]{1,3}(?:,[0-9]{0,3})?\}\??|\[\^?(?:[\w #/:;,@%=!"'<>.|()*+?{}$-]|\\[dDwWsS.\\/()\[\]{}^$|?*+-])+\])*$`)
	// commonText matches texts to which every dialect applies the classes \s, \w and . in the same way.
	commonText = regexp.MustCompile(`^[ -~]*$`)
)

// matchesNothing reports whether no part of a text matches an expression of the service, in every
// dialect: its dialect is not documented, nor whether it compares the whole text.
func matchesNothing(expression, text string) bool {
	if !commonExpression.MatchString(expression) || strings.Contains(expression, "--") || !commonText.MatchString(text) ||
		strings.Contains(strings.ReplaceAll(expression, "(?:", "("), "(?") {
		return false
	}
	part, err := regexp.Compile(expression)
	return err == nil && !part.MatchString(text)
}
