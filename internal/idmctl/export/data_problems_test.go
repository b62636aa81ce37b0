package export

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
)

// moduleFunctions are the functions that the locals of the module use.
var moduleFunctions = map[string]function.Function{
	"can": tryfunc.CanFunc, "try": tryfunc.TryFunc, "concat": stdlib.ConcatFunc, "file": readText, "flatten": stdlib.FlattenFunc,
	"jsonencode": stdlib.JSONEncodeFunc, "keys": stdlib.KeysFunc, "length": length, "merge": stdlib.MergeFunc,
	"regex": stdlib.RegexFunc, "setsubtract": setSubtract, "slice": stdlib.SliceFunc, "timeadd": stdlib.TimeAddFunc,
	"tobool": stdlib.MakeToFunc(cty.Bool), "tonumber": stdlib.MakeToFunc(cty.Number), "tostring": stdlib.MakeToFunc(cty.String),
	"values": stdlib.ValuesFunc, "provider::idm::document": document, "provider::idm::day_end": dayEnd,
}

func textFunction(of cty.Type, names []string, call func(texts []string) (cty.Value, error)) function.Function {
	spec := &function.Spec{Type: function.StaticReturnType(of), Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		texts := make([]string, len(args))
		for i, arg := range args {
			texts[i] = arg.AsString()
		}
		return call(texts)
	}}
	for _, name := range names {
		spec.Params = append(spec.Params, function.Parameter{Name: name, Type: cty.String})
	}
	return function.New(spec)
}

var readText = textFunction(cty.String, []string{"path"}, func(texts []string) (cty.Value, error) {
	content, err := os.ReadFile(texts[0])
	return cty.StringVal(string(content)), err
})

var document = textFunction(cty.DynamicPseudoType, []string{"text"}, func(texts []string) (cty.Value, error) {
	read, err := sheet.Document(texts[0])
	return ctyOf(read), err
})

var dayEnd = textFunction(cty.String, []string{"day", "zone"}, func(texts []string) (cty.Value, error) {
	end, err := sheet.DayEnd(texts[0], texts[1])
	return cty.StringVal(end.String()), err
})

// length is the CLI's function, which also counts the characters of a text.
var length = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "value", Type: cty.DynamicPseudoType}}, Type: function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if args[0].Type() == cty.String {
			return cty.NumberIntVal(int64(len(args[0].AsString()))), nil
		}
		return stdlib.Length(args[0])
	},
})

// setSubtract converts lists to sets, as the CLI does.
var setSubtract = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "a", Type: cty.Set(cty.String)}, {Name: "b", Type: cty.Set(cty.String)}},
	Type:   function.StaticReturnType(cty.Set(cty.String)),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		return stdlib.SetSubtract(args[0], args[1])
	},
})

func ctyOf(read any) cty.Value {
	switch read := read.(type) {
	case string:
		return cty.StringVal(read)
	case map[string]any:
		all := map[string]cty.Value{}
		for key, value := range read {
			all[key] = ctyOf(value)
		}
		return cty.ObjectVal(all)
	case []any:
		all := make([]cty.Value, len(read))
		for i, value := range read {
			all[i] = ctyOf(value)
		}
		return cty.TupleVal(all)
	}
	return cty.NullVal(cty.DynamicPseudoType)
}

// moduleEvaluator computes locals of the module for one file.
type moduleEvaluator struct {
	locals map[string]hclsyntax.Expression
	values map[string]cty.Value
	vars   cty.Value
}

