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
// ID.
func (p *player) adopt(diags acctest.Diagnostics) {
	for _, d := range diags {
		address, _, _ := strings.Cut(d.Summary, ": ")
		i := p.world.state[address]
		if i == nil || i.Values != nil {
			continue
		}
		if match := secondObject.FindStringSubmatch(d.Detail); match != nil {
			if o := p.look(address, func(o tenantgen.Object) bool { return o.ExtID == match[1] }); o != nil {
				p.direct(http.MethodDelete, o.Path, nil)
			}
		}
		match := importBlock.FindStringSubmatch(d.Detail)
		if match == nil {
			continue
		}
		id := match[1]
		if strings.Contains(id, unknownID) {
			o := p.look(address, func(tenantgen.Object) bool { return true })
			if o == nil {
				continue
			}
			id = strings.Replace(id, unknownID, o.ExtID, 1)
		}
		i.Import(p.world.t, p.world.service.Protocol(p.world.t), id)
	}
}

// look finds an object of the service that the resource at an address declares, nil if none exists.
func (p *player) look(address string, matches func(tenantgen.Object) bool) *tenantgen.Object {
	objects := p.objects()
	n := slices.IndexFunc(objects, func(o tenantgen.Object) bool { return o.Address() == address && matches(o) })
	if n < 0 {
		return nil
	}
	return &objects[n]
}
