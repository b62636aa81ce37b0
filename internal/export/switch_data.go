package export

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// removedFile is the file with the removed blocks of the layout data.
const removedFile = "removed.tf"

// switchModules makes the modules of the layout data forget their grants in the former form. A
// resource block holds the grants of all profiles of a module, so the export must contain the
// grants of every profile.
func (s *formSwitch) switchModules() error {
	if lost := s.uncovered(); len(lost) > 0 {
		return fmt.Errorf("this export does not contain the grants of %s: export all kinds, with a caller who can read all grants",
			enumerated(lost))
	}
	var blocks []string
	unknown := s.unknown
	for _, module := range s.modules() {
		for _, row := range rows {
			if formOf(row) == s.former {
				blocks = append(blocks, s.forget(module, "module."+module+"."+row.TypeName()+".all"))
			}
		}
	}
	s.append(removedFile, []byte(strings.Join(blocks, "\n\n")+"\n"))
	for kind, names := range s.byID {
		if formOf(objecttype.ByTypeName(kind)) == s.o.Grants {
			for id := range names {
				delete(s.names.addresses[kind], id)
			}
		}
	}
	s.unknown, s.count = unknown, len(s.keys)
	return nil
}

// uncovered returns the profiles, or the client, with grants that this export does not contain.
func (s *formSwitch) uncovered() []string {
	lost := map[string]bool{}
	for address, key := range s.keys {
		kind, _, _ := strings.Cut(address, ".")
		owner := s.t.Client.ExtID
		if objecttype.ByTypeName(kind).Owner == objecttype.Profile.Name {
			owner = key[1]
		}
		exists := owner == s.t.Client.ExtID || slices.ContainsFunc(s.b.profiles, func(p tenant.Profile) bool { return p.ExtID == owner })
		if exists && !s.covered(address) {
			lost[owner] = true
		}
	}
	return slices.Sorted(maps.Keys(lost))
}

// modules returns the names of the modules that read a file of data.
func (s *formSwitch) modules() []string {
	var all []string
	for file, of := range s.updating.sources {
		if filepath.Dir(file) != "." {
			continue
		}
		for _, block := range of.body.Blocks {
			if source := block.Body.Attributes["source"]; block.Type == "module" && source != nil {
				if value, diags := source.Expr.Value(nil); !diags.HasErrors() && value.AsString() == "./part" {
					all = append(all, block.Labels[0])
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// declaredGrants holds the keys of the grants declared in the layout data. The outer key is module,
// section and profile key; the inner key is the external ID of the role.
type declaredGrants map[[3]string]map[string][]string

// dataProfile is a profile in a YAML file with its grants.
type dataProfile struct {
	Authorizations           map[string]dataGrant `yaml:"authorizations"`
	EnterpriseAuthorizations map[string]dataGrant `yaml:"enterprise_authorizations"`
}

type dataGrant struct {
	Role                string `yaml:"role"`
	RoleExtID           string `yaml:"role_ext_id"`
	EnterpriseRole      string `yaml:"enterprise_role"`
	EnterpriseRoleExtID string `yaml:"enterprise_role_ext_id"`
}

// readGrants reads the grants that the files declare. It fails if a profile has two grants of one
// role, because the other form has different keys for them.
func (e *exporter) readGrants() (declaredGrants, error) {
	declared := declaredGrants{}
	parts := map[string]bool{}
	for _, r := range e.b.resources {
		parts[r.part] = true
	}
	for _, part := range sortedKeys(parts) {
		var file struct {
			Profiles map[string]dataProfile `yaml:"profiles"`
		}
		if err := yaml.Unmarshal(e.existing("data/"+part+".yaml"), &file); err != nil {
			return nil, fmt.Errorf("data/%s.yaml: %w", part, err)
		}
		for key, profile := range file.Profiles {
			for grant, of := range profile.Authorizations {
				declared.add([3]string{part, "authorizations", key}, grant, e.roleInFile(part, kindRole, grant, of.Role, of.RoleExtID))
			}
			for grant, of := range profile.EnterpriseAuthorizations {
				declared.add([3]string{part, "enterprise_authorizations", key}, grant,
					e.roleInFile(part, kindEnterpriseRole, grant, of.EnterpriseRole, of.EnterpriseRoleExtID))
			}
		}
	}
	return declared, e.rejectDuplicateGrants()
}

// roleInFile returns the external ID of a grant's role: the ID in the grant, or else the ID of the
// role that the grant or its key names.
func (e *exporter) roleInFile(part, kind, grant, role, extID string) string {
	if extID != "" {
		return extID
	}
	if role == "" {
		role = grant
	}
	for id, r := range e.byID[kind] {
		if r.name == role && (r.part == part || r.part == partTenant) {
			if key, err := objecttype.ByTypeName(kind).Key.Parse(id); err == nil {
				return key[len(key)-1]
			}
		}
	}
	return ""
}

// rejectDuplicateGrants returns an error if profiles have two grants of one role: the two forms
// have different keys for them.
func (e *exporter) rejectDuplicateGrants() error {
	var profiles []string
	for _, p := range e.b.profiles {
		roles, enterpriseRoles := map[string]bool{}, map[string]bool{}
		for _, a := range p.Authorizations {
			roles[a.RoleExtID] = true
		}
		for _, a := range p.EnterpriseAuthorizations {
			enterpriseRoles[a.EnterpriseRoleExtID] = true
		}
		if len(roles) < len(p.Authorizations) || len(enterpriseRoles) < len(p.EnterpriseAuthorizations) {
			profiles = append(profiles, p.ExtID)
		}
	}
	if len(profiles) == 0 {
		return nil
	}
	slices.Sort(profiles)
	return fmt.Errorf("these profiles have two grants of one role: %s: remove one of the two, or export the other form to a new folder",
		enumerated(slices.Compact(profiles)))
}

func (d declaredGrants) add(at [3]string, key, role string) {
	if d[at] == nil {
		d[at] = map[string][]string{}
	}
	d[at][role] = append(d[at][role], key)
}

func (d declaredGrants) at(r, owner *resource) map[string][]string {
	if owner == nil {
		return nil
	}
	return d[[3]string{owner.part, objecttype.ByTypeName(r.kind).Export.Key, owner.name}]
}

// key returns the key of the grant of a role; "" if the file does not declare it.
func (d declaredGrants) key(r, owner *resource, role string) string {
	if keys := d.at(r, owner)[role]; len(keys) > 0 && role != "" {
		return slices.Min(keys)
	}
	return ""
}

// free returns a key that neither the file nor the export uses.
func (d declaredGrants) free(r, owner *resource, n *node, key string) string {
	return freeKey(n, key, func(key string) bool {
		for _, keys := range d.at(r, owner) {
			if slices.Contains(keys, key) {
				return true
			}
		}
		return false
	})
}

// enumerated joins the first ten elements, and counts the others.
func enumerated(all []string) string {
	const most = 10
	if len(all) <= most {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), len(all)-most)
}
