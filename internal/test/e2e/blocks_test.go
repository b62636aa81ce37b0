package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const botSecret = "bot-secret-0123456789-abcdefghijklmnopqrstuv"

// variables contains values for the variables in examples.
var variables = map[string]cty.Value{
	"bot_password": cty.StringVal(botSecret), "bot_secret": cty.StringVal(strings.Repeat("s3cret-", 9)),
	"password": cty.StringVal("anna-password"), "first_password": cty.StringVal("first-password-2026"),
}

// importBlock is an import by ID, or by an identity with its values in order.
type importBlock struct {
	to, id   string
	identity acctest.Values
	parts    []string
}

// configBlock is an action or list block: its type, and the attributes of its config.
type configBlock struct {
	of     string
	config acctest.Values
}

func parse(t *testing.T, source string) *hclsyntax.Body {
	t.Helper()
	file, diags := hclsyntax.ParseConfig([]byte(source), "example.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		t.Fatalf("%T is no body", file.Body)
	}
	return body
}

func imports(t *testing.T, source string) []importBlock {
	t.Helper()
	var found []importBlock
	for _, block := range parse(t, source).Blocks {
		if block.Type != "import" {
			continue
		}
		var b importBlock
		at := block.Body.Attributes["to"].Expr.Range()
		b.to = source[at.Start.Byte:at.End.Byte]
		if id, ok := block.Body.Attributes["id"]; ok {
			b.id = value(t, id.Expr).AsString()
		}
		if identity, ok := block.Body.Attributes["identity"]; ok {
			b.identity = plain(t, value(t, identity.Expr))
			for _, item := range identity.Expr.(*hclsyntax.ObjectConsExpr).Items {
				b.parts = append(b.parts, value(t, item.ValueExpr).AsString())
			}
		}
		found = append(found, b)
	}
	return found
}

// configured returns the action or list blocks in a source.
func configured(t *testing.T, source, blockType string) []configBlock {
	t.Helper()
	var found []configBlock
	for _, block := range parse(t, source).Blocks {
		if block.Type != blockType {
			continue
		}
		b := configBlock{of: block.Labels[0], config: acctest.Values{}}
		for _, inner := range block.Body.Blocks {
			attributes := map[string]cty.Value{}
			for name, attribute := range inner.Body.Attributes {
				attributes[name] = value(t, attribute.Expr)
			}
			b.config = plain(t, cty.ObjectVal(attributes))
		}
		found = append(found, b)
	}
	return found
}

func value(t *testing.T, expression hclsyntax.Expression) cty.Value {
	t.Helper()
	v, diags := expression.Value(&hcl.EvalContext{Variables: map[string]cty.Value{"var": cty.ObjectVal(variables)}})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return v
}

func plain(t *testing.T, v cty.Value) acctest.Values {
	t.Helper()
	text, err := json.Marshal(ctyjson.SimpleJSONValue{Value: v})
	if err != nil {
		t.Fatal(err)
	}
	var out acctest.Values
	decodeJSON(t, text, &out)
	return out
}
