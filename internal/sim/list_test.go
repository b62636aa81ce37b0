package sim_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// startSeed runs a simulator with a seed.
func startSeed(t *testing.T, seed string, quirks ...string) *service {
	t.Helper()
	return startWith(t, sim.Options{Seed: []byte(seed), Quirks: quirks})
}

// crowd returns a seed with users whose names and creation times have opposite orders.
func crowd(n int) string {
	users := make([]string, n)
	for i := range users {
		created := time.Date(2025, 1, 1, 0, 0, i/2, 0, time.UTC).Format(time.RFC3339)
		users[i] = fmt.Sprintf(`{"clientExtId":"acme","extId":"u%04d","loginId":"L%d","name":{"familyName":"n%04d"},
			"address":{"postOfficeBoxNumber":%d},"created":%q}`, i, i, n-i, i, created)
	}
	return `{"clients":[{"extId":"acme","name":"Acme"}],"callers":[{"token":"demo-admin-token","permissions":["*"],"clients":["*"]}],
		"users":[` + strings.Join(users, ",") + `]}`
}

// pages reads all pages of a list and returns their sizes and the external IDs.
func pages(t *testing.T, s *service, path string) (sizes []int, ids []string) {
	t.Helper()
	token := ""
	for {
		next := path
		if token != "" {
			next += "&continuationToken=" + url.QueryEscape(token)
		}
		got := s.send(t, admin, "GET "+next, "")
		if got.status != 200 {
			t.Fatalf("%s: %d %s", next, got.status, got.raw)
		}
		page := strings.Fields(items(got, "extId"))
		sizes, ids = append(sizes, len(page)), append(ids, page...)
		pagination := got.body.(map[string]any)["_pagination"].(map[string]any)
		again, _ := pagination["continuationToken"].(string)
		if again == "" {
			return sizes, ids
		}
		if again == token {
			t.Fatalf("the token %q came twice", token)
		}
		token = again
	}
}

func TestList_pages(t *testing.T) {
	s := startSeed(t, crowd(25))
	for _, query := range []string{"limit=10", "limit=10&sortBy=loginId", "limit=10&sortBy=name.familyName_DESC"} {
		sizes, ids := pages(t, s, "clients/acme/users?"+query)
		seen := map[string]bool{}
		for _, id := range ids {
			seen[id] = true
		}
		if fmt.Sprint(sizes) != "[10 10 5]" || len(seen) != 25 {
			t.Errorf("%s: pages of %v with %d users", query, sizes, len(seen))
		}
	}
	sizes, _ := pages(t, s, "clients/acme/users?limit=5")
	if fmt.Sprint(sizes) != "[5 5 5 5 5]" {
		t.Errorf("a full last page has a token behind it: %v", sizes)
	}
}

// The next page begins after the last entity of the previous one, even if that entity changed in
// the meantime.
func TestList_tokenOfDeletedEntity(t *testing.T) {
	for _, sort := range []string{"", "&sortBy=loginId_DESC"} {
		s := startSeed(t, crowd(4))
		first := s.send(t, admin, "GET clients/acme/users?limit=2"+sort, "")
		token := first.body.(map[string]any)["_pagination"].(map[string]any)["continuationToken"].(string)
		last := strings.Fields(items(first, "extId"))[1]
		s.run(t, step{"DELETE acme/users/" + last, "", 204, "", ""})
		second := s.send(t, admin, "GET clients/acme/users?limit=2"+sort+"&continuationToken="+url.QueryEscape(token), "")
		want := "u0002 u0003"
		if sort != "" {
			want = "u0001 u0000"
		}
		if got := items(second, "extId"); got != want {
			t.Errorf("sort %q: second page %q, want %q", sort, got, want)
		}
	}
}

func TestList_order(t *testing.T) {
	s := startSeed(t, `{"clients":[{"extId":"acme","name":"Acme"}],"callers":[{"token":"demo-admin-token","permissions":["*"],
		"clients":["*"]}],
		"users":[
		{"clientExtId":"acme","extId":"c","loginId":"x","created":"2025-01-01T00:00:01Z","address":{"postOfficeBoxNumber":10}},
		{"clientExtId":"acme","extId":"b","loginId":"y","created":"2025-01-01T00:00:02Z","address":{"postOfficeBoxNumber":9}},
		{"clientExtId":"acme","extId":"a","loginId":"z","created":"2025-01-01T00:00:02Z","isTechnicalUser":true}]}`)
	for query, want := range map[string]string{
		"":                                         "c a b",
		"?sortBy=extId":                            "a b c",
		"?sortBy=extId_ASC":                        "a b c",
		"?sortBy=extId_DESC":                       "c b a",
		"?sortBy=loginId_DESC":                     "a b c",
		"?sortBy=remarks":                          "c a b",
		"?sortBy=remarks_DESC":                     "c a b",
		"?sortBy=isTechnicalUser":                  "c b a",
		"?sortBy=address.postOfficeBoxNumber":      "a b c",
		"?sortBy=created_DESC":                     "a b c",
		"?offset=1":                                "a b",
		"?offset=1&limit=1":                        "a",
		"?offset=9":                                "",
		"?offset=0&continuationToken=whatever":     "c a b",
		"?sortBy=address.postOfficeBoxNumber_DESC": "c b a",
	} {
		got := s.send(t, admin, "GET clients/acme/users"+query, "")
		if items(got, "extId") != want {
			t.Errorf("%s: %s, want %q", query, got.raw, want)
		}
	}
}

