package idm_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// FuzzFilters queries users with arbitrary filters. The service must receive exactly these filters.
func FuzzFilters(f *testing.F) {
	for _, value := range []string{
		"", "anna", "AN", "a&limit=1", "x=y&extId=u-ben", "a b+c", "%26", "%", "a;b", "#", "ü\u2028", "\x00\xff", "[a]", "_SW",
		strings.Repeat("long ", 200),
	} {
		f.Add(uint8(0), uint8(1), value, "badge", value)
		f.Add(uint8(3), uint8(0), value, value, "7")
	}
	f.Add(uint8(1), uint8(2), "U-BEN", "no user has it", "")
	f.Fuzz(func(t *testing.T, attribute, match uint8, value, property, wanted string) {
		name := []string{"loginId", "extId", "remarks", "contacts.email"}[attribute%4]
		how := []idm.Match{idm.Exact, idm.StartsWith, idm.EqualFold}[match%3]
		if name != "loginId" && name != "extId" {
			how = idm.Exact
		}
		var sent url.Values
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var err error
			if sent, err = url.ParseQuery(r.URL.RawQuery); err != nil {
				t.Error(err)
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprint(w, `{"items":[]}`)
		}))
		defer service.Close()
		base, err := url.Parse(service.URL)
		if err != nil {
			t.Fatal(err)
		}
		connection, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken("token")})
		if err != nil {
			t.Fatal(err)
		}
		query := idm.UserQuery{Filters: []idm.Filter{{Name: name, Match: how, Value: value}},
			Properties: map[string]string{property: wanted}}
		for _, err := range idm.New(connection).Users(t.Context(), "acme", query) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if want := (url.Values{name + string(how): {value}, "property." + property: {wanted}}); !reflect.DeepEqual(want, sent) {
			t.Errorf("%v was sent instead of %v", sent, want)
		}
	})
}
