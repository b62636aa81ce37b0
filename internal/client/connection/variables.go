package connection

import (
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// hidden are the settings that only an environment variable can set.
var hidden = []name{"plan_only", "rehearsal_url", "rehearsal_token", "stats_file"}

// Variables returns the environment variables IDM_… that the provider and idmctl read.
func Variables() []string {
	var all []string
	for _, n := range append(settingNames(reflect.TypeFor[Settings](), ""), hidden...) {
		all = append(all, n.variable())
	}
	return all
}

// settingNames returns the names of the arguments, with dots for nested ones.
func settingNames(settings reflect.Type, prefix string) []name {
	var all []name
	for field := range settings.Fields() {
		at := prefix + field.Tag.Get("tfsdk")
		if field.Type.Kind() == reflect.Pointer && field.Type.Elem().Kind() == reflect.Struct {
			all = append(all, settingNames(field.Type.Elem(), at+".")...)
			continue
		}
		all = append(all, name(at))
	}
	return all
}

// typo is the number of letters by which a variable may differ from one of ours to be a misspelled
// one. Other variables IDM_… belong to other programs.
const typo = 2

// Misspelled returns a problem for each set variable that is almost one of ours: it would be
// ignored, and with it a login, an address or a check.
func Misspelled() SettingsError {
	var problems SettingsError
	known := Variables()
	for _, variable := range os.Environ() {
		set, value, _ := strings.Cut(variable, "=")
		upper := strings.ToUpper(set)
		if value == "" || !strings.HasPrefix(upper, "IDM_") || slices.Contains(known, set) {
			continue
		}
		if near := suggest.Typo(upper, known, typo); near != "" {
			problems = append(problems, Problem{Summary: "Misspelled environment variable",
				Detail: "Nothing reads the environment variable " + set + ". Did you mean " + near + "? Correct the name, or unset it."})
		}
	}
	return problems
}
