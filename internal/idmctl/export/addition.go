package export

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Addition is a file that adds objects to an existing root module: their resources, written as in
// an export, and their import blocks.
type Addition struct {
	// Addresses are the addresses of the root's objects that references can use, by type and import
	// ID.
	Addresses map[string]map[string]string
	// Authoritative writes the grants of each added profile as authoritative resources.
	Authoritative bool
	// Providers counts the root's objects by provider configuration, such as idm.second. The added
	// objects have the configuration of most of them.
	Providers map[string]int

	// wanted holds the import IDs of the objects to add, by type; the value is false once the file
	// has the object.
	wanted    map[string]map[string]bool
	reserved  map[string]map[string]bool
	reasons   map[string]skip
	resources []*resource
}

// NewAddition returns an empty addition for the root modules in folders. It uses none of the
// resource names that they declare.
func NewAddition(folders []string) *Addition {
	a := &Addition{wanted: map[string]map[string]bool{}, reserved: map[string]map[string]bool{}, reasons: map[string]skip{}}
	for _, folder := range folders {
		// The names in a folder that cannot be read stay unreserved; the next plan reports a
		// collision.
		if in, err := readFolder(folder); err == nil {
			for kind, names := range in.reserved {
				for name := range names {
					put(a.reserved, kind, name, true)
				}
			}
		}
	}
	return a
}

// Want marks an object for Add.
func (a *Addition) Want(kind, id string) { put(a.wanted, kind, id, true) }

// Imports returns the number of resources in the file.
func (a *Addition) Imports() int { return len(a.resources) }

// Reason returns why a wanted object is not in the file; "" if the file has it.
func (a *Addition) Reason(kind, id string) string {
	if !a.wanted[kind][id] {
		return ""
	}
	if reason := a.reasons[kind+" "+id]; reason != "" {
		return string(reason)
	}
	row := objecttype.ByTypeName(kind)
	if key, err := row.Key.Parse(id); row.Owner == objecttype.Profile.Name && err == nil &&
		a.reasons[kindProfile+" "+objecttype.ImportID(key[:2]...)] == archivedForGood {
		return "its profile is archived, which is final"
	}
	return "it, or the list that contains it, could not be read completely"
}

// Add adds the wanted objects that exist in a tenant.
func (a *Addition) Add(t *tenant.Tenant) {
	// The roles of all applications are candidates, not only the roles of the client's applications.
	all := *t
	all.Applications = slices.Concat(t.Applications, t.AllApplications)
	slices.SortStableFunc(all.Applications, func(a, b idm.Application) int { return strings.Compare(a.ExtID, b.ExtID) })
	all.Applications = slices.CompactFunc(all.Applications, func(a, b idm.Application) bool { return a.ExtID == b.ExtID })
	for _, form := range GrantChoices {
		n := namer{fixed: a.fixed(), reserved: a.reserved}
		b := build(&all, Options{Grants: form, People: true, Only: types}, n, nil, &Summary{})
		a.skip(b)
		b.members(a)
		for _, r := range b.resources {
			if a.takes(r, form) {
				a.take(r, t.Client.ExtID)
			}
		}
	}
	for _, r := range a.resources {
		put(a.reserved, r.kind, r.name, true)
	}
}

// plainAddress matches the address of a resource in the root module, without an instance key.
var plainAddress = regexp.MustCompile(`^[a-z_]+\.([A-Za-z_][A-Za-z0-9_-]*)$`)

// fixed returns the names of the root's resources, by type and import ID.
func (a *Addition) fixed() map[string]map[string]string {
	fixed := map[string]map[string]string{}
	for kind, addresses := range a.Addresses {
		fixed[kind] = map[string]string{}
		for id, address := range addresses {
			if found := plainAddress.FindStringSubmatch(address); found != nil {
				fixed[kind][id] = found[1]
			}
		}
	}
	return fixed
}

// skip records why objects are left out.
func (a *Addition) skip(b *builder) {
	for reason, objects := range b.skipped {
		for _, object := range objects {
			a.reasons[object] = reason
		}
	}
	for _, object := range b.archived {
		a.reasons[object] = archivedForGood
	}
}

