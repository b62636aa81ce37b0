package export

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// resource is one resource of the configuration, whatever the layout of the files.
type resource struct {
	kind, id string
	// name tells it apart from the others of its kind.
	name string
	// part is where it belongs: a top unit, or one of the parts that every tenant has.
	part string
	args []arg
	// remarks are lines of comment at the end of the block.
	remarks []string
	// ignored are attributes that a plan leaves alone.
	ignored []value
}

// arg is an argument; a nil value leaves it out. The comment is the name of the object whose
// external ID is the value.
type arg struct {
	name    string
	value   value
	comment string
}

// value is a value of the configuration: a text, a flag, a number, a ref, a list, a fixed or a
// mapping. What is empty is nil.
type value any

type (
	text   string
	flag   bool
	number int64
	list   []value
	// fixed is an object whose keys are words of the provider, mapping one with keys of the tenant.
	fixed   []arg
	mapping []element
	// concat is a list and an expression of another one.
	concat struct {
		own  list
		more string
	}
)

type element struct {
	key, value value
	comment    string
}

// ref is the external ID of an object. It refers to a resource when the same root has it.
type ref struct{ kind, id, extID, label string }

// path is an attribute, or an element of one, of the resource itself.
type path struct{ attribute, key string }

func textArg(name, content string) arg {
	if content == "" {
		return arg{name: name}
	}
	return arg{name: name, value: text(content)}
}

// stateArg leaves out a state that the provider does not take, which leaves it to the service.
func stateArg(name, content string, allowed ...string) arg {
	if !slices.Contains(allowed, content) {
		return arg{name: name}
	}
	return textArg(name, content)
}

func flagArg(name string, content *bool) arg {
	if content == nil {
		return arg{name: name}
	}
	return arg{name: name, value: flag(*content)}
}

// yesArg writes a boolean only when it is true: false is the default.
func yesArg(name string, content *bool) arg {
	if content == nil || !*content {
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

// textsArg leaves out a map without elements.
func textsArg(name string, content map[string]string) arg {
	if len(content) == 0 {
		return arg{name: name}
	}
	return arg{name: name, value: texts(content)}
}

// fixedArg leaves out an object without elements.
func fixedArg(name string, elements ...arg) arg {
	elements = slices.DeleteFunc(elements, func(a arg) bool { return a.value == nil })
	if len(elements) == 0 {
		return arg{name: name}
	}
	return arg{name: name, value: fixed(elements)}
}

func localizedArg(name string, content idm.Localized) arg {
	var elements []arg
	for _, language := range []string{"en", "de", "fr", "it"} {
		elements = append(elements, textArg(language, content[strings.ToUpper(language)]))
	}
	return fixedArg(name, elements...)
}

func validityArg(v idm.Validity) arg {
	return fixedArg("validity", textArg("from", v.From), textArg("to", v.To))
}