func TestList_limit(t *testing.T) {
	s := startSeed(t, crowd(1001))
	for query, want := range map[string]string{
		"":                                      `{"_pagination":{"limit":1000}}`,
		"?limit=0":                              `{"_pagination":{"limit":1000}}`,
		"?limit=7":                              `{"_pagination":{"limit":7,"totalResult":null}}`,
		"?limit=5000":                           `{"_pagination":{"limit":1000}}`,
		"?returnTotalResultCount=true&limit=1":  `{"_pagination":{"totalResult":1001}}`,
		"?returnTotalResultCount=false&limit=1": `{"_pagination":{"totalResult":null}}`,
		"?returnTotalResultCount=true&loginId=L7": `{"_pagination":{"totalResult":1,"continuationToken":null}}`,
	} {
		s.run(t, step{"GET clients/acme/users" + query, "", 200, "", want})
	}
	sizes, _ := pages(t, s, "clients/acme/users?")
	if fmt.Sprint(sizes) != "[1000 1]" {
		t.Errorf("pages of %v", sizes)
	}
	for _, query := range []string{
		"limit=-1", "limit=many", "limit=99999999999", "offset=-1", "offset=x", "continuationToken=x", "continuationToken=x_y",
		"sortBy=remark", "sortBy=extId_UP", "sortBy=languageCode", "loginid=L7", "extId_EQ=u", "remarks_SW=x", "property=x",
		"clientExtId=acme",
	} {
		s.run(t, step{"GET clients/acme/users?" + query, "", 422, "errors.invalidParameter", ""})
	}
}

func TestList_limitQuirks(t *testing.T) {
	s := startSeed(t, crowd(150), "lower-limit", "no-total", "ignore-unknown-fields")
	s.run(t,
		step{"GET clients/acme/users?returnTotalResultCount=true", "", 200, "", `{"_pagination":{"limit":100,"totalResult":null}}`},
		step{"GET clients/acme/users?limit=20&loginid=x", "", 200, "", `{"_pagination":{"limit":20}}`},
	)
	sizes, _ := pages(t, s, "clients/acme/users?limit=1000")
	if fmt.Sprint(sizes) != "[100 50]" {
		t.Errorf("pages of %v", sizes)
	}
}

func TestList_filters(t *testing.T) {
	s := start(t)
	for query, want := range map[string]string{
		"extId=u-anna":                        "u-anna",
		"extId_SW=u-":                         "u-anna u-ben u-carla u-dev-bot",
		"extId_IEQ=U-BEN":                     "u-ben",
		"loginId=ANNA":                        "",
		"loginId_IEQ=ANNA":                    "u-anna",
		"loginId_SW=ca":                       "u-carla",
		"userState=disabled":                  "u-carla",
		"isTechnicalUser=true":                "u-dev-bot",
		"name.title=Dr.":                      "u-ben",
		"contacts.email=ben@acme.example.com": "u-ben",
		"address.city=Bern&sex=female":        "u-anna",
		"address.city=Bern&sex=male":          "",
		"validity.to=2030-12-31T23:59:59Z":    "u-carla",
		"version=1&languageCode=FR":           "u-carla",
		"property.employeeNumber=1002":        "u-ben",
		"property.shoe+size=44":               "",
		"remarks=On%20leave":                  "u-carla",
		"remarks=On+leave":                    "u-carla",
	} {
		got := s.send(t, admin, "GET clients/acme/users?"+query, "")
		if got.status != 200 || items(got, "extId") != want {
			t.Errorf("%s: %q, want %q (%d)", query, items(got, "extId"), want, got.status)
		}
	}
	s.run(t,
		step{"GET clients/acme/users/count/", "", 200, "", `{"count":4}`},
		step{"GET clients/acme/users/count?loginId_SW=b", "", 200, "", `{"count":1}`},
		step{"GET clients/acme/users/count?loginid=b", "", 422, "errors.invalidParameter", ""},
		step{"GET clients/none/users/count", "", 404, "errors.noRecord", ""},
		step{"GET clients?name=Acme", "", 200, "", `{"items":[{"extId":"acme"}]}`},
	)
}
