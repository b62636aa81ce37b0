package rest_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// create posts to the collection /idm/core/acme/units of a server that responds 201 with location,
// in which HOST is a placeholder for the server's own host.
func create(t *testing.T, location string) (string, error) {
	t.Helper()
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if location != "" {
			w.Header().Set("Location", strings.ReplaceAll(location, "HOST", r.Host))
		}
		w.WriteHeader(201)
	})
	c := client(t, server.URL+"/idm", nil)
	return rest.Create(t.Context(), c,
		c.Request("POST", "core", "ac me", "users", "u-1", "units").TrailingSlash().CreatedIn("core", "ac me",
			"units").Body(thing{Name: "x"}))
}

func TestCreate(t *testing.T) {
	for location, want := range map[string]string{
		"http://HOST/idm/core/ac%20me/users/u-1/units/n-1":        "n-1",
		"https://HOST/idm/core/ac%20me/users/u-1/units/n-1/":      "n-1",
		"/idm/core/ac%20me/users/u-1/units/n-1":                   "n-1",
		"/core/ac%20me/users/u-1/units/n-1":                       "n-1",
		"n-1":                                                     "n-1",
		"/idm/core/ac%20me/units/n-1":                             "n-1",
		"http://HOST/idm/core/ac%20me/users/u-1/units/a%2Fb%2520": "a/b%20",
		"http://HOST/idm/core/ac%20me/users/u%2D1/units/50%25":    "50%",
		"/idm/core/ac%20me/users/u-1/units/n-1?x=1":               "n-1",
		"http://internal:8080/app/core/ac%20me/units/n-1":         "n-1",
	} {
		if got, err := create(t, location); got != want || err != nil {
			t.Errorf("Location %q: %q, %v, want %q", location, got, err, want)
		}
	}
}

func TestCreate_refusedLocations(t *testing.T) {
	for _, location := range []string{
		"", "http://other.example/elsewhere/n-1", "http://HOST/idm/core/other/users/u-1/units/n-1",
		"http://HOST/idm/core/ac%20me/users/u-1/units/n-1/more", "/idm/core/ac%20me/users/u-1/units/",
		"/idm/core/ac%20me/users/u-1/units/x/../../n-1", "/idm/core/ac%20me/users/u-1/units/%2e%2e", "/n-1", "%zz", "http://",
	} {
		_, err := create(t, location)
		if _, ok := errors.AsType[*rest.LocationError](err); !ok {
			t.Errorf("Location %q: %v, want a LocationError", location, err)
		}
	}
}

// FuzzCreate checks that an ID extracted from any Location results in the same address again.
func FuzzCreate(f *testing.F) {
	for _, seed := range []string{"n-1", "a%2Fb", "%2e%2e", "..", "http://other/n", "/idm/core/ac%20me/units/x%00", "//", "?", "%"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, location string) {
		if strings.ContainsAny(location, "\r\n\x00") || location != strings.TrimSpace(location) {
			t.Skip("no value of a header")
		}
		id, err := create(t, location)
		if err != nil {
			return
		}
		if id == "" || id == "." || id == ".." {
			t.Fatalf("Location %q gave the id %q", location, id)
		}
		if again, err := create(t, "/idm/core/ac%20me/units/"+url.PathEscape(id)); again != id || err != nil {
			t.Errorf("id %q came back as %q, %v", id, again, err)
		}
	})
}

// FuzzRequest checks that a server receives exactly the path elements of the request.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{
		"a/b", "50%", "%2F", " ", "..", "a\\b", "ü", "?#;", "\x00", "//", "a b+c", "..%2f..", "../../etc", "...",
	} {
		f.Add(seed)
	}
	var path string
	server := serveFuzz(f, func(w http.ResponseWriter, r *http.Request) { path = r.URL.EscapedPath() })
	base, err := url.Parse(server + "/p%20x")
	if err != nil {
		f.Fatal(err)
	}
	c, err := rest.New(rest.Config{BaseURL: base})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, element string) {
		path = ""
		err := rest.Discard(t.Context(), c, c.Request("PUT", "units", element, "children"))
		if _, refused := errors.AsType[*rest.PathError](err); refused {
			if element != "" && element != "." && element != ".." || path != "" {
				t.Errorf("%q was refused, path %q", element, path)
			}
			return
		}
		parts := strings.Split(path, "/")
		if err != nil || len(parts) != 5 || parts[1] != "p%20x" {
			t.Fatalf("%q arrived as %q: %v", element, path, err)
		}
		if got, err := url.PathUnescape(parts[3]); got != element || err != nil {
			t.Errorf("%q arrived as %q, %v", element, got, err)
		}
	})
}

