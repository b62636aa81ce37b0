package export

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// body is the content of a block.
type body struct{ hcl *hclwrite.Body }

// block is one formatted block.
func block(kind string, labels []string, fill func(body)) []byte {
	file := hclwrite.NewEmptyFile()
	fill(body{file.Body().AppendNewBlock(kind, labels).Body()})
	return hclwrite.Format(file.Bytes())
}

// writable reports whether the CLI keeps a text as it is.
func writable(text string) bool { return cty.NormalizeString(text) == text }

func literal(text string) hclwrite.Tokens { return hclwrite.TokensForValue(cty.StringVal(text)) }

// text sets an attribute; an empty text is left out, as it means that there is none.
func (b body) text(name, value string) {
	if value != "" {
		b.hcl.SetAttributeRaw(name, literal(value))
	}
}

// flag sets a boolean; nil is left out.
func (b body) flag(name string, value *bool) {
	if value != nil {
		b.hcl.SetAttributeValue(name, cty.BoolVal(*value))
	}
}

// yes sets a boolean to true.
func (b body) yes(name string) { b.hcl.SetAttributeValue(name, cty.True) }

// state sets a text that must be one of the allowed ones; another is left out, which leaves it to
// the service.
func (b body) state(name, value string, allowed ...string) {
	if slices.Contains(allowed, value) {
		b.text(name, value)
	}
}

// extID sets an external id: a reference to the resource that has it or, where the folder has none,
// the id itself.
func (b body) extID(attribute, kind, resource, extID string) {
	if resource == "" {
		b.text(attribute, extID)
		return
	}
	b.reference(attribute, kind, resource, "ext_id")
}

// reference sets an attribute to a resource or something of it.
func (b body) reference(attribute, root string, steps ...string) {
	traversal := hcl.Traversal{hcl.TraverseRoot{Name: root}}
	for _, step := range steps {
		traversal = append(traversal, hcl.TraverseAttr{Name: step})
	}
	b.hcl.SetAttributeTraversal(attribute, traversal)
}

// pair is an element of an object.
type pair struct{ key, value hclwrite.Tokens }

// object sets an attribute to an object; one without elements is left out.
func (b body) object(name string, pairs []pair) {
	if len(pairs) > 0 {
		b.hcl.SetAttributeRaw(name, objectTokens(pairs))
	}
}

func objectTokens(pairs []pair) hclwrite.Tokens {
	attributes := make([]hclwrite.ObjectAttrTokens, len(pairs))
	for i, p := range pairs {
		attributes[i] = hclwrite.ObjectAttrTokens{Name: p.key, Value: p.value}
	}
	return hclwrite.TokensForObject(attributes)
}

func (b body) localized(name string, text idm.Localized) { b.object(name, localized(text)) }

func localized(text idm.Localized) []pair {
	var pairs []pair
	for _, language := range []string{"en", "de", "fr", "it"} {
		if value := text[strings.ToUpper(language)]; value != "" {
			pairs = append(pairs, pair{hclwrite.TokensForIdentifier(language), literal(value)})
		}
	}
	return pairs
}

func (b body) validity(v idm.Validity) { b.object("validity", bounds(v)) }

func bounds(v idm.Validity) []pair {
	var pairs []pair
	if v.From != "" {
		pairs = append(pairs, pair{hclwrite.TokensForIdentifier("from"), literal(v.From)})
	}
	if v.To != "" {
		pairs = append(pairs, pair{hclwrite.TokensForIdentifier("to"), literal(v.To)})
	}
	return pairs
}

// comment adds lines of comment, which must hold no text of the service that is not quoted.
func (b body) comment(lines ...string) { b.hcl.AppendUnstructuredTokens(commentTokens(lines)) }

func commentTokens(lines []string) hclwrite.Tokens {
	var tokens hclwrite.Tokens
	for _, line := range lines {
		tokens = append(tokens, &hclwrite.Token{Type: hclsyntax.TokenComment, Bytes: []byte("# " + line + "\n")})
	}
	return tokens
}

func providerBlock(client string) []byte {
	file := hclwrite.NewEmptyFile()
	settings := file.Body().AppendNewBlock("terraform", nil).Body()
	settings.SetAttributeValue("required_version", cty.StringVal(">= 1.11"))
	settings.AppendNewline()
	settings.AppendNewBlock("required_providers", nil).Body().SetAttributeRaw("idm", objectTokens([]pair{
		{hclwrite.TokensForIdentifier("source"), literal("identity-iac/idm")},
	}))
	file.Body().AppendNewline()
	file.Body().AppendUnstructuredTokens(commentTokens([]string{
		"The address of the service and the login come from the environment: IDM_BASE_URL, IDM_TOKEN and the others.",
	}))
	body{file.Body().AppendNewBlock("provider", []string{"idm"}).Body()}.text("client_ext_id", client)
	return hclwrite.Format(file.Bytes())
}
