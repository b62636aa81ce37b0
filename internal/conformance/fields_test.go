package conformance_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/conformance"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// types are the objects as the typed API reads or sends them: a second list of the fields. An
// object that has none is not in it; the credential types share one.
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

// credentialTypes are the rows whose fields belong to the type of the credential.
var credentialTypes = []string{
	"Ticket Authorization", "OTP Card", "Temporary Strong Password", "Vasco", "PUK", "DevicePassword", "MobileSignature", "CERTIFICATE",
	"Kerberos", "FIDO2", "FIDO UAF",
}

// objectCount is how many objects the reference describes, with what later releases send and answer
// of clients and of seven kinds of credentials.
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

// find reports whether there is an attribute at a path. A map or a dynamic value stands for all of
// its members.
func find(attributes []*tfprotov6.SchemaAttribute, path string) bool {
	first, rest, more := strings.Cut(path, ".")
	i := slices.IndexFunc(attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == first })
	if i < 0 || !more {
		return i >= 0
	}
	if attributes[i].NestedType == nil {
		// A map with fixed keys, and a value whose keys the provider checks, names each of them in its
		// description.
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

// laterFields are the ones that only later releases have. They are in the rows of a kind of
// credential or nowhere.
var laterFields = map[string][]string{
	"Login status": {"userExtId", "clientExtId", "credentialExtId", "credentialType", "userLastLogin", "userLastLoginFailure",
		"credentialLastLogin", "credentialLastLoginFailure"},
	"Property definition": {"displayName", "clientExtId"},
	"Credential": {
		"subject", "issuer", "fingerprint", "serialNumber", "subjectNameId", "subjectNameIdFormat", "issuerNameId", "issuerNameIdFormat",
	},
}

// leaves are the JSON names of a type's fields, members joined with a dot. Texts in several
// languages, validities and types with a decoder of their own count as one field.
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