// FuzzDecode checks that no body makes Decode panic or reveal the undecodable part.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"extId":"a"}`, `[]`, `null`, ``, `{"extId":1}`, `{"extId":"a"} x`, "\xff", `{"extId":{}}`,
		`{"extId":"a","name":7}`} {
		f.Add([]byte(seed))
	}
	var body []byte
	server := serveFuzz(f, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(body)
	})
	base, err := url.Parse(server)
	if err != nil {
		f.Fatal(err)
	}
	c, err := rest.New(rest.Config{BaseURL: base})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		body = data
		got, err := rest.Decode[thing](t.Context(), c, c.Request("GET", "things"))
		if err == nil {
			return
		}
		if _, ok := errors.AsType[*rest.BadResponseError](err); !ok || got != (thing{}) {
			t.Errorf("Decode(%q) = %v, %v", data, got, err)
		}
	})
}

// CreateWithBody returns the body and the Location independently of each other.
func TestCreateWithBody(t *testing.T) {
	for name, tc := range map[string]struct {
		location, body string
		extID          string
		thing          thing
		err            string
	}{
		"both":            {"/things/t-1", `{"name":"made"}`, "t-1", thing{Name: "made"}, ""},
		"no body":         {"/things/t-1", "", "t-1", thing{}, ""},
		"no location":     {"", `{"name":"made"}`, "", thing{Name: "made"}, "does not name it"},
		"unreadable body": {"/things/t-1", `{"name":`, "t-1", thing{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				if tc.location != "" {
					w.Header().Set("Location", tc.location)
				}
				reply(w, 201, tc.body)
			})
			c := client(t, server.URL, nil)
			extID, body, err := rest.CreateWithBody[thing](t.Context(), c, c.Request("POST", "things").Body(thing{}))
			if extID != tc.extID || body != tc.thing {
				t.Errorf("CreateWithBody() = %q, %v", extID, body)
			}
			if err == nil && tc.err != "" || err != nil && (tc.err == "" || !strings.Contains(err.Error(), tc.err)) {
				t.Errorf("error %v, want %q", err, tc.err)
			}
		})
	}
}

// A body that breaks off does not hide the Location of a created object. Without a Location, or with
// another status, the response is lost.
func TestCreate_brokenBody(t *testing.T) {
	for name, tc := range map[string]struct {
		status          int
		location, extID string
	}{
		"created":       {201, "/things/t-1", "t-1"},
		"no location":   {201, "", ""},
		"not a created": {202, "/things/t-1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", tc.location)
				w.Header().Set("Content-Length", "100")
				reply(w, tc.status, `{"name":`)
			})
			c := client(t, server.URL, nil)
			extID, body, err := rest.CreateWithBody[thing](t.Context(), c, c.Request("POST", "things").Body(thing{}))
			if extID != tc.extID || body != (thing{}) || errors.Is(err, rest.ErrNoResponse) != (tc.extID == "") {
				t.Errorf("%q, %v, %v", extID, body, err)
			}
			again, err := rest.Create(t.Context(), c, c.Request("POST", "things").Body(thing{}))
			if again != tc.extID || errors.Is(err, rest.ErrNoResponse) != (tc.extID == "") {
				t.Errorf("%q, %v", again, err)
			}
		})
	}
}

func TestDecodeOptional(t *testing.T) {
	for body, want := range map[string]thing{"": {}, "\n": {}, `{"name":"x"}`: {Name: "x"}} {
		server := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 201, body) })
		c := client(t, server.URL, nil)
		if got, err := rest.DecodeOptional[thing](t.Context(), c, c.Request("POST", "things")); err != nil || got != want {
			t.Errorf("%q: %v, %v", body, got, err)
		}
	}
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 201, `null`) })
	c := client(t, server.URL, nil)
	_, err := rest.DecodeOptional[thing](t.Context(), c, c.Request("POST", "things"))
	if _, ok := errors.AsType[*rest.BadResponseError](err); !ok {
		t.Errorf("null: %v, want a BadResponseError", err)
	}
}
