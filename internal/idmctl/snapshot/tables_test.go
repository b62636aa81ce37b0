package snapshot

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// seedTypes returns the types with an array of their own in a seed.
func seedTypes() []*objecttype.Type {
	return slices.DeleteFunc(slices.Concat(objecttype.OfClass(objecttype.Object), objecttype.OfClass(objecttype.Grant)),
		func(row *objecttype.Type) bool { return row == objecttype.EnterpriseRoleMember })
}

// Every reference of a type leads to an object that is read together with it, or that gets a
// placeholder.
func TestReferences(t *testing.T) {
	readWithIt := []*objecttype.Type{objecttype.Client, objecttype.User, objecttype.Profile}
	for _, row := range seedTypes() {
		for _, ref := range row.Refs {
			to := row.Ref(ref.Attr)
			if slices.Contains(readWithIt, to) || row == objecttype.ClientApplication {
				continue
			}
			if !slices.Contains(references, reference{row.SeedArray(), objecttype.APIName(ref.Attr), to}) {
				t.Errorf("%s.%s gets no placeholder", row.Name, ref.Attr)
			}
		}
	}
}

// Elements that differ only in a part of their path have different keys, so that none of them is
// dropped as a duplicate.
func TestKey(t *testing.T) {
	for array, fields := range map[string][]string{
		"properties":     {"clientExtId", "ownerType", "profileExtId", "ownerExtId"},
		"credentials":    {"clientExtId", "userExtId", "type", "context", "extId"},
		"consents":       {"clientExtId", "userExtId", "termsExtId", "termsVersion"},
		"authorizations": {"clientExtId", "profileExtId", "extId"}, "enterpriseAuthorizations": {"clientExtId", "profileExtId", "extId"},
		"clientApplications": {"clientExtId", "applicationExtId"}, "propertyDefinitions": {"propertyId"},
	} {
		for _, field := range fields {
			one, other := element{}, element{}
			for _, name := range fields {
				one[name], other[name] = "a/b", "a/b"
			}
			if other[field] = "c"; Key(array, one) == Key(array, other) {
				t.Errorf("%s: %s is not in the key", array, field)
			}
		}
	}
}
