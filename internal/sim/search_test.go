package sim_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// found is the response of a search.
type found struct {
	status   int
	Response *struct {
		TotalResults, From, Size int
		Hits                     []map[string]any
	}
	Messages map[string][]string
}

// ids joins the external IDs of the hits with spaces.
func (f found) ids() string {
	if f.Response == nil {
		return ""
	}
	var out []string
	for _, hit := range f.Response.Hits {
		out = append(out, fmt.Sprint(hit["extid"]))
	}
	return strings.Join(out, " ")
}

// search sends a query with parameters in pairs.
func (s *service) search(t *testing.T, token, kind string, parameters ...string) found {
	t.Helper()
	query := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		query.Add(parameters[i], parameters[i+1])
	}
	got := s.send(t, token, "GET /query/v1/"+kind+"?"+query.Encode(), "")
	out := found{status: got.status}
	if err := json.Unmarshal([]byte(got.raw), &out); err != nil {
		t.Fatalf("%s: %v in %s", kind, err, got.raw)
	}
	return out
}

func TestQuery_syntax(t *testing.T) {
	s := start(t)
	s.run(t, step{"POST /auth/v1/acme/users/u-ben/device-password/login/", `{"password":"x","credentialExtId":"none"}`, 404,
		"errors.noRecord", ""},
		step{annaLogin + "password/login/", `{"password":"anna-password"}`, 200, "", ""})
	for q, want := range map[string]string{
		"extid:u-anna":                             "u-anna",
		"extid:U-ANNA":                             "u-anna",
		"loginid:ann":                              "",
		"loginid:a*":                               "u-anna",
		"firstname:?en":                            "u-ben",
		"name:robot":                               "u-dev-bot",
		`name:"deployment robot"`:                  "u-dev-bot",
		`name:"robot deployment"`:                  "",
		"anna@acme.example.com":                    "u-anna",
		`email:anna@acme.example.com`:              "u-anna",
		"state:active AND NOT name:robot":          "u-anna u-ben",
		"state:active -name:robot":                 "u-anna u-ben",
		"NOT state:active":                         "u-carla",
		"+state:active loginid:ben":                "u-ben u-anna u-dev-bot",
		"loginid:anna OR loginid:ben":              "u-anna u-ben",
		"loginid:anna loginid:ben":                 "u-anna u-ben",
		"loginid:(anna || ben) && sex:M":           "u-ben",
		"(loginid:anna OR loginid:ben) AND !sex:F": "u-ben",
		"*:*":                                               "u-anna u-ben u-carla u-dev-bot",
		"remarks:*":                                         "u-carla",
		"name:[berger TO caron]":                            "u-ben u-carla",
		"name:{berger TO caron]":                            "u-carla",
		"name:[berger TO caron}":                            "u-ben",
		"created:[20240115080019 TO *]":                     "u-ben u-carla u-dev-bot",
		"created:[* TO 2024-01-15T08:00:19Z]":               "u-anna u-ben",
		"created:[20240115 TO 20240115]":                    "u-anna u-ben u-carla u-dev-bot",
		"created:[* TO 20240114]":                           "",
		"loginInfo.lastLogin:[20250101000000 TO *]":         "u-anna",
		"loginInfo.lastLogin:[20250602000000 TO *]":         "",
		"unit.name:headquarters":                            "u-anna",
		"unit.extid:acme-hq AND unit.location:bern":         "u-anna",
		"profile.state:active":                              "u-anna",
		"credential.typeId:PASSWORD AND state:disabled":     "u-carla",
		"credential.context:portal":                         "u-anna",
		"clientName:acme":                                   "u-anna u-ben u-carla u-dev-bot",
		`telephone:\+41310000002`:                           "u-ben",
		"postalcode:3011 city:bern":                         "u-anna",
		"uniqueemail:ben@acme.example.com OR title:\"dr.\"": "u-ben",
	} {
		got := s.search(t, admin, "users", "q", q)
		if got.status != 200 || got.ids() != want || len(got.Messages) != 0 {
			t.Errorf("%s: %d, found %q, want %q (%v)", q, got.status, got.ids(), want, got.Messages)
		}
	}
}

func TestQuery_badQuery(t *testing.T) {
	s := start(t)
	for _, parameters := range [][]string{
		{}, {"q", ""}, {"q", " "}, {"q", "nowhere:x"}, {"q", "loginId:x"}, {"q", "(a"}, {"q", "a)"}, {"q", `"a`}, {"q", "name:[a b]"},
		{"q", "name:"}, {"q", "a", "from", "-1"}, {"q", "a", "size", "-1"}, {"q", "a", "size", "x"}, {"q", "a", "df", "nowhere"},
		{"q", "a", "s", "nowhere"}, {"q", "a", "s", "name up"}, {"q", "a", "limit", "3"}, {"q", strings.Repeat("(", 200) + "a"},
	} {
		got := s.search(t, admin, "users", parameters...)
		if got.status != 400 || got.Response != nil || len(got.Messages["errors"]) != 1 {
			t.Errorf("%v: responded %d %v %v", parameters, got.status, got.Response, got.Messages)
		}
	}
	if got := s.search(t, admin, "all", "size", "3"); !strings.Contains(got.Messages["errors"][0], "'q' is mandatory") {
		t.Errorf("without q: %v", got.Messages)
	}
	s.run(t, step{"GET /query/v1/profiles?q=a", "", 404, "errors.unknownPath", ""})
}

