package export

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/gosimple/slug"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// maxLabel bounds what a single text adds to a name.
const maxLabel = 48

// names are the resource names of objects by external id; those of a grant by its import id below
// the client.
type names struct {
	units, profiles, authorizations, enterpriseAuthorizations, applications map[string]string
}

// object is what a name is made of: labels of what people know it by, and the key that tells it
// apart.
type object struct {
	id     string
	labels []string
	key    string
}

// nameAll names everything in a tenant: the same object has the same name in each export as long as
// nothing new shares its words.
func nameAll(t *tenant.Tenant) names {
	var n names
	unitWords := map[string]string{}
	var units []object
	for _, unit := range t.Units {
		unitWords[unit.ExtID] = cmp.Or(unit.Name, unit.ExtID)
		units = append(units, object{unit.ExtID, []string{label(unitWords[unit.ExtID])}, unit.ExtID})
	}
	n.units = distinct("unit", units)

	logins := map[string]string{}
	for _, user := range t.Users {
		logins[user.ExtID] = user.LoginID
	}
	var profiles []object
	for _, p := range t.Profiles {
		words := []string{label(cmp.Or(logins[p.UserExtID], p.UserExtID)), label(cmp.Or(unitWords[p.UnitExtID], p.UnitExtID))}
		profiles = append(profiles, object{p.ExtID, words, p.ExtID})
	}
	n.profiles = distinct("profile", profiles)

	var authorizations, enterpriseAuthorizations []object
	for _, p := range t.Profiles {
		name := n.profiles[p.ExtID]
		for _, a := range p.Authorizations {
			authorizations = append(authorizations, object{idm.ImportID(p.ExtID, a.ExtID), []string{name, label(a.RoleExtID)}, a.ExtID})
		}
		for _, a := range p.EnterpriseAuthorizations {
			enterpriseAuthorizations = append(enterpriseAuthorizations,
				object{idm.ImportID(p.ExtID, a.ExtID), []string{name, label(a.EnterpriseRoleExtID)}, a.ExtID})
		}
	}
	n.authorizations = distinct("authorization", authorizations)
	n.enterpriseAuthorizations = distinct("enterprise_authorization", enterpriseAuthorizations)

	var applications []object
	for _, a := range t.Applications {
		applications = append(applications, object{a.ExtID, []string{label(cmp.Or(a.Name, a.ExtID))}, a.ExtID})
	}
	n.applications = distinct("application", applications)
	return n
}

// distinct gives each object a name of its own: its labels; where several share those, each of them
// gets its key too; and what is still the same gets a sum of its id. So no name depends on the
// order of the objects. An object that cannot be written gets none.
func distinct(noun string, objects []object) map[string]string {
	objects = slices.DeleteFunc(objects, func(o object) bool { return !writable(o.id) })
	level := make([]int, len(objects))
	given := make([]string, len(objects))
	for clash := true; clash; {
		clash = false
		holders := map[string][]int{}
		for i, o := range objects {
			given[i] = o.name(noun, level[i])
			holders[given[i]] = append(holders[given[i]], i)
		}
		for _, same := range holders {
			for _, i := range same {
				if len(same) > 1 && level[i] < sumLevel {
					level[i]++
					clash = true
				}
			}
		}
	}
	byID := make(map[string]string, len(objects))
	for i, o := range objects {
		byID[o.id] = given[i]
	}
	return byID
}

// sumLevel is the last way to tell names apart.
const sumLevel = 2

func (o object) name(noun string, level int) string {
	labels := slices.Clone(o.labels)
	if level >= 1 {
		labels = append(labels, label(o.key))
	}
	if level >= sumLevel {
		sum := sha256.Sum256([]byte(o.id))
		labels = append(labels, hex.EncodeToString(sum[:6]))
	}
	labels = slices.DeleteFunc(labels, func(label string) bool { return label == "" })
	name := strings.Join(labels, "_")
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		name = strings.TrimSuffix(noun+"_"+name, "_")
	}
	return name
}

// label turns a text into the letters, digits and underscores of a name; umlauts and other scripts
// are written in ASCII.
func label(text string) string {
	text = strings.NewReplacer("&", " ", "@", " ", "'", " ", "’", " ").Replace(text)
	words := strings.FieldsFunc(slug.MakeLang(text, "de"), func(r rune) bool { return r == '-' || r == '_' })
	joined := strings.Join(words, "_")
	return strings.TrimRight(joined[:min(len(joined), maxLabel)], "_")
}
