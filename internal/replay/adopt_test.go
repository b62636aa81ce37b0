package replay

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/tenantgen"
)

var (
	importBlock = regexp.MustCompile(`import \{\s+to = \S+[^\n]*\n\s+id = "([^"]+)"`)
	// secondObject is in the error of a repeated create whose object could not be deleted.
	secondObject = regexp.MustCompile(`The retry created "([^"]+)", which could not be deleted`)
)

// unknownID is what an import block has in place of an external ID that the service assigned.
const unknownID = "EXT-ID"

// adopt does what errors ask for before the next apply: it deletes the second object of a create,
// imports the object of an import block, and looks in the service for one without a known external
// ID. Of several that a create may have made it keeps one.
func (p *player) adopt(diags acctest.Diagnostics) {
	for _, d := range diags {
		address, _, _ := strings.Cut(d.Summary, ": ")
		i, match := p.world.state[address], importBlock.FindStringSubmatch(d.Detail)
		if match == nil || i == nil || i.Values != nil {
			continue
		}
		id, made := match[1], p.declaredAt(address)
		if second := secondObject.FindStringSubmatch(d.Detail); second != nil {
			made = slices.DeleteFunc(made, func(o tenantgen.Object) bool { return o.ExtID == second[1] && p.delete(o) })
		}
		if strings.Contains(id, unknownID) {
			if len(made) == 0 {
				continue
			}
			id = strings.Replace(id, unknownID, made[0].ExtID, 1)
		}
		if strings.Contains(d.Detail, "each may have created an object") {
			for _, o := range made[min(1, len(made)):] {
				p.delete(o)
			}
		}
		i.Import(p.world.t, p.world.service.Protocol(p.world.t), id)
	}
}

// declaredAt are the objects of the service that the resource at an address declares.
func (p *player) declaredAt(address string) []tenantgen.Object {
	return slices.DeleteFunc(p.objects(), func(o tenantgen.Object) bool { return o.Address() != address })
}

// delete deletes an object that an error names.
func (p *player) delete(o tenantgen.Object) bool {
	p.wire.second[o.ExtID] = true
	p.direct(http.MethodDelete, o.Path, nil)
	return true
}
