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

// losses remember the objects that a run deletes, and the first planned object that refers to each
// object: the service deletes that one too, or a part of it.
type losses struct {
	mu sync.Mutex
	by map[references.Target]loss
}

// loss is what is known of an object: whether the run deletes it, and whether it then creates it
// again under the same key, and the first planned object that refers to it, "" for none.
type loss struct {
	deleted, recreated bool
	neededBy           string
}

// note adds what is known of an object, and returns all of it.
func (l *losses) note(of references.Target, now loss) loss {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.by == nil {
		l.by = map[references.Target]loss{}
	}
	known := l.by[of]
	known = loss{known.deleted || now.deleted, known.recreated || now.recreated, cmp.Or(known.neededBy, now.neededBy)}
	l.by[of] = known
	return known
}

// dependency is a reference to an object. With it, the service deletes the object that has the
// reference, or only a part of that: a grant, a member or a property.
type dependency struct {
	on   references.Target
	part bool
}

// dependencies yields the objects whose delete deletes the planned object too, or a part of it. A
// unit with units or profiles in it is left out: the service does not delete it.
func (p *Planned) dependencies() iter.Seq[dependency] {
	return func(yield func(dependency) bool) {
		of, object := p.of.Type, p.resp.Plan.Raw
		client := rawTexts(object, clientPart)[0]
		if client != "" && !yield(dependency{on: references.NewTarget(objecttype.Client, "", client)}) {
			return
		}
		for _, ref := range of.Refs {
			whole := slices.Contains(of.Key, ref.Attr) || slices.Contains(of.Fixed, ref.Attr)
			for _, extID := range referred(object, ref) {
				if (whole || of.Class == objecttype.Set) &&
					!yield(dependency{references.NewTarget(objecttype.ByName(ref.To), client, extID), !whole}) {
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

// referred returns the external IDs in a reference that are known.
func referred(object tftypes.Value, ref objecttype.Ref) []string {
	extIDs := append(rawTexts(object, ref.Attr), rawElements(object, ref.Attr)...)
	return slices.DeleteFunc(extIDs, func(extID string) bool { return extID == "" })
}

// definitionTarget is the definition of a property in a scope of the API, of a client or, without
// one, of all clients.
func definitionTarget(scope, name, client string) references.Target {
	return references.NewTarget(objecttype.PropertyDefinition, "", strings.TrimSuffix(objecttype.ImportID(scope, name, client), "/"))
}

// forApplication ends the scopes of the definitions that have an application in their key.
const forApplication = "_FOR_APPLICATION"

// ownTarget is the object with a key, for the references of other objects to it. The key of a
// definition may lack its application or client.
func ownTarget(of *objecttype.Type, key []string) references.Target {
	if of == objecttype.PropertyDefinition {
		owner := key[2:]
		if strings.HasSuffix(key[0], forApplication) {
			owner = owner[1:]
		}
		return definitionTarget(idm.PropertyScope(key[0]), key[1], strings.Join(owner, ""))
	}
	return references.NewTarget(of, key[0], key[len(key)-1])
}

// recreate plans an object again that the service deletes along with another one, which this run
// destroys and creates again under the same key: the reference stays the same, so a CLI sees no
// change. If the object loses only a part, its plan is an update that writes everything.
func (p *Planned) recreate() {
	if p.req.Plan.Raw.IsNull() {
		return
	}
	name := fmt.Sprintf("%s %q", p.of.Type.Title, cmp.Or(rawID(p.resp.Plan.Raw), "(new)"))
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

// HideID makes the id of an object that is planned again unknown. Without a change, a CLI would
// plan nothing for it.
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

// refuseLosses reports an object that the plan deletes and that another object of the plan refers
// to. If the plan creates it again under the same key, that object was planned before, so it does
// not refer to an attribute, and the plan does not create it again.
func (p *Planned) refuseLosses() {
	own, now := p.loss()
	// A grant does not show the application of its properties: another one may define the same name.
	certain := !strings.HasSuffix(cmp.Or(p.Recorded("scope"), p.Text("scope")), forApplication)
	if p.run.writing() || !now.deleted || !certain && !now.recreated {
		return
	}
	if known := p.run.losses.note(own, now); known.neededBy != "" && certain {
		p.refuseLoss(own, known.neededBy, now)
	}
}

// loss returns the object that the plan deletes, and whether it creates it again. The delete of a
// replacement is known from the plan of the old object if its key changes, otherwise from the plan
// of the new one.
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
			"under the same ID. Along with it, the service deletes the second object or a part of it, or refuses the delete, and the "+
			"plan does not create the second one again. Nothing was changed. In the second object, refer to the first one by an "+
			"attribute of its resource, or name its resource in depends_on: then one plan creates both again.")
	}
	p.RefuseAll(diag.Diagnostics{diag.WithPath(path.Root(at), d)})
}

// Deletes notes that the run is about to delete the object with a key, and returns the object that
// refers to it and that the run has planned again to write it, "" for none.
func (r *Run) Deletes(of *objecttype.Type, key []string) (neededBy string) {
	return r.losses.note(ownTarget(of, key), loss{deleted: true, recreated: true}).neededBy
}
