package planchecks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// warnUnchecked warns about a replacement whose key, unique value or references are known only
// during the apply: the object is destroyed before the service can refuse the new one.
func (p *Planned) warnUnchecked() {
	old, ends := p.ended()
	if p.run.Mode == ModeOff || !ends {
		return
	}
	names := p.unchecked()
	if len(names) == 0 {
		return
	}
	p.resp.Diagnostics.AddAttributeWarning(path.Root(names[0]), "Replaced before it can be checked",
		fmt.Sprintf("Object: %s %q\nKnown only during the apply: %s\n\nThe plan cannot check such a value, and destroys the object first. "+
			"If the value is then taken or refers to no object, the service refuses the create, and the object is lost. First apply the "+
			"resource that supplies the value, with -target or in an earlier apply. If the old and the new object can exist at the same "+
			"time, create_before_destroy = true in its lifecycle keeps the old one until the new one exists.",
			p.of.Type.Title, rawID(old), strings.Join(names, ", ")))
}

// unchecked returns the attributes of the key, the unique value and the references that the
// configuration leaves unknown. It omits a reference if the run creates an object of its type whose
// external ID is not known yet: the reference is probably to that object.
func (p *Planned) unchecked() (names []string) {
	of := p.of.Type
	all := append(slices.Clone(of.Key), p.unique().Attr)
	for _, ref := range of.Refs {
		all = append(all, ref.Attr)
	}
	for _, name := range all {
		to := of.Ref(name)
		if name == clientPart {
			to = objecttype.Client
		}
		value := rawValue(p.req.Config.Raw, name)
		// Of a map, only the keys are references, which are known.
		unknown := !value.IsKnown() || !value.IsNull() && value.Type().Is(tftypes.Set{}) && !value.IsFullyKnown()
		if unknown && !slices.Contains(names, name) && !p.run.creates(to, "") {
			names = append(names, name)
		}
	}
	return names
}