// problemsOf returns the problems that the module reports for the text of a file.
func problemsOf(t *testing.T, grants Grants, text string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	e := &exporter{b: &builder{}, o: Options{Grants: grants}}
	parsed, diags := hclsyntax.ParseConfig(e.module(), "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	known := map[string]cty.Value{}
	for _, section := range referable() {
		known[section] = cty.MapValEmpty(cty.String)
	}
	m := moduleEvaluator{locals: map[string]hclsyntax.Expression{}, values: map[string]cty.Value{}}
	m.vars = cty.ObjectVal(map[string]cty.Value{
		"file": cty.StringVal(filepath.Base(file)), "zone": cty.StringVal("Europe/Zurich"), "known": cty.ObjectVal(known)})
	body, _ := parsed.Body.(*hclsyntax.Body)
	for _, block := range body.Blocks {
		if block.Type == "locals" {
			for name, attribute := range block.Body.Attributes {
				m.locals[name] = attribute.Expr
			}
		}
	}
	problems, err := m.local("problems", filepath.Dir(file))
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	var all []string
	for _, problem := range problems.AsValueSlice() {
		all = append(all, problem.AsString())
	}
	return all
}

func (m *moduleEvaluator) local(name, root string) (cty.Value, error) {
	if value, found := m.values[name]; found {
		return value, nil
	}
	needed := map[string]cty.Value{}
	for _, variable := range m.locals[name].Variables() {
		if variable.RootName() != "local" {
			continue
		}
		attribute, _ := variable[1].(hcl.TraverseAttr)
		value, err := m.local(attribute.Name, root)
		if err != nil {
			return cty.NilVal, err
		}
		needed[attribute.Name] = value
	}
	value, diags := m.locals[name].Value(&hcl.EvalContext{Functions: moduleFunctions, Variables: map[string]cty.Value{
		"local": cty.ObjectVal(needed), "var": m.vars, "path": cty.ObjectVal(map[string]cty.Value{"root": cty.StringVal(root)})}})
	if diags.HasErrors() {
		return cty.NilVal, fmt.Errorf("local.%s: %w", name, diags)
	}
	m.values[name] = value
	return value, nil
}

// wrongShapes are the values of another form, by the form that is expected.
var wrongShapes = map[form][]string{
	isText: {"[a]", "{a: b}"}, isFlag: {"maybe", "[a]", "{a: b}"}, isNumber: {"many", "[a]", "{a: b}"},
	isFixed: {"x", "[a]", "{a: [b]}"}, isFree: {"x", "[a]", "{a: [b]}"}, isTexts: {"x", "{a: b}", "[[a]]"}, isRef: {"x", "[a]", "{a: b}"},
}

// wrongFile is a file with values of another form, and what the problems must name.
type wrongFile struct {
	texts []string
	wants []string
}

// object adds an object with a wrong value to a section.
func (w *wrongFile) object(value, want string) {
	key := fmt.Sprintf("k%d", len(w.texts))
	w.texts = append(w.texts, key+": "+value)
	w.wants = append(w.wants, key+want)
}

// wrongObjects returns the objects of a section with each kind of value in another form, in every
// place.
func wrongObjects(s section) *wrongFile {
	var w wrongFile
	w.object("x", ": must be a mapping")
	w.object("[a]", ": must be a mapping")
	fields := slices.Clone(s.fields)
	for _, mark := range slices.Sorted(maps.Keys(s.marks)) {
		fields = append(fields, isFlag.of(mark))
	}
	for _, f := range fields {
		for _, wrong := range wrongShapes[f.form] {
			w.object(fmt.Sprintf("{%s: %s}", f.name, wrong), "."+f.name)
		}
	}
	for _, key := range s.nestedKeys() {
		for _, wrong := range []string{"x", "{a: [b]}", "[[a]]"} {
			w.object(fmt.Sprintf("{%s: %s}", key, wrong), "."+key)
		}
		if role, grant := strings.CutSuffix(key, "authorizations"); grant {
			role += "role"
			for _, wrong := range []string{"x", "[a]", "{validity: x}", "{validity: {to: [x]}}", "{validity: {to: tomorrow}}",
				"{" + role + ": x}", "{" + role + "_ext_id: [x]}", "{validity: {to: 2027-02-30}}"} {
				w.object(fmt.Sprintf("{%s: {g: %s}}", key, wrong), "."+key+".g")
			}
		}
	}
	return &w
}

// TestModule_wrongShapes writes each kind of value in another form, in every place of a file: the
// module names the file and the key, and never fails otherwise.
func TestModule_wrongShapes(t *testing.T) {
	for _, grants := range GrantChoices {
		check := func(text string, keys ...string) {
			t.Helper()
			all := problemsOf(t, grants, text)
			for _, key := range keys {
				named := func(problem string) bool { return strings.HasPrefix(problem, "a.yaml: "+key) }
				if !slices.ContainsFunc(all, named) {
					t.Errorf("no problem of %s for\n%s\n%s", key, text, strings.Join(all, "\n"))
				}
			}
		}
		for _, whole := range []string{"- a", "text"} {
			check(whole, "must be a mapping of sections")
		}
		for _, wrong := range []string{"x", "[a]"} {
			var texts, wants []string
			for _, s := range sections {
				texts = append(texts, s.name+": "+wrong)
				wants = append(wants, s.name+": must be a mapping")
			}
			check(strings.Join(texts, "\n"), wants...)
		}
		for _, s := range sections {
			w := wrongObjects(s)
			for i := range w.wants {
				w.wants[i] = s.name + "." + w.wants[i]
			}
			check(s.name+":\n  "+strings.Join(w.texts, "\n  "), w.wants...)
		}
		for _, wrong := range []string{"x", "{a: b}", "[[a]]", "['']"} {
			check("application_ext_ids: "+wrong, "application_ext_ids: must be a list")
		}
	}
}

// TestModule_noProblem reads a file with every form, empty and not.
func TestModule_noProblem(t *testing.T) {
	for _, text := range []string{"", "units:\nusers: {}\n", `
application_ext_ids: [crm]
roles: {on: {name: "Off", application_ext_id: crm}}
enterprise_roles: {e: {name: E, roles: [on], role_ext_ids: [x]}}
users: {eva: {name: {first_name: Eva}, validity: {from: 2027-01-01, to: 31.12.2027}, is_technical_user: "true"}}
units: {a: {name: 08989, profileless: true}, b: {parent: a, validity: {to: 2027-01-01T10:00:00Z}}}
profiles:
  eva: {user: eva, unit: b, authorizations: {on: , x: {role_ext_id: y, unit_global: true}}, enterprise_authorizations: {e: {validity: {to: 2027-06-30}}}}
`} {
		for _, grants := range GrantChoices {
			if all := problemsOf(t, grants, text); len(all) > 0 {
				t.Errorf("%s\n%s", text, strings.Join(all, "\n"))
			}
		}
	}
}
