package escape_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"pgregory.net/rapid"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"Zürich 東京 👩\u200d💻 ✏️ 1️⃣":            "Zürich 東京 👩\u200d💻 ✏️ 1️⃣",
		"क्\u200dष نمی\u200cخواهم 葛\U000e0100": "क्\u200dष نمی\u200cخواهم 葛\U000e0100",
		"a\nb\tc\rd\x1b[0m\u202ee\u200b":       `a\nb\tc\rd\u001b[0m\u202ee\u200b`,
		"\u009b31m\x7f":                        `\u009b31m\u007f`,
		"\xff":                                 "�",
		"a\u2028b":                             `a\u2028b`,
		"ad\u200dmin ad\u200cmin":              `ad\u200dmin ad\u200cmin`,
		"\u3164 \u115f \u034f \u2800":          `\u3164 \u115f \u034f \u2800`,
		"\u0301x":                              `\u0301x`,
		"e\u0301":                              "e\u0301",
		"a\ufe0f \U000e0061 \U000f0000":        `a\ufe0f \U000e0061 \U000f0000`,
		"##[error]x ##vso[task x]":             `#\u0023[error]x #\u0023vso[task x]`,
		"x ###[group]":                         `x ##\u0023[group]`,
		"::error::x":                           `:\u003aerror::x`,
		"  ::set-env name=A::B":                `  :\u003aset-env name=A::B`,
		"x ::a ::stop-commands::y":             `x :\u003aa :\u003astop-commands::y`,
		"dial tcp [::1]:80: refused":           "dial tcp [::1]:80: refused",
		":::error::":                           `:\u003a:error::`,
		"crm::reader":                          "crm::reader",
		"crm::admin::eu":                       "crm::admin::eu",
		"write provider::idm::day_end(\"x\")":  "write provider::idm::day_end(\"x\")",
	} {
		if got := escape.Text(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	if got, want := escape.Lines("one\r\n\t::error::x\n\rtwo"), "one\n\t:\\u003aerror::x\n\\rtwo"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// nasty generates texts from pieces that have a special effect in some output.
func nasty() *rapid.Generator[string] {
	piece := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"::", ":", "##", "#", "[", "vso[", "error", "::error::", " ", "\n", "\r", "\t", "\x1b", "\u009b", "\u0085", "\x00", "\x7f",
		"\u202e",
		"\u200d", "\u200c", "\ufe0f", "\u3164", "$", "%", "{", "}", "${", "%{", "~", `"`, `\`, `\u0041`, "'", "\u2028", "👩", "💻", "क्",
		"\u0301",
	}))
	return rapid.Map(rapid.SliceOfN(piece, 0, 12), func(pieces []string) string { return strings.Join(pieces, "") })
}

var (
	oldForm = regexp.MustCompile(`##[A-Za-z]*\[`)
	newForm = regexp.MustCompile(`(?m)^\s*::.*::|(^|[^\pL\p{Nd}])::[A-Za-z][\w-]*(\s.*)?::`)
)

func checkHarmless(t *rapid.T, text string) {
	t.Helper()
	for _, r := range text {
		if unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u200b' || r == '\u3164' {
			t.Fatalf("%q is left in %q", r, text)
		}
	}
	if oldForm.MatchString(text) || newForm.MatchString(text) {
		t.Fatalf("a command is left in %q", text)
	}
}

func TestText_property(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := escape.Text(nasty().Draw(t, "text"))
		checkHarmless(t, text)
		if again := escape.Text(text); again != text {
			t.Fatalf("%q becomes %q", text, again)
		}
	})
}

func TestLines_property(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := escape.Lines(nasty().Draw(t, "text"))
		for line := range strings.SplitSeq(text, "\n") {
			checkHarmless(t, strings.ReplaceAll(line, "\t", " "))
		}
	})
}

func TestJSON_property(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(nasty().Draw(t, "text"), "�")
		encoded, err := json.Marshal(map[string]string{text: text})
		if err != nil {
			t.Fatal(err)
		}
		shown := escape.JSON(encoded)
		checkHarmless(t, string(shown))
		var read map[string]string
		if err := json.Unmarshal(shown, &read); err != nil || read[text] != text {
			t.Fatalf("%s: %v", shown, err)
		}
	})
}

func TestQuoted_property(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(nasty().Draw(t, "text"), "�")
		quoted := escape.Quoted(text)
		checkHarmless(t, quoted)
		expression, problems := hclsyntax.ParseExpression([]byte(quoted), "x.tf", hcl.InitialPos)
		if problems.HasErrors() {
			t.Fatalf("%s: %v", quoted, problems)
		}
		value, problems := expression.Value(nil)
		// HCL normalizes strings, so compare the normalized text.
		if problems.HasErrors() || !value.RawEquals(cty.StringVal(text)) {
			t.Fatalf("%s is %#v: %v", quoted, value, problems)
		}
	})
}
