package tenantgen

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// ownKey matches the start of the label of every declared object.
var ownKey = regexp.MustCompile(`^[a-z]+[0-9]+$`)

// keyOf returns the key at the start of an object's label. For objects of the demo tenant it
// returns the external ID.
func (k *kind) keyOf(d map[string]any) string {
	key, _, _ := strings.Cut(Text(d, APIName(k.label())), " ")
	if ownKey.MatchString(key) {
		return key
	}
	return cmp.Or(Text(d, "extId"), Text(d, "scope")+"/"+Text(d, "name"))
}

// addCatalog adds the objects of the catalog in the simulator.
func (h *holdings) addCatalog(all map[string][]map[string]any) {
	for _, k := range kinds {
		for _, d := range all[k.table()] {
			h.addEntry(k, d)
		}
	}
	for _, d := range all["clientApplications"] {
		owner := Text(d, "clientExtId")
		d["extId"] = Text(d, "applicationExtId")
		key := h.key("applications", Text(d, "extId"))
		if of := h.key("clients", owner); ownKey.MatchString(of) {
			key, d["extId"], d["clientExtId"] = of+"/"+key, owner+"/"+Text(d, "extId"), Client
		}
		h.addAt("/core/v1/clients/"+owner+"/applications/"+Text(d, "applicationExtId"), "client application", key, d, nil)
	}
	for _, d := range all["credentials"] {
		for _, p := range passwords {
			if Text(d, "type") == p.table {
				h.addAt(p.path(d), p.of.Title, h.key("users", Text(d, "userExtId")), p.identified(d),
					map[string]string{"password": Text(d, "loginSecret")})
			}
		}
		for _, c := range credentials {
			if Text(d, "type") == c.table {
				h.addAt(c.path(d), c.of.Title, h.key("users", Text(d, "userExtId")), d,
					map[string]string{c.attribute(): Text(d, APIName(c.attribute())), "state_name": Text(d, "stateName")})
			}
		}
	}
}

func (h *holdings) addEntry(k *kind, d map[string]any) {
	key, values := k.keyOf(d), texts(d, slices.Concat(k.of.Texts, k.choices))
	switch k {
	case application:
		values["displayed"] = Text(d, "displayed")
	case role:
		values["application"] = h.key("applications", Text(d, "applicationExtId"))
	case enterpriseRole:
		members, _ := d["roleExtIds"].([]any)
		for _, role := range members {
			member := map[string]any{"clientExtId": d["clientExtId"], "extId": fmt.Sprintf("%s/%v", Text(d, "extId"), role)}
			h.addAt(PathOf(k.of.Collection+"/"+Text(d, "extId"))+"/roles/"+fmt.Sprint(role), "member",
				key+"/"+h.key("roles", fmt.Sprint(role)), member, nil)
		}
	case user:
		values["login_id"], values["user_state"] = Text(d, "loginId"), Text(d, "userState")
		properties, _ := d["properties"].(map[string]any)
		for name := range properties {
			h.add("user property", key+"/"+name, d, map[string]string{"value": Text(properties, name)})
		}
	case policy:
		values["policy_type"] = Text(d, "policyType")
		parameters, _ := d["parameters"].(map[string]any)
		for name := range parameters {
			values["parameter "+name] = Text(parameters, name)
		}
	case definition:
		d["extId"] = Text(d, "propertyId")
	case terms:
		values["active"], values["terms_version"] = Text(d, "active"), Text(d, "termsVersion")
	}
	if k.of.Scope == objecttype.Global && k != definition {
		d["clientExtId"] = Client // of all clients
	}
	path := ""
	if k != definition && k != terms {
		path = PathOf(k.of.Collection + "/" + Text(d, "extId"))
	}
	h.addAt(path, k.name, key, d, values)
}
