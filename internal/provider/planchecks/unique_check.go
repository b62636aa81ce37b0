package planchecks

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

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

// warnNotUnique warns if two resources of the configuration have the same unique value.
func (p *Planned) warnNotUnique() {
	unique := p.unique()
	if unique.Attr == "" || p.removed() || p.successor || p.replaced() {
		return
	}
	value, known := p.claimed(unique)
	if !known {
		return
	}
	key := "value " + p.of.Type.Name + " " + objecttype.ImportID(cmp.Or(p.Text(clientPart), "-"), cmp.Or(p.Text(unique.Scope), "-"), value)
	before, _ := p.run.declared.add(key, declaration{kept: cmp.Or(rawID(p.resp.Plan.Raw), "(new)")})
	if before.kept == "" || before.kept == rawID(p.resp.Plan.Raw) {
		return
	}
	p.Warn(path.Root(unique.Attr), "Not unique in this configuration", fmt.Sprintf("Another resource of this configuration is the %s %q "+
		"with the same %s %q, which is unique %s. Choose another value for one of the two, or remove one.", p.of.Type.Title, before.kept,
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

// claimed is the value of the unique attribute, when it and its scope are known.
func (p *Planned) claimed(unique Unique) (value string, known bool) {
	if scope := p.after(unique.Scope); unique.Scope != "" && (scope == nil || scope.IsUnknown()) {
		return "", false
	}
	switch v := p.after(unique.Attr).(type) {
	case types.String:
		return v.ValueString(), v.ValueString() != ""
	case types.Bool:
		return "true", v.ValueBool()
	}
	return "", false
}