func TestQuery_parameters(t *testing.T) {
	s := start(t)
	for want, parameters := range map[string][]string{
		"u-anna":                         {"q", "anna"},
		"":                               {"q", "anna", "df", "name"},
		"u-ben":                          {"q", "berger", "df", "name", "df", "firstname"},
		"u-carla u-ben u-anna":           {"q", "sex:* OR extid:u-carla", "s", "loginid desc"},
		"u-ben u-anna u-carla":           {"q", "email:*", "s", "telephone desc"},
		"u-anna u-ben u-carla":           {"q", "email:*", "s", "loginid asc"},
		"u-dev-bot":                      {"q", "state:*", "s", "name", "from", "3"},
		"u-anna u-ben":                   {"q", "state:*", "s", "name", "size", "2"},
		"u-ben u-carla":                  {"q", "state:*", "s", "name", "size", "2", "from", "1"},
		"u-carla u-anna u-ben u-dev-bot": {"q", "*:* state:disabled"},
	} {
		if got := s.search(t, admin, "users", parameters...); got.ids() != want {
			t.Errorf("%v: found %q, want %q %v", parameters, got.ids(), want, got.Messages)
		}
	}
}

func TestQuery_pages(t *testing.T) {
	var users []any
	for i := range 1010 {
		users = append(users, map[string]any{"clientExtId": "globex", "extId": fmt.Sprintf("u%04d", i), "loginId": fmt.Sprintf("u%04d", i)})
	}
	s := startWith(t, sim.Options{Seed: demoWith(t, map[string][]any{"users": users})})
	first := s.search(t, admin, "users", "q", "extid:u0*")
	if r := first.Response; r.TotalResults != 1000 || r.From != 0 || r.Size != 10 || len(r.Hits) != 10 || r.Hits[0]["extid"] != "u0000" {
		t.Errorf("the first page is %+v", r)
	}
	last := s.search(t, admin, "users", "q", "extid:u*", "from", "1013", "size", "5000")
	if r := last.Response; r.TotalResults != 1014 || r.From != 1013 || r.Size != 1 {
		t.Errorf("the last page is %+v", r)
	}
	if r := s.search(t, admin, "users", "q", "extid:u*", "size", "5000").Response; r.Size != 1000 {
		t.Errorf("a page holds %d hits", r.Size)
	}
	if r := s.search(t, admin, "users", "q", "extid:u*", "from", "5000").Response; r.Size != 0 || r.TotalResults != 1014 {
		t.Errorf("behind the end: %+v", r)
	}
}

func TestQuery_hits(t *testing.T) {
	s := start(t)
	for kind, want := range map[string]string{
		"users": `{"id":"acme-u-ben","extid":"u-ben","state":"active","name":"Berger","firstName":"Ben","language":"DE",
			"remarks":"","loginId":"ben",
			"title":"Dr.","sex":"M","birthdate":"","telephone":"+41310000002","email":"ben@acme.example.com","city":"",
			"isTechnicalUser":false,
			"validFrom":"","client":{"id":"acme","extid":"acme","name":"Acme","dtoType":"CLIENT"},"dtoType":"USER"}`,
		"clients":      `{"id":"globex","extid":"globex","name":"Globex","dtoType":"CLIENT"}`,
		"units":        `{"id":"acme-acme-it","extid":"acme-it","name":"IT","dtoType":"UNIT"}`,
		"applications": `{"id":"wiki","extid":"wiki","name":"Wiki","dtoType":"APPLICATION"}`,
		"roles":        `{"id":"hr-viewer","extid":"hr-viewer","name":"viewer","dtoType":"ROLE"}`,
	} {
		var hit any
		if err := json.Unmarshal([]byte(want), &hit); err != nil {
			t.Fatal(err)
		}
		id := hit.(map[string]any)["extid"].(string)
		for _, path := range []string{kind, "all"} {
			got := s.search(t, admin, path, "q", "extid:"+id)
			if got.Response == nil || len(got.Response.Hits) != 1 {
				t.Errorf("%s: %+v", path, got)
				continue
			}
			one := got.Response.Hits[0]
			if diff := contains(one, hit, path); diff != "" {
				t.Error(diff)
			}
			if n, _ := one["_internalId"].(float64); n == 0 || one["_score"] == nil {
				t.Errorf("%s: %v has no number", path, one)
			}
		}
	}
	if got := s.search(t, admin, "all", "q", "extid:acme*").ids(); got != "acme acme-hq acme-it" {
		t.Errorf("all kinds: found %q", got)
	}
}

func TestQuery_rights(t *testing.T) {
	s := startWith(t, sim.Options{Seed: demoWith(t, map[string][]any{
		"users": {map[string]any{"clientExtId": "globex", "extId": "u-gina", "loginId": "gina"}},
		"callers": {map[string]any{"token": "searcher", "permissions": []string{"AccessControl.UserSearch", "AccessControl.RoleSearch"},
			"clients": []string{"globex"}}},
	})})
	if got := s.search(t, reader, "all", "q", "*:*"); got.status != 200 || got.Response.TotalResults != 0 || got.Response.Hits == nil {
		t.Errorf("a caller without rights got %+v", got)
	}
	if got := s.search(t, "searcher", "units", "q", "*:*"); got.status != 200 || got.ids() != "" {
		t.Errorf("a missing right got %+v", got)
	}
	if got := s.search(t, "searcher", "users", "q", "*:*").ids(); got != "u-gina" {
		t.Errorf("the data room shows %q", got)
	}
	if got := s.search(t, "searcher", "all", "q", "extid:(u* wiki* acme*)").ids(); got != "u-gina wiki-editor" {
		t.Errorf("the kinds with a right show %q", got)
	}
	s.runAs(t, "", step{"GET /query/v1/all?q=a", "", 401, "errors.unauthorized", ""})
}
