package objecttype

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

//go:embed types.json
var typesFile []byte

// byName contains the rows of types.json, whose fields are those of Type.
var byName = readRows()

func readRows() map[string]*Type {
	var rows []*Type
	decoder := json.NewDecoder(bytes.NewReader(typesFile))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&rows); err != nil {
		panic(err)
	}
	types := map[string]*Type{}
	for _, t := range rows {
		types[t.Name] = t
	}
	for _, t := range rows {
		if t.Class == Collection {
			t.Needs = withParts(rows, types[t.Owns])
		}
	}
	return types
}

func row(name string) *Type { return byName[name] }

// The objects within a client, the client itself, and those of the service.
var (
	Client             = row("client")
	Unit               = row("unit")
	User               = row("user")
	Profile            = row("profile")
	Policy             = row("policy")
	Terms              = row("terms")
	Application        = row("application")
	Role               = row("role")
	EnterpriseRole     = row("enterprise_role")
	PropertyDefinition = row("property_definition")
)

// The types whose objects grant one thing to one holder.
var (
	Authorization           = row("authorization")
	EnterpriseAuthorization = row("enterprise_authorization")
	ClientApplication       = row("client_application")
	EnterpriseRoleMember    = row("enterprise_role_member")
)

// The authoritative types. Each contains all grants or members of one holder.
var (
	ProfileAuthorizations           = row("profile_authorizations")
	ProfileEnterpriseAuthorizations = row("profile_enterprise_authorizations")
	ClientApplications              = row("client_applications")
	EnterpriseRoleMembers           = row("enterprise_role_members")
)

// The properties of objects.
var (
	UnitProperties           = row("unit_properties")
	UserProperties           = row("user_properties")
	ProfileProperties        = row("profile_properties")
	AuthorizationProperties  = row("authorization_properties")
	EnterpriseRoleProperties = row("enterprise_role_properties")
)

// The login methods of a user. The service describes them in the same way: their key cannot change,
// and an update changes their state. The secret of a credential is enough to log in as its user, so a
// change of any attribute falls under one rule.
var (
	Password           = row("password")
	DevicePassword     = row("device_password")
	ContextPassword    = row("context_password")
	Certificate        = row("certificate")
	GenericCredential  = row("generic_credential")
	KerberosCredential = row("kerberos_credential")
	SAMLCredential     = row("saml_credential")
)

// The types that manage many objects of another type. They are not among All: to every reader of
// rows, an element is an object of the other type.
var (
	UnitTree = row("unit_tree")
	Users    = row("users")
	Profiles = row("profiles")
)

// sorted contains the rows of all types but collections, by name.
var sorted = slices.DeleteFunc(Resources(), func(t *Type) bool { return t.Class == Collection })

// Collections lists the collections.
var Collections = slices.DeleteFunc(Resources(), func(t *Type) bool { return t.Class != Collection })

// Resources returns the rows of all resources, sorted by name.
func Resources() []*Type {
	return slices.SortedFunc(maps.Values(byName), func(a, b *Type) int { return strings.Compare(a.Name, b.Name) })
}
