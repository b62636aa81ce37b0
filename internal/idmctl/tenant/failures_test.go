package tenant_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// refuse responds with 403 on paths with a suffix.
func refuse(ending string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ending) {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func TestRead_missing(t *testing.T) {
	for ending, c := range map[string]struct{ what, extIDs, way, units, profiles string }{
		// A permission for a unit covers its subunits, never its parents.
		"/units/hq":             {"unit", "hq", "AccessControl.UnitView", "it ops north south", "p-anna p-ben p-carla"},
		"/units/ops":            {"unit", "ops", "AccessControl.UnitView", "north south", "p-anna p-ben p-carla"},
		"/units/it/children":    {"units below", "it", "AccessControl.UnitView", "ops hq it sales north south", "p-anna p-ben p-carla"},
		"/users/u-ben/profiles": {"profiles of user", "u-ben", "AccessControl.ProfileView", "hq it ops sales", "p-anna p-carla"},
		"/p-ben/authorizations/": {"authorizations of profile", "p-ben", "AccessControl.AuthorizationView", "hq it ops sales north south",
			"p-anna p-ben p-carla"},
		"/p-ben/eauthorizations/": {"enterprise authorizations of profile", "p-ben",
			"AccessControl.EnterpriseAuthorizationView or AccessControl.ProfileView",
			"hq it ops sales north south", "p-anna p-ben p-carla"},
		"/clients/acme/applications": {"applications of client", "acme", "AccessControl.ApplicationView", "hq it ops sales north south",
			"p-anna p-ben p-carla"},
		"/clients/acme/properties": {"property definitions, and with them all properties, of client", "acme", "AccessControl.PropertyView",
			"hq it ops sales north south", "p-anna p-ben p-carla"},
	} {
		t.Run(ending, func(t *testing.T) {
			read := serve(t, small(), refuse(ending)).read(t, tenant.Options{})
			if len(read.Missing) != 1 || read.Missing[0].What != c.what || strings.Join(read.Missing[0].ExtIDs, " ") != c.extIDs ||
				!strings.Contains(read.Missing[0].WayOut, c.way) {
				t.Errorf("missing: %+v", read.Missing)
			}
			if units, found := extIDs(read.Units), profiles(read); found != c.profiles || !slices.Equal(words(units), words(c.units)) {
				t.Errorf("units %q, profiles %q", units, found)
			}
		})
	}
}

func words(text string) []string {
	all := strings.Fields(text)
	slices.Sort(all)
	return all
}

func TestRead_ends(t *testing.T) {
	many := map[string][]element{}
	for i := range 80 {
		member(many, fmt.Sprint(i), "")
	}
	broken := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/profiles") {
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	for name, c := range map[string]struct {
		service service
		want    string
	}{
		"when the service is ill":      {serve(t, many, broken), "the service failed more than 50 times"},
		"when users cannot be listed":  {serve(t, small(), refuse("/clients/acme/users")), "AccessControl.UserView"},
		"when the caller is not known": {service{api: connect(t, serve(t, small(), nil).Server, "wrong")}, "401 Unauthorized"},
		"when a login page responds":   {serve(t, small(), loginPage), "from a proxy or a login page, for example; check IDM_BASE_URL"},
		"when nobody listens": {service{api: unreachable(t)},
			"connection refused"},
		"when the address is another": {serve(t, small(), elsewhere), "check IDM_BASE_URL, the address before /core/v1. If it is correct"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := tenant.Read(t.Context(), c.service.api, tenant.Options{Client: "acme"})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("ended with %v", err)
			}
		})
	}
}

// unreachable returns an API for an address without a server.
func unreachable(t *testing.T) *idm.API {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	server.Close()
	client, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken("admin"), MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return idm.New(client)
}

// elsewhere is a server without the service's paths.
func elsewhere(http.Handler) http.Handler { return http.NotFoundHandler() }

func loginPage(http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<html>Please log in</html>")
	})
}

func TestRead_interrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, small(), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/eauthorizations/") {
				cancel()
				<-r.Context().Done()
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	if _, err := tenant.Read(ctx, s.api, tenant.Options{Client: "acme"}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// A user that cannot be decoded is listed as missing, and all other users are read. Nothing is
// certain about the access of that user.
func TestRead_brokenUser(t *testing.T) {
	broken := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, "/users/") && !strings.HasSuffix(r.URL.Path, "/users") {
				next.ServeHTTP(w, r)
				return
			}
			recorded := httptest.NewRecorder()
			next.ServeHTTP(recorded, r)
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, strings.Replace(recorded.Body.String(), `"extId":"u-ben"`, `"extId":"u-ben","loginId":7`, 1))
		})
	}
	read := serve(t, small(), broken).read(t, tenant.Options{})
	if len(read.Missing) != 1 || read.Missing[0].What != "user" || !slices.Equal(read.Missing[0].ExtIDs, []string{"u-ben"}) ||
		!strings.Contains(read.Missing[0].WayOut, "correct the object") || !strings.Contains(read.Missing[0].Reason, "u-ben") {
		t.Errorf("missing: %+v", read.Missing)
	}
	if found := profiles(read); found != "p-anna p-carla" {
		t.Error(found)
	}
	var owners []string
	for _, gap := range read.Facts("s").Tenant.Gaps() {
		owners = append(owners, gap.Owner+gap.ExtID)
	}
	if count := len(slices.DeleteFunc(owners, func(owner string) bool { return owner != "u-ben" })); count != 2 {
		t.Errorf("%d gaps instead of those of the user and its profiles", count)
	}
}

// A user who is missing in the list of users is not absent: the total does not fit, or a profile
// refers to the user.
func TestFacts_missingUser(t *testing.T) {
	read := &tenant.Tenant{Client: idm.Client{ExtID: "acme"}, Users: []idm.User{{ExtID: "eva"}}, Profiles: []tenant.Profile{
		{Profile: idm.Profile{ExtID: "p-eva", UserExtID: "eva"}}, {Profile: idm.Profile{ExtID: "p-ben", UserExtID: "ben"}}}}
	facts := read.Facts("s")
	for user, want := range map[string]access.Presence{"eva": access.Present, "ben": access.Unsure, "dora": access.Absent} {
		if o := facts.Get(access.NewID("s", "acme", access.User, user)); o.Presence != want {
			t.Errorf("%s: %v", user, o.Presence)
		}
	}
}
