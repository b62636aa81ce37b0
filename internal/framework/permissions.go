package framework

import (
	"maps"
	"slices"
	"strings"
)

// Operation is what a plan may do to an object, as far as the service asks for different rights.
type Operation string

// The operations of resources; those that make a root unit have rights of their own.
const (
	Read       Operation = "read"
	Create     Operation = "create"
	CreateRoot Operation = "create as root"
	Update     Operation = "update"
	Move       Operation = "move"
	MoveToRoot Operation = "move to root"
	Delete     Operation = "delete"
)

// Operations lists all operations in the order in which people read them.
var Operations = []Operation{Read, Create, CreateRoot, Update, Move, MoveToRoot, Delete}

// Permissions are the elementary permissions that the operations of a resource need beside those of Read, without the prefix AccessControl.
// An operation that the resource does not have is left out. Names with | between them are alternatives, because releases of the service differ: the caller
// needs one of them.
type Permissions map[Operation][]string

// All are the permissions of every operation, sorted.
func (p Permissions) All() []string {
	all := map[string]bool{}
	for operation := range p {
		for _, name := range p.Names(operation) {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Names are the permissions of an operation; of alternatives each.
func (p Permissions) Names(operation Operation) []string {
	var names []string
	for _, name := range p[operation] {
		names = append(names, alternatives(name)...)
	}
	return names
}

func alternatives(name string) []string { return strings.Split(name, "|") }

// Rights that go together.
var (
	// ViewProperties reads property values.
	ViewProperties = []string{"PropertyView", "PropertyValueView", "PropertyAllowedValueView"}
	// ChangeProperties sets and removes property values.
	ChangeProperties = []string{"PropertyValueCreate", "PropertyValueDelete", "PropertyValueModify"}
)
