package export

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"pgregory.net/rapid"
)

// awkward texts are made of what means something to HCL, and of what does not print.
var awkward = rapid.Custom(func(t *rapid.T) string {
	pieces := rapid.SliceOf(rapid.SampledFrom([]string{
		"$", "%", "{", "}", "${", "%{", "$${", "%%{", "\\", "\"", "\n", "\r", "\t", "<<EOT", "\x00", "\u2028", "ä", "👩‍👧", "#", "//", "for",
		"null", " ", "~}", "a",
	})).Draw(t, "pieces")
	text := ""
	for _, piece := range pieces {
		text += piece
	}
	return cty.NormalizeString(text)
})

// parsed evaluates the attributes of the single block in a source.
func parsed(t *rapid.T, source []byte) map[string]cty.Value {
	file, diags := hclsyntax.ParseConfig(source, "export.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, source)
	}
	content, ok := file.Body.(*hclsyntax.Body)
	if !ok || len(content.Blocks) != 1 {
		t.Fatalf("not one block:\n%s", source)
	}
	values := map[string]cty.Value{}
	for name, attribute := range content.Blocks[0].Body.Attributes {
		value, diags := attribute.Expr.Value(nil)
		if diags.HasErrors() {
			t.Fatalf("%s\n%s", diags, source)
		}
		values[name] = value
	}
	return values
}

func TestText_readsBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := awkward.Draw(t, "text")
		source := block("import", nil, func(b body) { b.text("id", text) })
		got, set := parsed(t, source)["id"]
		if text == "" {
			if set {
				t.Errorf("an empty text was written:\n%s", source)
			}
			return
		}
		if got.AsString() != text {
			t.Errorf("%q reads back as %q:\n%s", text, got.AsString(), source)
		}
	})
}

func TestObject_readsBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.MapOfN(awkward, awkward, 1, 5).Draw(t, "values")
		source := block("resource", []string{"idm_unit_properties", "x"}, func(b body) {
			var pairs []pair
			for key, value := range want {
				pairs = append(pairs, pair{literal(key), literal(value)})
			}
			b.object("properties", pairs)
		})
		got := parsed(t, source)["properties"].AsValueMap()
		if len(got) != len(want) {
			t.Errorf("%d elements read back as %d:\n%s", len(want), len(got), source)
		}
		for key, value := range want {
			if got[key].AsString() != value {
				t.Errorf("%q = %q reads back as %q:\n%s", key, value, got[key].AsString(), source)
			}
		}
	})
}

// A comment that names something of the service stays a comment.
func TestComment_endsWithItsLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(awkward, 1, 3).Draw(t, "names")
		source := block("resource", []string{"a", "b"}, func(b body) { b.comment("Without a value here: " + quoted(names) + ".") })
		if got := parsed(t, source); len(got) != 0 {
			t.Errorf("the comment sets %v:\n%s", got, source)
		}
	})
}
