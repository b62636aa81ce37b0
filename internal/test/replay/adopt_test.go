package replay

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

var (
	importBlock = regexp.MustCompile(`import \{\s+to = \S+[^\n]*\n\s+id = "([^"]+)"`)
	// unknownID matches the import ID in an error about an object with an unknown external ID;
	// created matches the objects that a create may have created.
	unknownID = regexp.MustCompile(`its import ID is (?:"([^"]*)" followed by )?its external ID`)
	created   = regexp.MustCompile(`have been created in the meantime: ([^\n]*?)\. Look`)
)

// adopt follows the remedies of errors before the next apply: it imports the object of an import
// block, or searches the service for the object with an unknown external ID. It keeps only one of
// several objects that a create may have created.
func (p *player) adopt(diags acctest.Diagnostics) {
	for _, d := range diags {
		address, _, _ := strings.Cut(d.Summary, ": ")
		i, id := p.world.state[address], ""
		if i == nil || i.Values != nil {
			continue
		}
		if match := importBlock.FindStringSubmatch(d.Detail); match != nil {
			id = match[1]
		} else if match := unknownID.FindStringSubmatch(d.Detail); match != nil {
			if made := p.declaredAt(address); len(made) > 0 {
				id = match[1] + made[0].ExtID
			}
		}
		if id == "" {
			continue
		}
		if match := created.FindStringSubmatch(d.Detail); match != nil {
			p.deleteOthers(address, id, strings.Split(match[1], ", "))
		}
		i.Import(p.world.t, p.world.service.Protocol(p.world.t), id)
	}
}

// deleteOthers deletes the objects that a create may have created, except for the imported one.
func (p *player) deleteOthers(address, imported string, candidates []string) {
	for _, o := range p.declaredAt(address) {
		if slices.Contains(candidates, o.ExtID) && !strings.HasSuffix(imported, o.ExtID) {
			p.deleted[o.ExtID] = true
			p.direct(http.MethodDelete, o.Path, nil)
		}
	}
}

// declaredAt returns the objects of the service that the resource at an address declares.
func (p *player) declaredAt(address string) []tenantgen.Object {
	return slices.DeleteFunc(p.objects(), func(o tenantgen.Object) bool { return o.Address() != address })
}
