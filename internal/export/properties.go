package export

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

const propertiesFile = "properties.tf"

// properties writes the properties of an object. An import takes over all that the object has, so
// the values that are not written are ignored in plans: they stay what they are until somebody adds
// them.
func (e *exporter) properties(ctx context.Context, p tenant.Properties, r resource) error {
	if p.Empty() {
		return nil
	}
	withheld := slices.Concat(p.Encrypted, p.Undefined)
	if len(withheld) > 0 {
		id := idm.ImportID(append([]string{e.t.Client.ExtID}, r.key...)...)
		e.summary.Withheld = append(e.summary.Withheld, Withheld{Type: r.kind, ID: id, Names: withheld})
		if len(p.Values) == 0 {
			return e.staging.append(propertiesFile, commentTokens([]string{
				fmt.Sprintf("Not exported: %s %q has only properties that are or may be secrets, %s.", r.kind, id, quoted(withheld)),
			}).Bytes())
		}
	}
	owner := r.body
	r.file = propertiesFile
	r.body = func(b body) {
		owner(b)
		var pairs []pair
		for _, name := range slices.Sorted(maps.Keys(p.Values)) {
			// A name may be a word of the language, so it is always quoted.
			pairs = append(pairs, pair{literal(name), literal(p.Values[name])})
		}
		b.object("properties", pairs)
		b.withhold(p)
	}
	return e.add(ctx, r)
}

// withhold leaves values alone that are not written, and tells how to add them.
func (b body) withhold(p tenant.Properties) {
	var ignored []hclwrite.Tokens
	var lines []string
	if len(p.Encrypted) > 0 {
		lines = append(lines, fmt.Sprintf("Encrypted, so without a value here: %s.", quoted(p.Encrypted)),
			"To manage them, write them into sensitive_properties, by variables that are sensitive, and take that name out of ignore_changes.")
		ignored = append(ignored, hclwrite.TokensForIdentifier("sensitive_properties"))
	}
	if len(p.Undefined) > 0 {
		lines = append(lines, fmt.Sprintf("Without a definition, so perhaps secret and without a value here: %s.", quoted(p.Undefined)))
		for _, name := range p.Undefined {
			ignored = append(ignored, hclwrite.TokensForTraversal(hcl.Traversal{
				hcl.TraverseRoot{Name: "properties"}, hcl.TraverseIndex{Key: cty.StringVal(name)},
			}))
		}
	}
	if len(lines) > 0 {
		b.hcl.AppendNewline()
		b.comment(lines...)
		b.hcl.AppendNewBlock("lifecycle", nil).Body().SetAttributeRaw("ignore_changes", hclwrite.TokensForTuple(ignored))
	}
}

func quoted(names []string) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(texts, ", ")
}

// grantProperties writes the properties of a profile's authorizations. Only single authorizations
// are resources that these can refer to.
func (e *exporter) grantProperties(ctx context.Context, p tenant.Profile) error {
	for _, a := range p.Authorizations {
		name := e.names.authorizations[idm.ImportID(p.ExtID, a.ExtID)]
		err := e.properties(ctx, a.Properties, resource{
			kind: "idm_authorization_properties", name: name, key: []string{p.ExtID, a.ExtID},
			body: func(b body) {
				b.extID("profile_ext_id", "idm_profile", e.names.profiles[p.ExtID], p.ExtID)
				if e.grants == Authoritative {
					b.text("authorization_ext_id", a.ExtID)
					return
				}
				b.extID("authorization_ext_id", "idm_authorization", name, a.ExtID)
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
