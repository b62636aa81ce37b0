package export

import (
	"cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// plainTypes are the types of tenant.Plain that an export writes, each with its block below.
var plainTypes = []plainType{
	plain(idm.PolicyOps, policies), plain(idm.TermsOps, terms),
}

var policies = plainBlock[idm.Policy]{
	names: func(p idm.Policy) [][]string {
		return [][]string{{label(cmp.Or(p.Name, p.PolicyType))}, {label(p.PolicyType), label(p.Name)}}
	},
	args: func(p idm.Policy) []arg {
		return []arg{
			textArg("ext_id", p.ExtID), textArg("policy_type", p.PolicyType), textArg("name", p.Name),
			textArg("description", p.Description),
			yesArg("default_policy", &p.DefaultPolicy), textsArg("parameters", p.Parameters),
		}
	},
}

var terms = plainBlock[idm.Terms]{
	names: func(t idm.Terms) [][]string {
		return [][]string{{label(cmp.Or(t.Name, t.ExtID))}, {label(t.Name), label(t.TermsVersion)}}
	},
	args: func(t idm.Terms) []arg {
		return []arg{
			textArg("name", t.Name), flagArg("active", t.Active), flagArg("silent_acceptance", t.SilentAcceptance),
			textArg("terms_version", t.TermsVersion), textsArg("urls", t.URLs),
		}
	},
}

// plainBlock describes how an export writes the objects of a type that the service returns in one
// list and that no other object refers to.
type plainBlock[T idm.Described] struct {
	// names returns the labels of an object's name, the shortest form first.
	names func(T) [][]string
	// args returns the arguments of the block.
	args func(T) []arg
}

// plainType is a plainBlock without its type parameter.
type plainType struct {
	kind  string
	of    *objecttype.Type
	names func(idm.Object) [][]string
	args  func(idm.Object) []arg
}

func plain[T idm.Described](ops idm.Ops[T], block plainBlock[T]) plainType {
	of := ops.Type()
	return plainType{
		kind: of.TypeName(), of: of,
		names: func(o idm.Object) [][]string { return block.names(valueOf[T](o)) },
		args:  func(o idm.Object) []arg { return block.args(valueOf[T](o)) },
	}
}

func valueOf[T any](o idm.Object) T {
	value, _ := o.Value.(T)
	return value
}

// namePlain names the objects of a plain type.
func (b *builder) namePlain(t plainType) {
	var objects []candidate
	for _, o := range b.t.Objects[t.of] {
		objects = append(objects, candidate{id: b.plainID(t, o), key: o.ExtID, names: t.names(o)})
	}
	b.assignNames(t.kind, objects)
}

// plain writes the objects of a plain type.
func (b *builder) plain(t plainType) {
	for _, o := range b.t.Objects[t.of] {
		id := b.plainID(t, o)
		b.add(resource{kind: t.kind, id: id, name: b.names[t.kind][id], part: partTenant, args: t.args(o)})
	}
}

func (b *builder) plainID(t plainType, o idm.Object) string {
	if t.of.OfClient() {
		return b.inClient(o.ExtID)
	}
	return objecttype.ImportID(o.ExtID)
}
