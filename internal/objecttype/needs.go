package objecttype

import (
	"maps"
	"slices"
	"strings"
)

// Operation is what a plan does to an object, where the service demands different permissions.
type Operation string

// The operations of all resources; operations that create a root unit have permissions of their
// own.
const (
	Read       Operation = "read"
	Create     Operation = "create"
	CreateRoot Operation = "create as root"
	Update     Operation = "update"
	Move       Operation = "move"
	MoveToRoot Operation = "move to root"
	Delete     Operation = "delete"
)

// The operations of users that need permissions in addition.
const (
	CreateNamed     Operation = "create with a login id"
	CreateTechnical Operation = "create a technical user"
	Archive         Operation = "archive"
)

// CreateWithState is the create of a credential whose state the configuration chooses.
const CreateWithState Operation = "create with a state"

// ChangeProperties is the update of an object that also changes its properties.
const ChangeProperties Operation = "change properties"

// Operations lists all operations in the order in which people read them.
var Operations = []Operation{Read, Create, CreateRoot, CreateNamed, CreateTechnical, CreateWithState, Update, ChangeProperties, Move,
	MoveToRoot, Delete, Archive}

// Needs are the elementary permissions that operations need in addition to those of Read, without
// the prefix AccessControl. An operation that a type does not have is left out. Names joined with |
// are alternatives, because releases of the service differ: the caller needs one of them.
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

// Names returns the permissions of an operation, all alternatives included.
func (n Needs) Names(operation Operation) []string {
	var names []string
	for _, name := range n[operation] {
		names = append(names, Alternatives(name)...)
	}
	return names
}

// Alternatives splits the names of which the caller needs one.
func Alternatives(name string) []string { return strings.Split(name, "|") }

const permissionPrefix = "AccessControl."

// Permission returns the service's name of a permission, or of alternatives: AccessControl.UnitView.
func Permission(name string) string {
	return permissionPrefix + strings.Join(Alternatives(name), " or "+permissionPrefix)
}

// The permissions of reads of a whole tenant, which no resource makes.
var (
	ViewClient              = []string{"ClientView"}
	ViewConsents            = []string{"ConsentView"}
	ViewCredentials         = []string{"CredentialView"}
	ViewEnterpriseRoles     = []string{"ClientView", "EnterpriseRoleView"}
	ViewPolicies            = []string{"ClientView", "PolicyConfigurationView"}
	ViewRoles               = []string{"ApplicationView", "RoleView"}
	ViewPropertyDefinitions = []string{"PropertyView", "PropertyAllowedValueView"}
	ViewUserProfiles        = []string{"UserView", "ProfileView"}
	ViewUsers               = slices.Concat([]string{"ClientView", "UserView"}, viewProperties)
)

var (
	viewProperties   = []string{"PropertyView", "PropertyValueView", "PropertyAllowedValueView"}
	changeProperties = []string{"PropertyValueCreate", "PropertyValueDelete", "PropertyValueModify"}
)
