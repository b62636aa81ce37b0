package plancheck

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// losses remembers the objects that a run deletes, and the first planned object that refers to each
// object: the service also deletes that object or a part of it.
type losses struct {
	mu sync.Mutex
	by map[references.Target]loss
}

// loss holds what is known about an object: whether the run deletes it, whether the run then
// creates it again under the same key, also at another address, and the first planned object that
// refers to it, if any.
type loss struct {
	deleted, recreated, created bool
	neededBy                    string
}

// note records what is known about an object, and returns everything known about it.
func (l *losses) note(of references.Target, now loss) loss {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.by == nil {
		l.by = map[references.Target]loss{}
	}
	known := l.by[of]
	known = loss{known.deleted || now.deleted, known.recreated || now.recreated, known.created || now.created,
		cmp.Or(known.neededBy, now.neededBy)}
	l.by[of] = known
	known.recreated = known.recreated || known.deleted && known.created
	return known
}

// dependency is a reference to an object. When the service deletes that object, it also deletes the
// referring object, or a part of it: a grant, a member or a property.
type dependency struct {
	on   references.Target
	part bool
}

// dependencies yields the objects whose delete also deletes the planned object or a part of it. It
// omits units that contain units or profiles: the service does not delete them.
func (p *Planned) dependencies() iter.Seq[dependency] {
	return func(yield func(dependency) bool) {
		of, object := p.of.Type, p.resp.Plan.Raw
		client := rawTexts(object, clientPart)[0]
		if client != "" && !yield(dependency{on: references.NewTarget(objecttype.Client, "", client)}) {
			return
		}
		for _, ref := range of.Refs {
			to := objecttype.ByName(ref.To)
			whole := slices.Contains(of.Key, ref.Attr) || slices.Contains(of.Fixed, ref.Attr)
			within := rawTexts(object, owners(to)...)
			if !whole && of.Class != objecttype.Set || slices.Contains(within, "") {
				continue
			}
			for _, extID := range referred(object, ref) {
				if !yield(dependency{keyTarget(to, slices.Concat([]string{client}, within, []string{extID})), !whole}) {
					return
				}
			}
		}
		for _, scope := range p.of.PropertyScopes {
			for _, name := range slices.Concat(rawElements(object, "properties"), rawElements(object, "sensitive_properties")) {
				for _, owner := range []string{client, ""} {
					if !yield(dependency{definitionTarget(scope, name, owner), of.Class == objecttype.Properties}) {
						return
					}
				}
			}
		}
	}
}

// referred returns the known external IDs in a reference.
func referred(object tftypes.Value, ref objecttype.Ref) []string {
	extIDs := append(rawTexts(object, ref.Attr), rawElements(object, ref.Attr)...)
	return slices.DeleteFunc(extIDs, func(extID string) bool { return extID == "" })
}

// definitionTarget refers to the definition of a property in a scope of the API, for one client or,
// if client is "", for all clients.
func definitionTarget(scope, name, client string) references.Target {
	return references.NewTarget(objecttype.PropertyDefinition, "", strings.TrimSuffix(objecttype.ImportID(scope, name, client), "/"))
}

// forApplication is the suffix of the scopes whose definitions have an application in their key.
const forApplication = "_FOR_APPLICATION"

// ownTarget refers to the object with a key, as other objects do. The key of a definition may lack
// its application or client.
func ownTarget(of *objecttype.Type, key []string) references.Target {
	if of == objecttype.PropertyDefinition {
		owner := key[2:]
		if strings.HasSuffix(key[0], forApplication) {
			owner = owner[1:]
		}
		return definitionTarget(idm.PropertyScope(key[0]), key[1], strings.Join(owner, ""))
	}
	return keyTarget(of, key)
}

// owners returns the parts of the key between the client and the external ID: the profile of an
// authorization.
func owners(of *objecttype.Type) []string {
	if !of.OfClient() {
		return nil
	}
	return of.Key[1:max(1, len(of.Key)-1)]
}

// keyTarget refers to an object. Its external ID may be unique only within its owner, and the owner
// may change.
func keyTarget(of *objecttype.Type, key []string) references.Target {
	if len(key) <= 2 {
		return references.NewTarget(of, key[0], key[len(key)-1])
	}
	return references.NewTarget(of, key[0], objecttype.ImportID(key[1:]...))
}

