package rehearsal_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
)

// fill sets every string of a result to a unique word, and every list to one element.
func fill(v reflect.Value, name string, words map[string]string) {
	switch v.Kind() {
	case reflect.String:
		word := fmt.Sprintf("word%dx", len(words))
		v.SetString(word)
		words[word] = name
	case reflect.Int:
		v.SetInt(int64(7000 + len(words)))
		words[fmt.Sprint(v.Int())] = name
	case reflect.Struct:
		for field, value := range v.Fields() {
			fill(value, name+"."+field.Name, words)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name, words)
	case reflect.Bool:
		v.SetBool(true)
	default:
	}
}

// inJSON lists the fields that only the JSON contains: values for programs, which the other formats
// express in words.
var inJSON = []string{"FormatVersion", ".Phase", "Warnings.Cause", "Warnings.Detail", "Access.ClientExtID", "Access.LoginID",
	"Access.RoleName", "Access.ApplicationExtID", "Access.GrantExtID", "Access.Ends"}

// Text and Markdown contain all values of the JSON of a result.
func TestResult_forms(t *testing.T) {
	words := map[string]string{}
	var r rehearsal.Result
	fill(reflect.ValueOf(&r).Elem(), "", words)
	text := r.Document().Text(0)
	markdown := r.Document().Markdown(1 << 20)
	encoded, err := json.Marshal(&r)
	if err != nil {
		t.Fatal(err)
	}
	for word, name := range words {
		for form, content := range map[string]string{"JSON": string(encoded), "text": text, "Markdown": markdown} {
			except := form != "JSON" && contains(inJSON, name)
			if !except && !strings.Contains(content, word) {
				t.Errorf("%s is not in the %s", name, form)
			}
		}
	}
	if t.Failed() {
		t.Logf("text:\n%s\nMarkdown:\n%s", text, markdown)
	}
}

func contains(names []string, name string) bool {
	for _, each := range names {
		if strings.HasSuffix(name, each) {
			return true
		}
	}
	return false
}

// A result without failures and differences is short, and describes the copy.
func TestResult_nothing(t *testing.T) {
	r := rehearsal.Result{}
	text := r.Document().Text(0)
	if !strings.Contains(text, "\nThe apply goes through.\n") || strings.Contains(text, "Not in the rehearsal") || !r.GoesThrough() {
		t.Errorf("text:\n%s", text)
	}
}

// The result lists what the rehearsal cannot determine for the plan.
func TestRun_limits(t *testing.T) {
	grant := func(open bool) string {
		return creation("idm_authorization.g", "idm_authorization",
			fmt.Sprintf(`{"client_ext_id":"c","profile_ext_id":"p-ann","ext_id":"g","role_ext_id":"admin",`+
				`"client_global":%[1]t,"unit_global":%[1]t,"app_global":%[1]t,"enterprise_role_global":%[1]t}`, open))
	}
	const two = `,"configuration":{"provider_config":{"idm":{"name":"idm","full_name":"` + source +
		`","expressions":{"token":{"references":["var.a"]}}},` +
		`"idm.b":{"name":"idm","alias":"b","full_name":"` + source +
		`","expressions":{"token":{"references":["var.b"]},"base_url":{"references":["var.x"]}}}},"root_module":{}}}`
	for name, c := range map[string]struct {
		show string
		want []string
	}{
		"one grant": {shown(grant(true)), nil},
		"several logins": {strings.TrimSuffix(shown(grant(true)), "}") + two,
			[]string{"does not show the address of idm.b", "2 provider configurations may have several logins"}},
	} {
		s := newStage(t)
		s.script.Show = c.show
		got := s.must().Limits
		if len(got) != len(c.want) {
			t.Errorf("%s: %q", name, got)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: %q is not in %q", name, want, got[i])
			}
		}
	}
}
