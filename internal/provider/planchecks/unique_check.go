package planchecks

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Unique is an attribute that no two objects share whose attribute Scope is the same. Where names
// them in a sentence. Of a flag only true is unique.
type Unique struct{ Attr, Scope, Where string }

// unique is the unique attribute of the type.
func (p *Planned) unique() Unique {
	if p.of.Unique.Attr != "" {
		return p.of.Unique
	}
	return Unique{p.of.Type.Unique.Attr, p.of.Type.RefTo(p.of.Type.Owner), p.of.Type.Unique.Where}
}

// uniqueText returns the text of the unique attribute of an object, or "" while it or what it is
// unique in is unknown.
func (p *Planned) uniqueText(object tftypes.Value) string {
	unique := p.unique()
	if unique.Scope != "" && !rawValue(object, unique.Scope).IsKnown() {
		return ""
	}
	return rawTexts(object, unique.Attr)[0]
}

// warnNotUnique warns if two resources of the configuration have the same unique value.
func (p *Planned) warnNotUnique() {
	unique, value := p.unique(), p.uniqueText(p.resp.Plan.Raw)
	if rawFlag(p.resp.Plan.Raw, unique.Attr) && p.Text(unique.Scope) != "" {
		value = "true"
	}
	if value == "" || p.removed() || p.successor || p.replaced() {
		return
	}
	key := "value " + p.of.Type.Name + " " + objecttype.ImportID(cmp.Or(p.Text(clientPart), "-"), cmp.Or(p.Text(unique.Scope), "-"), value)
	before, _ := p.run.declared.add(key, isKept, cmp.Or(rawID(p.resp.Plan.Raw), "(new)"))
	if before[isKept] == "" || before[isKept] == rawID(p.resp.Plan.Raw) {
		return
	}
	p.Warn(path.Root(unique.Attr), "Not unique in this configuration", fmt.Sprintf("Another resource of this configuration is the %s %q "+
		"with the same %s %q, which is unique %s. Choose another value for one of the two, or remove one.", p.of.Type.Title, before[isKept],
		strings.TrimSuffix(unique.Attr, "_ext_id"), brief(value), unique.Where))
}

// brief returns a value for a message: a digest of a text with several lines, such as a certificate.
func brief(value string) string {
	if !strings.Contains(value, "\n") {
		return value
	}
	sum := sha256.Sum256([]byte(value))
	return "SHA-256 " + hex.EncodeToString(sum[:8])
}
