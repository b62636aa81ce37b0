package objecttype

import (
	"maps"
	"slices"
	"strings"
)

// Operation is an action of a plan on an object for which the service requires specific
// permissions.
type Operation string

// The operations of all resources. Creating a root unit and moving a unit to the root need
// permissions of their own.
const (
	Read       Operation = "read"
	Create     Operation = "create"
	CreateRoot Operation = "create as root"
	Update     Operation = "update"
	Move       Operation = "move"
	MoveToRoot Operation = "move to root"
	Delete     Operation = "delete"
)

// The operations of users that need additional permissions.
const (
	CreateNamed     Operation = "create with a login ID"
	CreateTechnical Operation = "create a technical user"
	Archive         Operation = "archive"
)

// CreateWithState creates a credential with a configured state.
const CreateWithState Operation = "create with a state"

// ChangeProperties updates an object together with its properties.
const ChangeProperties Operation = "change properties"

// Operations lists all operations in display order.
var Operations = []Operation{Read, Create, CreateRoot, CreateNamed, CreateTechnical, CreateWithState, Update, ChangeProperties, Move,
	MoveToRoot, Delete, Archive}

// Needs maps operations to the elementary permissions that they need in addition to those of Read,
// without the prefix AccessControl. Operations that a type does not support are missing. Names
// joined with | are alternatives, because releases of the service differ: the caller needs one of
// them.
type Needs map[Operation][]string

// All returns the permissions of every operation, sorted, all alternatives included.
func (n Needs) All() []string {
	all := map[string]bool{}
	for operation := range n {
		for _, name := range n.Names(operation) {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Names returns the permissions of an operation, including all alternatives.
func (n Needs) Names(operation Operation) []string {
	var names []string
	for _, name := range n[operation] {
		for _, one := range Alternatives(name) {
			if !slices.Contains(names, one) {
				names = append(names, one)
			}
		}
	}
	return names
}

// Alternatives splits a name into alternatives, of which the caller needs one.
func Alternatives(name string) []string { return strings.Split(name, "|") }

const permissionPrefix = "AccessControl."

// Permission returns the service's name of a permission, such as AccessControl.UnitView.
// Alternatives are joined with "or".
func Permission(name string) string {
	return permissionPrefix + strings.Join(Alternatives(name), " or "+permissionPrefix)
}

// The permissions of tenant-wide reads that no resource performs.
var (
	ViewConsents    = []string{"ConsentView"}
	ViewCredentials = []string{"CredentialView"}
)
