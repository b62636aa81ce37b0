package model

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// filtered lists the attributes that FuzzFilters compares, with the values of the users.
var filtered = []struct {
	name string
	of   func(idm.User) string
}{
	{"loginId", func(u idm.User) string { return u.LoginID }},
	{"extId", func(u idm.User) string { return u.ExtID }},
	{"remarks", func(u idm.User) string { return u.Remarks }},
	{"contacts.email", func(u idm.User) string { return u.Contacts.Email }},
}

var matches = []struct {
	idm.Match
	of func(value, want string) bool
}{
	{idm.Exact, func(value, want string) bool { return value == want }},
	{idm.StartsWith, strings.HasPrefix},
	{idm.EqualFold, strings.EqualFold},
}

// FuzzFilters queries users with arbitrary filters. The service must receive exactly these filters
// and return the matching users.
func FuzzFilters(f *testing.F) {
	for _, value := range []string{
		"", "anna", "AN", "u-ben", "a&limit=1", "x=y&extId=u-ben", "a b+c", "%26", "%", "a;b", "#", "ü\u2028", "\x00\xff", "[a]", "_SW",
		strings.Repeat("long ", 200),
	} {
		f.Add(uint8(0), uint8(1), value, "badge", value)
		f.Add(uint8(3), uint8(0), value, value, "7")
	}
	f.Add(uint8(0), uint8(1), "a", "no user has it", "")
	f.Add(uint8(1), uint8(2), "U-BEN", "no user has it", "")
	s := acctest.StartSimulator(f)
	var query atomic.Pointer[url.Values]
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			sent = url.Values{"unreadable": {err.Error()}}
		}
		query.Store(&sent)
		s.Sim.ServeHTTP(w, r)
	}))
	f.Cleanup(service.Close)
	base, err := url.Parse(service.URL)
	if err != nil {
		f.Fatal(err)
	}
	connection, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken("demo-admin-token")})
	if err != nil {
		f.Fatal(err)
	}
	api := idm.New(connection)
	var all []idm.User
	for user, err := range api.Users(f.Context(), s.Client, idm.UserQuery{}) {
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, user)
	}
	f.Fuzz(func(t *testing.T, attribute, match uint8, value, property, wanted string) {
		by, how := filtered[int(attribute)%len(filtered)], matches[int(match)%len(matches)]
		if by.name != "loginId" && by.name != "extId" {
			how = matches[0]
		}
		want := []string{}
		for _, user := range all {
			if how.of(by.of(user), value) && user.Properties[property] == wanted {
				want = append(want, user.ExtID)
			}
		}
		got := []string{}
		for user, err := range api.Users(t.Context(), s.Client, idm.UserQuery{
			Filters: []idm.Filter{{Name: by.name, Match: how.Match, Value: value}}, Properties: map[string]string{property: wanted},
		}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, user.ExtID)
		}
		if err := acctest.Equal(url.Values{by.name + string(how.Match): {value}, "property." + property: {wanted}},
			*query.Load()); err != nil {
			t.Error(err)
		}
		if err := acctest.Equal(want, got); err != nil {
			t.Error(err)
		}
	})
}
