package objecttype

import (
	"slices"
	"testing"
)

func TestType_KeyAt(t *testing.T) {
	for path, test := range map[string]struct {
		of   *Type
		want []string
	}{
		"/core/v1/acme/units/hq":                    {Unit, []string{"acme", "hq"}},
		"api/core/v1/acme/units/hq/?x=y":            {Unit, []string{"acme", "hq"}},
		"acme/units/a%2Fb%25":                       {Unit, []string{"acme", "a/b%"}},
		"/core/v1/core/units/v1":                    {Unit, []string{"core", "v1"}},
		"/core/v1/acme/users/u":                     {User, []string{"acme", "u"}},
		"/core/v1/acme/users/u/profiles/p":          {Profile, []string{"acme", "p"}},
		"/core/v1/acme/profiles/p":                  {Profile, []string{"acme", "p"}},
		"/core/v1/acme/profiles/p/authorizations/a": {Authorization, []string{"acme", "p", "a"}},
		"/core/v1/acme/users/u/device-password/d":   {DevicePassword, []string{"acme", "u", "d"}},
		"/core/v1/applications/crm/roles/r":         {Role, []string{"r"}},
		"/core/v1/applications/crm":                 {Application, []string{"crm"}},
		"/core/v1/clients/acme":                     {Client, []string{"acme"}},
		"/gw/idm/acme/units/hq":                     {Unit, nil},
		"/core/v1/acme/profiles/q":                  {Unit, nil},
		"/core/v1/acme/units":                       {Unit, nil},
		"/core/v1/acme/units/":                      {Unit, nil},
		"/core/v1/acme//units/hq":                   {Unit, nil},
		"/core/v1/acme/units/%zz":                   {Unit, nil},
		"/core/v1/acme/users/u/authorizations/a":    {Authorization, nil},
		"/core/v1/acme/units/hq/children/x":         {Unit, nil},
		"/core/v1/acme/authorizations/a":            {Authorization, nil},
		"":                                          {Unit, nil},
		"/core/v1/acme/users/u/password":            {Password, nil},
		"/core/v1/acme/profiles/p/authorizations":   {ProfileAuthorizations, nil},
		"/core/v1/acme/properties/region":           {PropertyDefinition, nil},
	} {
		if got := test.of.KeyAt(path); !slices.Equal(got, test.want) {
			t.Errorf("%s at %q: %q, want %q", test.of.Name, path, got, test.want)
		}
	}
}