// takes reports whether a resource belongs in the file. The roles of an added enterprise role are
// one authoritative resource, as in an export. The grants of an added profile are authoritative if
// the root uses that form.
func (a *Addition) takes(r *resource, form Grants) bool {
	row := objecttype.ByTypeName(r.kind)
	switch {
	case r.name == "" || row.Class == objecttype.Properties:
		return false
	case row == objecttype.EnterpriseRoleMembers:
		return form == Single && a.has(objecttype.EnterpriseRole, r.id)
	case row.Class == objecttype.Set:
		return a.Authoritative && row.Owner == objecttype.Profile.Name && a.has(objecttype.Profile, r.id)
	case form != Single || !a.wanted[r.kind][r.id]:
		return false
	case row.Class == objecttype.Grant && row.Owner != "":
		return !a.inSet(row, r.id)
	}
	return true
}

// has reports whether the file gets an object.
func (a *Addition) has(row *objecttype.Type, id string) bool {
	_, wanted := a.wanted[row.TypeName()][id]
	return wanted && a.reasons[row.TypeName()+" "+id] == ""
}

// inSet reports whether a grant or a member is part of an authoritative resource in the file.
func (a *Addition) inSet(row *objecttype.Type, id string) bool {
	if row.Owner == objecttype.Profile.Name && !a.Authoritative {
		return false
	}
	key, err := row.Key.Parse(id)
	return err == nil && a.has(objecttype.ByName(row.Owner), objecttype.ImportID(key[:2]...))
}

// take adds a resource and sets its client and provider configuration explicitly, because the
// defaults of the root can be missing or different.
func (a *Addition) take(r *resource, client string) {
	row := objecttype.ByTypeName(r.kind)
	args := providerArg(preferred(a.Providers))
	if row.OfClient() || row == objecttype.PropertyDefinition && !slices.ContainsFunc(r.args, isAllClients) {
		args = append(args, textArg("client_ext_id", client))
	}
	r.args = append(args, r.args...)
	a.resources = append(a.resources, r)
	if a.wanted[r.kind] != nil {
		a.wanted[r.kind][r.id] = false
	}
	if row.Class != objecttype.Set {
		return
	}
	for id := range a.wanted[row.Single().TypeName()] {
		if strings.HasPrefix(id, r.id+"/") {
			a.wanted[row.Single().TypeName()][id] = false
		}
	}
}

func isAllClients(a arg) bool { return a.name == "all_clients" }

// members adds each wanted role of an enterprise role as a single resource.
func (b *builder) members(a *Addition) {
	var objects []candidate
	var all []resource
	for _, e := range b.t.EnterpriseRoles {
		for _, role := range e.Members {
			id := b.inClient(e.ExtID, role.ExtID)
			if !a.wanted[kindEnterpriseRoleMember][id] {
				continue
			}
			all = append(all, resource{kind: kindEnterpriseRoleMember, id: id, part: partTenant, args: []arg{
				b.refArg("enterprise_role_ext_id", objecttype.EnterpriseRole, e.ExtID),
				b.refArg("role_ext_id", objecttype.Role, role.ExtID),
			}})
			objects = append(objects, candidate{id: id, key: role.ExtID, names: [][]string{
				{b.names[kindEnterpriseRole][b.inClient(e.ExtID)], label(b.labels[kindRole][role.ExtID])},
				{b.names[kindEnterpriseRole][b.inClient(e.ExtID)], label(role.ExtID)},
			}})
		}
	}
	b.assignNames(kindEnterpriseRoleMember, objects)
	for _, r := range all {
		r.name = b.names[kindEnterpriseRoleMember][r.id]
		if reason := skipReason(r); reason != "" {
			a.reasons[r.kind+" "+r.id] = reason
			continue
		}
		b.resources = append(b.resources, &r)
	}
}

// File returns the content of the file, with comments at the top.
func (a *Addition) File(comments ...string) []byte {
	var b bytes.Buffer
	b.Write(commentLines(comments...))
	added := map[string]map[string]string{}
	for _, r := range a.resources {
		put(added, r.kind, r.id, r.name)
	}
	p := printer{resolve: func(to ref) string {
		if name := added[to.kind][to.id]; name != "" {
			return to.kind + "." + name + ".ext_id"
		}
		if address := a.Addresses[to.kind][to.id]; address != "" {
			return address + ".ext_id"
		}
		return ""
	}}
	for _, r := range a.resources {
		fmt.Fprintf(&b, "\n%s", p.block(r))
	}
	for _, r := range a.resources {
		fmt.Fprintf(&b, "\n%s", importBlock(r.kind+"."+r.name, r.id, r.args))
	}
	return hclwrite.Format(b.Bytes())
}
