package plan

import (
	"cmp"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// reader reads the lists of a plan, and collects everything that is not a change of this provider's
// resources.
type reader struct {
	document  *document
	saved     *archive
	evaluator *evaluator
	services  *services
	// configured holds the resources of the configuration in the JSON, by address without keys.
	configured map[string]*tfjson.ConfigResource
	remaining  []Change
	part       Part // without its plan
}

func (r *reader) changes(list []*tfjson.ResourceChange, kind OtherKind) []Change {
	var found []Change
	for _, c := range list {
		if change := r.change(c, kind); change != nil {
			all, remaining := elements(*change)
			found, r.remaining = append(found, all...), append(r.remaining, remaining...)
		}
	}
	slices.SortStableFunc(found, func(a, b Change) int { return cmp.Compare(a.Address, b.Address) })
	return found
}

// change returns a change of this provider's resource; anything else is an Other, unless it is a
// no-op change.
func (r *reader) change(c *tfjson.ResourceChange, kind OtherKind) *Change {
	switch {
	case c == nil || c.Change == nil:
		r.add(OtherNotUnderstood, "", "The plan lists a change without content.")
		return nil
	case contradicts(c.Change):
		r.add(OtherNotUnderstood, c.Address, "%s: its action is no-op, but its values differ.", c.Address)
	}
	action, known := action(c.Change.Actions)
	switch {
	case c.Mode == tfjson.DataResourceMode, c.Mode == modeEphemeral:
		r.read(c)
	case c.Mode != tfjson.ManagedResourceMode:
		r.add(OtherNotUnderstood, c.Address, "%s: the mode %q is not understood.", c.Address, c.Mode)
	case !known:
		r.add(OtherNotUnderstood, c.Address, "%s: the actions %q are not understood.", c.Address, words(c.Change.Actions))
	case !Ours(c.ProviderName):
		r.foreign(c, kind)
	default:
		return new(r.own(c, action))
	}
	return nil
}

// own returns the change of one of this provider's resources.
func (r *reader) own(c *tfjson.ResourceChange, action Action) Change {
	change := Change{
		Address:         r.part.Address(c.Address),
		Instance:        r.part.Address(c.Address),
		Deposed:         c.DeposedKey != "",
		PreviousAddress: r.part.Address(c.PreviousAddress),
		Type:            c.Type,
		Provider:        c.ProviderName,
		Action:          action,
		CreatedFirst:    c.Change.Actions.CreateBeforeDestroy(),
		Reason:          string(c.ActionReason),
		Imported:        c.Change.Importing != nil,
	}
	written := r.configured[Resource(c.Address)]
	change.ExtIDGiven = written == nil || written.Expressions["ext_id"] != nil
	change.Service, change.Config = r.service(c.Address, c.DeposedKey, c.ProviderName)
	before, after := beforeAndAfter(secretsByElement(c))
	change.Before, change.BeforeHidden = splitHidden(before)
	change.After, change.AfterHidden = splitHidden(after)
	change.Before, change.After = CompleteGrants(c.Type, change.Before), CompleteGrants(c.Type, change.After)
	r.evaluator.resolve(c.Address, change.After, r.part)
	if written != nil {
		change.Omitted = omitted(change.After, written.Expressions)
	}
	r.fill(c.Address, &change, written)
	r.switched(c, change)
	if change.Action == Delete && change.Type == objecttype.User.TypeName() && change.Before.Text("on_destroy") == "keep" {
		change.Action = Forget // The destroy leaves the user as it is.
	}
	if r.saved != nil {
		was := r.saved.before[Canonical(cmp.Or(c.PreviousAddress, c.Address))]
		change.DestroyedLast, change.Recorded, change.Refreshed = was.last, was.private, r.saved.now[Canonical(c.Address)].private
	}
	return change
}

// service returns the ID of an object's service and the key of its provider configuration, from the
// saved plan or from the configuration in the JSON.
func (r *reader) service(address, deposed, source string) (service, config string) {
	if r.saved != nil {
		if provider, known := r.saved.providers[changeKey(address, deposed)]; known {
			return r.services.ofProvider(provider, address)
		}
		if object, known := r.saved.now[Canonical(address)]; known {
			return r.services.ofProvider(object.provider, address)
		}
		// The former state has the provider of an object that is gone and not created again.
		if object, known := r.saved.before[Canonical(address)]; known && !r.document.changes(address) {
			return r.services.ofProvider(object.provider, address)
		}
		return r.services.unknown(address), ""
	}
	key := ""
	if written := r.configured[Resource(address)]; written != nil {
		key = written.ProviderConfigKey
	}
	return r.services.ofConfig(key, source, address)
}

// switched detects a service that differs from the one in the state before the plan.
func (r *reader) switched(c *tfjson.ResourceChange, change Change) {
	if r.saved == nil || change.Deposed || change.Action == Create {
		return
	}
	address := cmp.Or(c.PreviousAddress, c.Address)
	object, known := r.saved.before[Canonical(address)]
	if !known {
		return
	}
	if was, _ := r.services.ofProvider(object.provider, address); was != change.Service {
		r.add(OtherProvider, c.Address, "%s was managed at %s and is now an object at %s: the object at the first service stays and "+
			"is no longer managed.", c.Address, was, change.Service)
	}
}

// action returns the Action for a list of actions, and reports whether it is known.
func action(a tfjson.Actions) (Action, bool) {
	switch {
	case a.Replace():
		return Replace, true
	case len(a) == 2 && slices.Contains(a, tfjson.ActionForget) && slices.Contains(a, tfjson.ActionCreate):
		return ForgetCreate, true
	case len(a) == 1:
		switch name := Action(a[0]); name {
		case Create, Update, Delete, NoOp, Forget:
			return name, true
		}
	}
	return "", false
}
