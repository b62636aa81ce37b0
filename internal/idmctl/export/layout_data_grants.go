package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// assign marks the applications of the client, and lists the external IDs of those that no file
// declares.
func (w *dataWriter) assign(r *resource) bool {
	var all []ref
	for _, a := range r.args {
		switch v := a.value.(type) {
		case ref:
			all = append(all, v)
		case list:
			section := w.parts[r.part].child("applications")
			section.spaced = true
			for _, element := range v {
				if to, ok := element.(ref); ok {
					all = append(all, to)
				}
			}
		}
	}
	for _, to := range all {
		switch owner := w.owners[to.kind][to.id]; {
		case owner != nil:
			owner.child("assigned").fill(flag(true))
		case r.kind == kindClientApplications:
			w.parts[r.part].child(undeclaredApplications).item(to.extID, to.comment())
		default:
			// The key of the instance would be an external ID, which is not always a valid name.
			delete(w.e.byID[r.kind], r.id)
			w.orphans[r.kind] = append(w.orphans[r.kind], r.id)
			return false
		}
	}
	return true
}

// owner returns the node that contains a resource.
func (w *dataWriter) owner(r *resource) *node {
	if r.kind == kindAuthorizationProperties {
		return w.owners[kindAuthorization][r.id]
	}
	if len(r.args) > 0 {
		if to, ok := r.args[0].value.(ref); ok {
			return w.owners[to.kind][to.id]
		}
	}
	return nil
}

// inside writes a resource inside the node of its owner.
func (w *dataWriter) inside(r *resource, owner *node) {
	n := owner.child(objecttype.ByTypeName(r.kind).Export.Key)
	if sectionOf(r.kind).kind == "" && r.kind != kindAuthorization && r.kind != kindEnterpriseAuthorization {
		n.fresh = w.e.isNew(r)
	}
	switch r.kind {
	case kindAuthorization, kindEnterpriseAuthorization:
		w.grant(r, n)
	case kindProfileAuthorizations, kindProfileEnterpriseAuthorizations:
		w.allGrants(r, n)
	case kindEnterpriseRoleMembers:
		w.members(r, owner)
	default:
		n.fill(r.args[len(r.args)-1].value)
	}
}

// grant writes a single grant under the last part of its name. The role is omitted if the key names
// it.
func (w *dataWriter) grant(r *resource, n *node) {
	_, key, _ := strings.Cut(r.name, "/")
	c := &node{key: key, fresh: w.e.isNew(r)}
	n.below = append(n.below, c)
	put(w.owners, r.kind, r.id, c)
	for _, a := range r.args[1:] {
		to, isRef := a.value.(ref)
		if !isRef {
			c.child(a.name).fill(a.value)
			continue
		}
		w.role(r.part, c, to)
	}
}

// role writes the role of a grant unless the key names it.
func (w *dataWriter) role(part string, n *node, to ref) {
	attribute := strings.TrimPrefix(to.kind, "idm_")
	switch name := w.reachableKey(part, to); name {
	case n.key:
	case "":
		c := n.child(attribute + "_ext_id")
		c.value, c.comment = yamlText(to.extID), to.comment()
	default:
		n.child(attribute).fill(text(name))
	}
}

// allGrants writes all grants of a profile. A grant whose role no file declares, or the second
// grant of a role, gets a key of its own.
func (w *dataWriter) allGrants(r *resource, n *node) {
	elements, _ := r.args[1].value.(mapping)
	kind := map[string]string{kindProfileAuthorizations: kindRole}[r.kind]
	if kind == "" {
		kind = kindEnterpriseRole
	}
	for i, e := range elements {
		to, isRef := e.key.(ref)
		if key, ok := e.key.(text); ok && !isRef {
			to = ref{kind: kind, extID: string(key), label: e.comment}
		}
		c := &node{key: freeKey(n, cmp.Or(w.reachableKey(r.part, to), label(to.extID)))}
		n.below = append(n.below, c)
		w.role(r.part, c, to)
		c.fill(e.value)
		w.ownGrant(r, i, c)
	}
}

// ownGrant registers the node of a grant whose properties are exported, and writes the external ID
// that they need.
func (w *dataWriter) ownGrant(r *resource, i int, n *node) {
	if r.kind != kindProfileAuthorizations {
		return
	}
	id, extID := w.e.b.heldIDs[r.id][i].id, w.e.b.heldIDs[r.id][i].extID
	properties := w.e.byID[kindAuthorizationProperties][id]
	if properties == nil {
		return
	}
	c := n.child("ext_id")
	c.fill(text(extID))
	properties.name = w.e.byID[kindProfile][r.id].name + "/" + n.key
	put(w.owners, kindAuthorization, id, n)
}

// freeKey returns an unused key, with a numeric suffix if necessary.
func freeKey(n *node, key string) string {
	taken := func(key string) bool { return slices.ContainsFunc(n.below, func(c *node) bool { return c.key == key }) }
	if key == "" {
		key = "grant"
	}
	free := key
	for i := 2; taken(free); i++ {
		free = fmt.Sprintf("%s_%d", key, i)
	}
	return free
}

// members writes the roles of an enterprise role, by key if a file declares them.
func (w *dataWriter) members(r *resource, owner *node) {
	all, _ := r.args[1].value.(list)
	keys := owner.child("roles")
	for _, element := range all {
		to, ok := element.(ref)
		if !ok {
			continue
		}
		if name := w.reachableKey(r.part, to); name != "" {
			keys.item(name, "")
		} else {
			owner.child("role_ext_ids").item(to.extID, to.comment())
		}
	}
	if keys.value == nil {
		keys.value = &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	}
}