// recreate plans to create an object again that the service deletes along with another one, which
// this run destroys and creates again under the same key, such as a list of owners that shifts.
// The reference stays the same, so a CLI sees no change. If the object loses only a part, the plan
// is an update that writes everything.
func (p *Planned) recreate() {
	if p.req.Plan.Raw.IsNull() {
		return
	}
	name := fmt.Sprintf("%s %q", p.of.Type.Title, cmp.Or(rawID(p.resp.Plan.Raw), "(new)"))
	if p.Creates() && rawID(p.resp.Plan.Raw) != "" {
		p.run.losses.note(ownTarget(p.of.Type, rawTexts(p.resp.Plan.Raw, p.of.Type.Key...)), loss{created: true})
	}
	for on := range p.dependencies() {
		switch known := p.run.losses.note(on.on, loss{neededBy: name}); {
		case known.deleted && !known.recreated && !p.run.writing():
			p.refuseLoss(on.on, name, known)
		case !known.recreated || p.Creates():
		case on.part:
			p.rewritten = true
		case !p.run.writing():
			p.recreated = true
			p.resp.RequiresReplace = append(p.resp.RequiresReplace, path.Root("id"))
		}
	}
}

// HideID makes the id of a recreated object unknown. Without a change, a CLI would plan nothing for
// it.
func (p *Planned) HideID() {
	if p.recreated || p.rewritten {
		p.resp.Diagnostics.Append(p.resp.Plan.SetAttribute(p.ctx, path.Root("id"), types.StringUnknown())...)
	}
}

// Rewrites reports whether HideID has made the id of an update unknown: the service may have deleted
// parts of the object in this run.
func Rewrites(req resource.UpdateRequest) bool {
	var values map[string]tftypes.Value
	return req.Plan.Raw.As(&values) == nil && !values["id"].IsKnown()
}

// refuseLosses reports an object that the plan deletes and that another object in the plan refers
// to. If the plan creates it again under the same key, the other object was planned before it, so
// it does not refer to an attribute and the plan does not create it again.
func (p *Planned) refuseLosses() {
	own, now := p.loss()
	// A grant does not show the application of its properties: another application may define the same
	// name.
	certain := !strings.HasSuffix(cmp.Or(p.Recorded("scope"), p.Text("scope")), forApplication)
	if p.run.writing() || !now.deleted || !certain && !now.recreated {
		return
	}
	if known := p.run.losses.note(own, now); known.neededBy != "" && certain {
		p.refuseLoss(own, known.neededBy, known)
	}
}

// loss returns the object that the plan deletes, and whether it creates it again. If the key
// changes in a replacement, the plan of the old object shows the delete, otherwise the plan of the
// new one.
func (p *Planned) loss() (own references.Target, now loss) {
	before, after := rawTexts(p.req.State.Raw, p.of.Type.Key...), rawTexts(p.resp.Plan.Raw, p.of.Type.Key...)
	switch {
	case p.req.Plan.Raw.IsNull():
		return ownTarget(p.of.Type, before), loss{deleted: !p.archives()}
	case !p.Creates():
		return ownTarget(p.of.Type, before), loss{deleted: p.deletes() && !slices.Equal(before, after)}
	case !p.successor:
		return own, now
	case p.predecessor == "" || p.predecessor == rawID(p.resp.Plan.Raw):
		return ownTarget(p.of.Type, after), loss{deleted: true, recreated: true}
	}
	old, err := p.of.Type.Key.Parse(p.predecessor)
	if err != nil {
		return own, now
	}
	return ownTarget(p.of.Type, old), loss{deleted: true}
}

// refuseLoss reports that an object is deleted and needed by another one.
func (p *Planned) refuseLoss(of references.Target, neededBy string, how loss) {
	at := cmp.Or(p.of.Type.RefTo(of.Type.Name), "id")
	object := fmt.Sprintf("Object: %s %q\nNeeded by: %s\n\n", of.Type.Title, of.ExtID, neededBy)
	d := diag.NewErrorDiagnostic("Deleted and needed by the same plan", object+"The apply would fail, or delete more than the plan shows. "+
		"Refer to the object by an attribute of its resource, remove the reference too, or keep the object. Nothing was changed.")
	if how.recreated {
		at = "id"
		d = diag.NewErrorDiagnostic("Replaced and needed by the same plan", object+"This plan destroys the object and creates it again "+
			"under the same ID. The service also deletes the second object or a part of it, or refuses the delete, and the plan does "+
			"not create the second one again. Nothing was changed. In the second object, refer to the first one by an "+
			"attribute of its resource, or add its resource to depends_on: then one plan creates both again.")
	}
	p.RefuseAll(diag.Diagnostics{diag.WithPath(path.Root(at), d)})
}

// Deletes records that the run is about to delete the object with a key, and returns the object
// that refers to it and that the run has planned to create again, or "".
func (r *Run) Deletes(of *objecttype.Type, key []string) (neededBy string) {
	return r.losses.note(ownTarget(of, key), loss{deleted: true, recreated: true}).neededBy
}
