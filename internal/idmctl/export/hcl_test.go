package export

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"pgregory.net/rapid"
)

// awkward generates strings of characters that are special in HCL or do not print.
var awkward = rapid.Custom(func(t *rapid.T) string {
	pieces := rapid.SliceOf(rapid.SampledFrom([]string{
		"$", "%", "{", "}", "${", "%{", "$${", "%%{", "\\", "\"", "\n", "\r", "\t", "<<EOT", "\x00", "\u2028", "ä",
		"👩‍👧", "#", "//", "for",
		"null", " ", "~}", "a",
	})).Draw(t, "pieces")
	text := ""
	for _, piece := range pieces {
		text += piece
	}
	return cty.NormalizeString(text)
})

// parsed evaluates the attributes of the only block in a source.
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

func printed(args ...arg) []byte {
	return printer{resolve: func(ref) string { return "" }}.block(&resource{kind: "idm_unit", name: "x", args: args})
}

func TestText_roundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := awkward.Draw(t, "text")
		source := printed(textArg("id", content))
		got, set := parsed(t, source)["id"]
		if content == "" {
			if set {
				t.Errorf("an empty text was written:\n%s", source)
			}
			return
		}
		if got.AsString() != content {
			t.Errorf("%q reads back as %q:\n%s", content, got.AsString(), source)
		}
	})
}

func TestMapping_roundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.MapOfN(awkward, awkward, 1, 5).Draw(t, "values")
		source := printed(arg{name: "properties", value: texts(want)})
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

// A comment with a name from the service ends with its line, at every position.
func TestComment_endsWithItsLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := awkward.Draw(t, "name")
		to := ref{extID: "4711", label: name}
		source := printer{resolve: func(ref) string { return "" }}.block(&resource{kind: "a", name: "b",
			args: []arg{refArg("one", to), {name: "two", value: list{to, to}},
				{name: "three", value: mapping{{key: to, value: fixed{}}}}},
			remarks: []string{"Without a value here: " + name},
		})
		got := parsed(t, source)
		if len(got) != 3 || got["one"].AsString() != "4711" || got["two"].LengthInt() != 2 || got["three"].LengthInt() != 1 {
			t.Errorf("the comment sets %v:\n%s", got, source)
		}
	})
}
