package export

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// args returns the arguments of an object: the fields of its JSON that are attributes of its type.
func (b *builder) args(row *objecttype.Type, object any) []arg {
	managed := slices.Concat(row.Key, row.Fixed, row.Rules.Plain, slices.Collect(maps.Keys(row.Rules.Attrs)))
	return slices.DeleteFunc(b.fields(row, object), func(a arg) bool {
		assigned := a.name == "ext_id" && row == objecttype.Terms
		return assigned || a.name == "client_ext_id" || !slices.Contains(managed, a.name)
	})
}

// upper matches the capital letters in the name of a field.
var upper = regexp.MustCompile(`[A-Z]+`)

// fields returns the fields of an object that have a value, by the names of the provider.
func (b *builder) fields(row *objecttype.Type, object any) []arg {
	of := reflect.ValueOf(object)
	if of.Kind() != reflect.Struct {
		return nil
	}
	var all []arg
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Type().Field(i).Tag.Get("json"), ",")
		name = upper.ReplaceAllStringFunc(name, func(letters string) string { return "_" + strings.ToLower(letters) })
		if name == "" {
			continue
		}
		if content := b.field(row, name, of.Field(i)); content != nil {
			all = append(all, arg{name: name, value: content})
		}
	}
	return all
}

var (
	// required are the booleans without a default. The service may omit them.
	required = []string{"profileless", "displayed", "active", "silent_acceptance"}
	// states are the states that differ from the one of a new object and that the provider accepts.
	states = []string{"disabled", "archived"}
	// part is the row of the objects within an object.
	part = &objecttype.Type{}
)

// field returns the value of a field; nil for none, and for the default of the provider.
func (b *builder) field(row *objecttype.Type, name string, of reflect.Value) value {
	switch content := of.Interface().(type) {
	case string:
		switch to := row.Ref(name); {
		case content == "" || name == row.State && !slices.Contains(states, content):
			return nil
		case to != nil:
			return b.ref(to, content)
		}
		return text(content)
	case bool:
		return b.field(row, name, reflect.ValueOf(&content))
	case *bool:
		if yes := content != nil && *content; yes || slices.Contains(required, name) {
			return flag(yes)
		}
	case *int64:
		switch {
		case content == nil:
			return nil
		case row == part:
			return text(strconv.FormatInt(*content, 10))
		}
		return number(*content)
	case idm.Localized:
		return localized(content)
	case idm.Parameters:
		return texts(content)
	case map[string]string:
		return texts(content)
	}
	if of.Kind() == reflect.Struct {
		return fixedArg("", b.fields(part, of.Interface())...).value
	}
	return nil
}

func localized(content idm.Localized) value {
	var elements []arg
	for _, language := range []string{"en", "de", "fr", "it"} {
		elements = append(elements, textArg(language, content[strings.ToUpper(language)]))
	}
	return fixedArg("", elements...).value
}

// texts returns values by name, in the order of the names; nil without any. Names are always
// quoted, because one can be a keyword of HCL.
func texts(values map[string]string) value {
	var all mapping
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, element{key: text(name), value: text(values[name])})
	}
	if all == nil {
		return nil
	}
	return all
}
