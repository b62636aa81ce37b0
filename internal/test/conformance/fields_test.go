package conformance_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

// types maps objects of the reference to their types in the typed API, as a second source for the
// fields. Objects without a type are missing; the credential types share one.
var types = map[string]reflect.Type{
	"Login status":             reflect.TypeFor[idm.LoginStatus](),
	"Token response":           reflect.TypeFor[idm.Token](),
	"Me response":              reflect.TypeFor[idm.Me](),
	"Send notification":        reflect.TypeFor[idm.Notification](),
	"Client":                   reflect.TypeFor[idm.Client](),
	"User":                     reflect.TypeFor[idm.User](),
	"Application":              reflect.TypeFor[idm.Application](),
	"Enterprise role":          reflect.TypeFor[idm.EnterpriseRole](),
	"Role":                     reflect.TypeFor[idm.Role](),
	"Unit":                     reflect.TypeFor[idm.Unit](),
	"Profile":                  reflect.TypeFor[idm.Profile](),
	"Authorization":            reflect.TypeFor[idm.Authorization](),
	"Enterprise authorization": reflect.TypeFor[idm.EnterpriseAuthorization](),
	"Consent":                  reflect.TypeFor[idm.Consent](),
	"Terms":                    reflect.TypeFor[idm.Terms](),
	"Login information update": reflect.TypeFor[idm.LoginInfoUpdate](),
	"Property definition":      reflect.TypeFor[idm.PropertyDefinition](),
	"Credential":               reflect.TypeFor[idm.Credential](),
}

// credentialTypes lists the rows with fields that depend on the type of the credential.
var credentialTypes = []string{
	"Ticket Authorization", "OTP Card", "Temporary Strong Password", "Vasco", "PUK", "DevicePassword", "MobileSignature", "CERTIFICATE",
	"Kerberos", "FIDO2", "FIDO UAF",
}

// objectCount is the number of objects in the reference, including requests and responses of later
// releases for clients and seven kinds of credentials.
const objectCount = 42 + 8

func objects(t *testing.T) []conformance.ReferenceObject {
	t.Helper()
	objects, err := conformance.Objects()
	if err != nil {
		t.Fatal(err)
	}
	return objects
}

func TestFields_attributes(t *testing.T) {
	registered := parts(t)
	for _, o := range objects(t) {
		for _, place := range o.In {
			name, below, _ := strings.Cut(place[strings.Index(place, ".")+1:], ".")
			kind := place[:strings.Index(place, ".")+1]
			for _, field := range o.Fields {
				path := strings.TrimPrefix(below+"."+o.Attribute(field), ".")
				_, left := o.Exception(place, field)
				if has := find(registered[kind+name], path); has == left {
					t.Errorf("%s.%s: %s.%s is there: %t, left out: %t", o.Name, field, kind+name, path, has, left)
				}
			}
		}
	}
}

// find reports whether an attribute exists at a path. A map or a dynamic value matches all of its
// members.
func find(attributes []*tfprotov6.SchemaAttribute, path string) bool {
	first, rest, more := strings.Cut(path, ".")
	i := slices.IndexFunc(attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == first })
	if i < 0 || !more {
		return i >= 0
	}
	if attributes[i].NestedType == nil {
		// The description of a map with fixed keys, or of a value with validated keys, names each
		// key.
		checked := attributes[i].Type.Is(tftypes.Map{}) || attributes[i].Type.Is(tftypes.DynamicPseudoType)
		return checked && strings.Contains(attributes[i].Description, "`"+rest+"`")
	}
	return find(attributes[i].NestedType.Attributes, rest)
}

func TestFields_all(t *testing.T) {
	all := objects(t)
	if len(all) != objectCount {
		t.Errorf("%d objects, the reference has %d", len(all), objectCount)
	}
	found := map[string][]string{}
	for _, o := range all {
		name := o.Name
		if slices.Contains(credentialTypes, name) {
			name = "Credential"
		}
		found[name] = append(found[name], o.Fields...)
	}
	for name, of := range types {
		for _, field := range leaves(of) {
			if !slices.Contains(found[name], field) && !slices.Contains(laterFields[name], field) {
				t.Errorf("%s.%s is read or sent and has no row", name, field)
			}
			found[name] = slices.DeleteFunc(found[name], func(f string) bool { return f == field })
		}
		for _, field := range found[name] {
			t.Errorf("%s.%s has a row, and the typed API does not know it", name, field)
		}
	}
}

// laterFields lists fields that only later releases have. They belong to one kind of credential or
// to no row.
var laterFields = map[string][]string{
	"Login status": {"userExtId", "clientExtId", "credentialExtId", "credentialType", "userLastLogin", "userLastLoginFailure",
		"credentialLastLogin", "credentialLastLoginFailure"},
	"Property definition": {"displayName", "clientExtId"},
	"Credential": {
		"subject", "issuer", "fingerprint", "serialNumber", "subjectNameId", "subjectNameIdFormat", "issuerNameId", "issuerNameIdFormat",
	},
}

// leaves returns the JSON names of a type's fields, with members joined by a dot. Localized texts,
// validities and types with their own decoder count as one field.
func leaves(of reflect.Type) []string {
	var names []string
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		inner := field.Type
		if inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		switch {
		case name == "-":
		case inner.Kind() != reflect.Struct || inner == reflect.TypeFor[idm.Validity]() || field.Type == reflect.TypeFor[json.RawMessage]():
			names = append(names, name)
		case field.Anonymous || name == "":
			names = append(names, leaves(inner)...)
		default:
			for _, member := range leaves(inner) {
				names = append(names, name+"."+member)
			}
		}
	}
	return names
}
