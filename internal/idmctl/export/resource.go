package export

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// resource is one resource of the configuration, independent of the layout.
type resource struct {
	kind, id string
	// name is unique within the type.
	name string
	// part is a top unit, or one of the parts of every tenant.
	part string
	args []arg
	// remarks are comment lines at the end of the block.
	remarks []string
	// ignored lists attributes for ignore_changes.
	ignored []value
}

// arg is an argument; nil omits it. The comment is the name of the object if the value is an
// external ID.
type arg struct {
	name    string
	value   value
	comment string
}

// value is a value of the configuration: a text, flag, number, ref, list, fixed or mapping. Empty
// values are nil.
type value any

type (
	text   string
	flag   bool
	number int64
	list   []value
	// fixed is an object with the keys of the provider, mapping an object with keys of the tenant.
	fixed   []arg
	mapping []element
	// concat is a list plus an expression for another list.
	concat struct {
		own  list
		more string
	}
)

type element struct {
	key, value value
	comment    string
}

// ref is the external ID of an object. It becomes a reference if the same root has the resource.
type ref struct{ kind, id, extID, label string }

// path is an attribute of the resource itself, or an element of the attribute.
type path struct{ attribute, key string }

func textArg(name, content string) arg {
	if content == "" {
		return arg{name: name}
	}
	return arg{name: name, value: text(content)}
}

// yesArg writes a boolean only if it is true: false is the default.
func yesArg(name string, content bool) arg {
	if !content {
		return arg{name: name}
	}
	return arg{name: name, value: flag(true)}
}

func refArg(name string, to ref) arg {
	if to.extID == "" {
		return arg{name: name}
	}
	return arg{name: name, value: to}
}

// fixedArg omits an object without elements.
func fixedArg(name string, elements ...arg) arg {
	elements = slices.DeleteFunc(elements, func(a arg) bool { return a.value == nil })
	if len(elements) == 0 {
		return arg{name: name}
	}
	return arg{name: name, value: fixed(elements)}
}

func validityArg(v idm.Validity) arg {
	return fixedArg("validity", textArg("from", v.From), textArg("to", v.To))
}
