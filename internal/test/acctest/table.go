package acctest

import (
	"encoding/json"
	"maps"
	"os"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// Row is a case of a table: a type of objects, the name of the case if it has one, and its arguments.
type Row struct {
	Type, Name string
	Arguments  Values
}

// Table reads the cases of a test from a file of HCL blocks, whose labels are the names of the cases,
// and whose arguments are constants.
func Table(t testing.TB, file string) (rows []Row) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parsed, diags := hclsyntax.ParseConfig(content, file, hcl.InitialPos)
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
			value, diags := attribute.Expr.Value(nil)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			text, err := ctyjson.Marshal(value, value.Type())
			if err != nil {
				t.Fatal(err)
			}
			var argument any
			if err := json.Unmarshal(text, &argument); err != nil {
				t.Fatal(err)
			}
			row.Arguments[name] = argument
		}
		rows = append(rows, row)
	}
	return rows
}

// Text returns an argument that is a text, "" if the row does not have it.
func (r Row) Text(argument string) string {
	text, _ := r.Arguments[argument].(string)
	return text
}

// Config returns an argument that is an object, nil if the row does not have it.
func (r Row) Config(argument string) Values {
	values, _ := r.Arguments[argument].(map[string]any)
	return values
}

// Changed returns the configuration config of a row with the values of another argument.
func (r Row) Changed(argument string) Values {
	changed := maps.Clone(r.Config("config"))
	maps.Copy(changed, r.Config(argument))
	return changed
}
