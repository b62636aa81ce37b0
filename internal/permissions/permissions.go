// Package permissions is the one table of what a caller must be allowed to do, for the check in the
// plan, the function required_permissions, the guide, and the hints of the companion. Its keys are
// also the list of the resource types. It knows nothing of Terraform.
package permissions

import (
	"maps"
	"slices"
	"strings"
)

// Operation is what a plan may do to an object, as far as the service asks for different rights.
type Operation string

// The operations of all resources; those that make a root unit have rights of their own.
const (
	Read       Operation = "read"
	Create     Operation = "create"
	CreateRoot Operation = "create as root"
	Update     Operation = "update"
	Move       Operation = "move"
	MoveToRoot Operation = "move to root"
	Delete     Operation = "delete"
)

// The operations of users that take permissions beside those above.
const (
	CreateNamed     Operation = "create with a login id"
	CreateTechnical Operation = "create a technical user"
	Archive         Operation = "archive"
)

// CreateWithState is the create of a credential whose state the configuration chooses.
const CreateWithState Operation = "create with a state"

// ChangeProperties is the update of an object that changes its properties too.
const ChangeProperties Operation = "change properties"

// Operations lists all operations in the order in which people read them.
var Operations = []Operation{Read, Create, CreateRoot, CreateNamed, CreateTechnical, CreateWithState, Update, ChangeProperties, Move, MoveToRoot, Delete, Archive}

// Needs are the elementary permissions that the operations of a resource need beside those of Read,
// without the prefix AccessControl. An operation that the resource does not have is left out. Names
// with | between them are alternatives, because releases of the service differ: the caller needs
// one of them.
type Needs map[Operation][]string

// Resource returns what a resource needs, by its full type such as idm_unit; nil for a type that is
// no resource.
func Resource(resourceType string) Needs { return resources[resourceType] }

// ResourceTypes returns the full types of all resources, sorted.
func ResourceTypes() []string { return slices.Sorted(maps.Keys(resources)) }

// DataSource returns what a data source that only the companion asks about needs, by its full type
// such as idm_users.
func DataSource(dataSourceType string) []string { return dataSources[dataSourceType] }

// All returns the permissions of every operation, sorted, of alternatives each.
func (n Needs) All() []string {
	all := map[string]bool{}
	for operation := range n {
		for _, name := range n.Names(operation) {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Names returns the permissions of an operation, of alternatives each.
func (n Needs) Names(operation Operation) []string {
	var names []string
	for _, name := range n[operation] {
		names = append(names, Alternatives(name)...)
	}
	return names
}

// Alternatives splits the names of which the caller needs one.
func Alternatives(name string) []string { return strings.Split(name, "|") }

const prefix = "AccessControl."

// FullName returns the service's name of a permission, or of several of which one is enough:
// AccessControl.UnitView.
func FullName(name string) string {
	return prefix + strings.Join(Alternatives(name), " or "+prefix)
}
