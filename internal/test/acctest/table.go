package acctest

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
)

// Row is a case of a table: a type of objects, the name of the case if it has one, and its arguments.
type Row struct {
	Type, Name string
	Arguments  Values
}

// unknown lets a table use the variable of the same name for a value that is known after the apply.
var unknown = &hcl.EvalContext{Variables: map[string]cty.Value{"unknown": cty.DynamicVal}}

// constant returns a value of a table in the form of Values.
func constant(value cty.Value) any {
	switch of := value.Type(); {
	case !value.IsKnown():
		return tftypes.UnknownValue
	case value.IsNull():
		return nil
	case of == cty.String:
		return value.AsString()
	case of == cty.Bool:
		return value.True()
	case of == cty.Number:
		number, _ := value.AsBigFloat().Float64()
		return number
	case of.IsObjectType():
		members := Values{}
		for name, member := range value.AsValueMap() {
			members[name] = constant(member)
		}
		return members
	}
	elements := []any{}
	for _, element := range value.AsValueSlice() {
		elements = append(elements, constant(element))
	}
	return elements
}

// Table reads the cases of a test from a file of HCL blocks, whose labels are the names of the cases,
// and whose arguments are constants.
func Table(t testing.TB, file string) []Row {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return rowsOf(t, file, string(content))
}

// rowsOf returns the cases in a text.
func rowsOf(t testing.TB, file, content string) (rows []Row) {
	t.Helper()
	parsed, diags := hclsyntax.ParseConfig([]byte(content), file, hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	// ParseConfig gives no other body.
	body, _ := parsed.Body.(*hclsyntax.Body)
	for _, block := range body.Blocks {
		row := Row{Type: block.Type, Arguments: Values{}}
		if len(block.Labels) > 0 {
			row.Name = block.Labels[0]
		}
		for name, attribute := range block.Body.Attributes {
			value, diags := attribute.Expr.Value(unknown)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			row.Arguments[name] = constant(value)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no case", file)
	}
	return rows
}

// names returns what a script can use of a row.
func (r Row) names() Values {
	names := maps.Clone(r.Arguments)
	names["type"], names["quirks"] = r.Type, strings.Join(r.Texts("quirks"), " ")
	return names
}

// Text returns an argument that is a text, "" if the row does not have it.
func (r Row) Text(argument string) string {
	text, _ := r.Arguments[argument].(string)
	return text
}

// Config returns an argument that is an object, nil if the row does not have it.
func (r Row) Config(argument string) Values {
	values, _ := r.Arguments[argument].(Values)
	return values
}

// Changed returns the configuration config of a row with the values of another argument.
func (r Row) Changed(argument string) Values {
	changed := maps.Clone(r.Config("config"))
	maps.Copy(changed, r.Config(argument))
	return changed
}

// Texts returns an argument that is a list of texts, nil if the row does not have it.
func (r Row) Texts(argument string) (texts []string) {
	list, _ := r.Arguments[argument].([]any)
	for _, text := range list {
		texts = append(texts, fmt.Sprint(text))
	}
	return texts
}

// Number returns an argument that is a number, 0 if the row does not have it.
func (r Row) Number(argument string) int {
	number, _ := r.Arguments[argument].(float64)
	return int(number)
}

// TableOf works like Table for a file with the placeholders of a script, which a row fills.
func TableOf(t testing.TB, file string, row Row) []Row {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return rowsOf(t, file, new(Service).fill(string(content), row.names()))
}
